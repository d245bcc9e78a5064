package io.wirepath.pipeline.diagnosis;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.pipeline.diagnosis.Fault.Spoils;
import io.wirepath.sniffer.CaptureCounter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is wrong with captures together: they are copies, halves, of other times, or of other places. */
final class SetFaults {

    /** Clocks that are wrong by more than this are rare; captures that lie further apart are of different times. */
    private static final long APART_NANOS = 3_600_000_000_000L;

    private static final int MAX_NAMED = 4;
    private static final double MOSTLY = 0.8;

    private final List<CaptureFacts> captures;
    private final @Nullable MergeResult merge;
    private final List<Fault> faults = new ArrayList<>();

    private SetFaults(List<CaptureFacts> captures, @Nullable MergeResult merge) {
        this.captures = captures;
        this.merge = merge;
    }

    static List<Fault> of(List<CaptureFacts> captures, @Nullable MergeResult merge, MessageTable messages) {
        SetFaults found = new SetFaults(captures, merge);
        boolean apart = found.differentTimes();
        found.copies();
        found.halves();
        if (!apart) {
            found.withoutCommonTraffic();
        }
        found.loopback(messages);
        return found.faults;
    }

    /** Of sniffers that run: they come and go, so it says nothing when each began and ended. */
    static List<Fault> ofRunning(List<CaptureFacts> captures, @Nullable MergeResult merge, MessageTable messages) {
        SetFaults found = new SetFaults(captures, merge);
        found.withoutCommonTraffic();
        found.loopback(messages);
        return found.faults;
    }

    private void add(Severity severity, String kind, String title, String detail, Spoils spoils) {
        faults.add(Fault.of(severity, kind, title, detail, spoils));
    }

    /** By how much the clock of a capture was found to be ahead of the common one. */
    private long ahead(SnifferRecord capture) {
        for (MergeResult.SnifferClock clock : merge == null ? List.<MergeResult.SnifferClock>of() : merge.clocks()) {
            ClockLine line = clock.line();
            if (line != null && captures.get(clock.sniffer()).capture().equals(capture)) {
                return Math.round(line.offsetNanos());
            }
        }
        return 0;
    }

    /** Whether some lie so far apart that no clock explains it, and none was found that does. */
    private boolean differentTimes() {
        List<SnifferRecord> inOrder = captures.stream()
                .map(CaptureFacts::capture)
                .filter(capture -> capture.frames() > 0)
                .sorted(Comparator.comparingLong(capture -> capture.firstNanos() - ahead(capture)))
                .toList();
        long end = Long.MIN_VALUE;
        for (int i = 0; i < inOrder.size(); i++) {
            SnifferRecord capture = inOrder.get(i);
            if (i > 0 && capture.firstNanos() - ahead(capture) - end > APART_NANOS) {
                add(
                        Severity.PROBLEM,
                        "captures-of-different-times",
                        "The captures are of different times: " + named(inOrder.subList(0, i)) + " until "
                                + time(end) + ", " + named(inOrder.subList(i, inOrder.size())) + " from "
                                + time(capture.firstNanos()),
                        "Captures that are analysed together are taken as sniffers of one system at one time. "
                                + "Together they hide what each of them shows; analyse them one after the other."
                                + " Where only a"
                                + " clock was wrong, '--tie NAME=SECONDS' says by how much.",
                        Spoils.NOTHING);
                return true;
            }
            end = Math.max(end, capture.lastNanos() - ahead(capture));
        }
        return false;
    }

    private void copies() {
        for (int i = 0; i < captures.size(); i++) {
            for (int k = 0; k < i; k++) {
                if (isCopy(captures.get(k), captures.get(i))) {
                    add(
                            Severity.NOTICE,
                            "capture-twice",
                            captures.get(i).name() + " is the same capture as "
                                    + captures.get(k).name(),
                            "They agree in number, size and time of all frames. Each message counts once, but the"
                                    + " second tells nothing about clocks or networks; leave one out.",
                            Spoils.NOTHING);
                    break;
                }
            }
        }
    }

    private static boolean isCopy(CaptureFacts a, CaptureFacts b) {
        return a.usable() > 0
                && a.capture().frames() == b.capture().frames()
                && a.capture().firstNanos() == b.capture().firstNanos()
                && a.capture().lastNanos() == b.capture().lastNanos()
                && a.count(CaptureCounter.FRAME_BYTES) == b.count(CaptureCounter.FRAME_BYTES)
                && a.count(ReassemblyCounter.PAYLOAD_BYTES) == b.count(ReassemblyCounter.PAYLOAD_BYTES);
    }

    private void halves() {
        List<SnifferRecord> halves = captures.stream()
                .filter(CaptureFacts::isOneDirection)
                .map(CaptureFacts::capture)
                .toList();
        if (halves.size() > 1) {
            boolean pair = halves.size() == 2;
            add(
                    Severity.NOTICE,
                    "capture-halves",
                    "Of these, " + named(halves) + " may be the halves of "
                            + (pair ? "one bond or tap" : "bonds or taps"),
                    "Each file is a sniffer here, and none of these sees whole connections. Join "
                            + (pair ? "them to one: " : "each two that are of one place: ")
                            + "mergecap -w both.pcap "
                            + (pair
                                    ? halves.get(0).source() + " "
                                            + halves.get(1).source()
                                    : "ONE.pcap OTHER.pcap"),
                    Spoils.NOTHING);
        }
    }

    private void withoutCommonTraffic() {
        if (merge == null || captures.size() < 2) {
            return;
        }
        List<SnifferRecord> alone = merge.clocks().stream()
                .filter(clock -> clock.line() == null)
                .map(clock -> captures.get(clock.sniffer()))
                .filter(facts -> facts.usable() > 0 && !facts.isOneDirection())
                .map(CaptureFacts::capture)
                .toList();
        if (!alone.isEmpty()) {
            add(
                    Severity.NOTICE,
                    "no-common-traffic",
                    named(alone) + (alone.size() == 1 ? " shares" : " share") + " no packet with the other captures",
                    "Nothing compares the clocks, and a path leads from there to the others only through nodes that"
                            + " both show. Were they recorded in one system at one time? Then capture one place more,"
                            + " between them, or give the offset with '--tie NAME=SECONDS'. Otherwise analyse them one"
                            + " after the other. Spools with different salts (a note says so) cannot be compared.",
                    Spoils.NOTHING);
        }
    }

    /** All programs of a machine have one address there, so that a call is from the address to itself. */
    private void loopback(MessageTable messages) {
        int toItself = 0;
        int local = 0;
        for (int row = 0; row < messages.size(); row++) {
            String from = messages.nodes().get(messages.source(row)).address();
            String to = messages.nodes().get(messages.destination(row)).address();
            boolean same = from.equals(to);
            toItself += same ? 1 : 0;
            local += same && (from.startsWith("127.") || from.equals("::1")) ? 1 : 0;
        }
        if (messages.size() == 0 || toItself < MOSTLY * messages.size()) {
            return;
        }
        add(
                Severity.NOTICE,
                "one-address",
                local == toItself
                        ? "All calls are from and to the loopback address: programs cannot be told apart"
                        : "All calls are from an address to itself: programs cannot be told apart",
                "A node is an address here, so all programs behind this one are one node: what one of them "
                        + "sends may be attributed to a request of another, and times and errors are of all of them."
                        + " Capture where each has an address of its own: on the network between hosts, or on "
                        + "the bridge"
                        + " of the containers ('wirepath interfaces' lists them).",
                Spoils.NOTHING);
    }

    private static String named(List<SnifferRecord> captures) {
        String names =
                captures.stream().limit(MAX_NAMED).map(SnifferRecord::name).collect(Collectors.joining(", "));
        return captures.size() <= MAX_NAMED ? names : names + " and " + (captures.size() - MAX_NAMED) + " more";
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

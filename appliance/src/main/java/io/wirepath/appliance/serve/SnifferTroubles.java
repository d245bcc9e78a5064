package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.causes.MessageTable;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.live.MergeStatus.State;
import io.wirepath.merge.spool.SpoolCounter;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.Counter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells what is wrong with the sniffers, as findings: without one, no news is no good news. Used by one thread.
 *
 * <pre>
 *  sniffer-silent   not heard of for {@value #SILENCE_SECONDS} s, or stopped while it watched
 *  sniffer-late     so far behind that the merge does not wait for it
 *  sniffer-disk     its disk took no more within the last minute
 *  sniffer-loses    it lost frames within the last minute
 *  sniffer-clock    its clock was set within the last minute
 * </pre>
 */
final class SnifferTroubles {

    /** What all their kinds begin with. */
    static final String KIND = "sniffer-";

    /** A sniffer tells something every ten seconds, whatever the traffic. */
    private static final int SILENCE_SECONDS = 15;

    private static final long SECOND = 1_000_000_000L;

    /** What happened so long ago is over; and who was so far behind when it stopped had replayed a capture. */
    private static final long RECENT_NANOS = 60 * SECOND;

    private static final Set<Counter> LOST = Set.of(
            CaptureCounter.DROPPED_RING_FULL, CaptureCounter.DROPPED_BY_KERNEL, CaptureCounter.DROPPED_BY_INTERFACE);

    /** So many are named in a sentence, at most, before the rest is counted. */
    private static final int MAX_NAMED = 4;

    private final Map<String, Growth> growths = new HashMap<>();
    private final Silences silences;

    SnifferTroubles(Silences silences) {
        this.silences = silences;
    }

    /** What is wrong, and what is said of one sniffer and of several. */
    private enum Kind {
        SILENT(
                FindingLog.PROBLEM,
                "silent",
                " has not been heard of since %s: what it sees is missing",
                " have not been heard of since %s: what they see is missing"),
        STOPPED(
                FindingLog.PROBLEM,
                "silent",
                " was stopped at %s: what it sees is missing",
                " were stopped at %s: what they see is missing"),
        LATE(
                FindingLog.PROBLEM,
                "late",
                " is far behind: what it sees comes too late to be told in time",
                " are far behind: what they see comes too late to be told in time"),
        DISK(
                FindingLog.PROBLEM,
                "disk",
                " has a full disk: what it sees is lost",
                " have full disks: what they see is lost"),
        LOSES(
                "notice",
                "loses",
                " loses frames: it gets more than it can take",
                " lose frames: they get more than they can take"),
        CLOCK("notice", "clock", ": its clock was set", ": their clocks were set");

        private final String severity;
        private final String name;
        private final String one;
        private final String many;

        Kind(String severity, String name, String one, String many) {
            this.severity = severity;
            this.name = name;
            this.one = one;
            this.many = many;
        }
    }

    private record Trouble(Kind kind, String sniffer, long sinceNanos) {

        /** A sniffer is heard now and then: who are silent since one moment were not heard at one. */
        boolean beginsWith(Trouble first) {
            return kind == first.kind && sinceNanos - first.sinceNanos <= SILENCE_SECONDS * SECOND;
        }
    }

    /** A number of a sniffer, and when it began to grow and last grew. */
    private static final class Growth {
        private long value = Long.MAX_VALUE;
        private long sinceNanos;
        private long lastNanos = MessageTable.NIL;

        boolean isRecent(long nowNanos) {
            return lastNanos != MessageTable.NIL && nowNanos - lastNanos < RECENT_NANOS;
        }

        void take(long next, long nowNanos) {
            if (next > value) {
                sinceNanos = isRecent(nowNanos) ? sinceNanos : nowNanos;
                lastNanos = nowNanos;
            }
            value = next;
        }
    }

    /**
     * Everything that is wrong now. What begins at several sniffers at about one moment is one.
     *
     * @param nowNanos the present moment by the clock that the merge goes by, ns since the epoch
     */
    List<ObjectNode> of(MergeView view, long nowNanos) {
        silences.look(view.status().sniffers(), nowNanos);
        List<Trouble> all = new ArrayList<>();
        for (int i = 0; i < view.sniffers().size(); i++) {
            SnifferStatus status = view.status().sniffers().get(i);
            SnifferLedger.Entry entry = view.sniffers().get(i);
            String name = status.name();
            long heard = status.heardNanos();
            boolean isSilent = silences.nanos(name) > SILENCE_SECONDS * SECOND;
            if (status.state() == State.ENDED ? hadWatched(status) : isSilent) {
                all.add(new Trouble(status.state() == State.ENDED ? Kind.STOPPED : Kind.SILENT, name, heard));
            } else if (status.state() == State.LATE) {
                all.add(new Trouble(Kind.LATE, name, nowNanos - status.behindNanos()));
            }
            long kept = count(entry, Set.of(SpoolCounter.SPOOL_DOCUMENTS_NOT_KEPT));
            add(all, Kind.DISK, name, kept, nowNanos);
            add(all, Kind.LOSES, name, count(entry, LOST), nowNanos);
            add(all, Kind.CLOCK, name, status.clockSteps(), nowNanos);
        }
        return together(all);
    }

    private static List<ObjectNode> together(List<Trouble> all) {
        all.sort(Comparator.comparing(Trouble::kind).thenComparingLong(Trouble::sinceNanos));
        List<ObjectNode> findings = new ArrayList<>();
        for (int from = 0, to; from < all.size(); from = to) {
            Trouble first = all.get(from);
            to = from + 1;
            while (to < all.size() && all.get(to).beginsWith(first)) {
                to++;
            }
            findings.add(finding(
                    first, all.subList(from, to).stream().map(Trouble::sniffer).toList()));
        }
        return findings;
    }

    private static boolean hadWatched(SnifferStatus status) {
        return status.progressNanos() != MessageTable.NIL
                && status.heardNanos() - status.progressNanos() < RECENT_NANOS;
    }

    private static long count(SnifferLedger.Entry entry, Set<? extends Counter> of) {
        return entry.counters().stream()
                .filter(own -> of.contains(own.counter()))
                .mapToLong(own -> own.value())
                .sum();
    }

    private void add(List<Trouble> to, Kind kind, String sniffer, long value, long nowNanos) {
        Growth growth = growths.computeIfAbsent(kind + " " + sniffer, unseen -> new Growth());
        growth.take(value, nowNanos);
        if (growth.isRecent(nowNanos)) {
            to.add(new Trouble(kind, sniffer, growth.sinceNanos));
        }
    }

    private static ObjectNode finding(Trouble first, List<String> sniffers) {
        Kind kind = first.kind;
        ObjectNode finding = JsonNodeFactory.instance.objectNode();
        String title = named(sniffers)
                + (sniffers.size() == 1 ? kind.one : kind.many).formatted(LoggedFinding.second(first.sinceNanos));
        finding.put("severity", kind.severity)
                .put("kind", KIND + kind.name)
                .put("title", title)
                .put("detail", "Capture health tells how far each sniffer is, and all its counters.");
        sniffers.forEach(finding.putArray("nodes")::add);
        return finding.put("onsetNanos", first.sinceNanos);
    }

    private static String named(List<String> sniffers) {
        int last = sniffers.size() - 1;
        if (last == 0) {
            return "Sniffer " + sniffers.get(0);
        }
        int first = Math.min(last, MAX_NAMED);
        String rest = first == last ? sniffers.get(last) : last + 1 - first + " more";
        return "Sniffers " + String.join(", ", sniffers.subList(0, first)) + " and " + rest;
    }
}

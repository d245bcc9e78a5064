package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.input.SpoolWatch;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.pipeline.CallPackets;
import io.wirepath.pipeline.CallWords;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.RemotePackets;
import io.wirepath.report.CallField;
import io.wirepath.report.CallRecords;
import io.wirepath.report.text.Figures;
import io.wirepath.sniffer.file.MissingKeyException;
import io.wirepath.sniffer.file.PcapngWriter;
import io.wirepath.sniffer.file.RingSegment;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Packets of requests that a service keeps, out of the rings beside the spools that it reads and of those that sniffers
 * on other machines give of, as pcapng. Which
 * connections and times they are of stands in the calls of their window, so nothing is analysed again. Thread-safe.
 */
public final class KeptPackets {

    /** What one answer holds: beyond it, {@code extract} writes a file. */
    private static final long MAX_BYTES = 64L << 20;

    /** Names of addresses are taken for these alone: others would be looked up. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final ServeSettings settings;
    private final ReportHistory reports;
    private final CallHistory calls;
    private final RemotePackets remote;

    /** Of what these keep. */
    public KeptPackets(ServeSettings settings, ReportHistory reports, CallHistory calls, RemotePackets remote) {
        this.remote = remote;
        this.settings = settings;
        this.reports = reports;
        this.calls = calls;
    }

    /** Whether packets are kept beside a spool of this sniffer, or by itself, and may be read. */
    public boolean isKept(String sniffer) {
        return rings().containsValue(sniffer) || remote.sniffers().contains(sniffer);
    }

    /**
     * The packets of the requests that show a finding, and of the like ones from before that it names.
     *
     * @param reader who wants to see them, for the log of sniffers on other machines
     * @throws Failure where there are none; the message says why
     */
    public byte[] ofIncident(ObjectNode finding, String reader) throws IOException {
        Map<Integer, String> wanted = new HashMap<>();
        for (JsonNode example : finding.path("incident").path("examples")) {
            wanted.put(
                    example.path("call").asInt(),
                    example.path("usual").asBoolean() ? "from before, for comparison: " : "");
        }
        if (wanted.isEmpty()) {
            throw new Failure("no request shows this finding");
        }
        WindowId window = WindowId.parse(finding.path("window").asText())
                .orElseThrow(() -> new Failure(
                        finding.hasNonNull("state")
                                ? "no window told of this finding, which was over by then: its requests have no numbers"
                                : "the window of this finding is not complete yet"));
        return packets(window, wanted, reader);
    }

    /**
     * The packets of the request that holds a call of a window.
     *
     * @param reader who wants to see them, for the log of sniffers on other machines
     * @throws Failure where there are none; the message says why
     */
    public byte[] ofRequest(WindowId window, int call, String reader) throws IOException {
        return packets(window, Map.of(call, ""), reader);
    }

    /** The spools with a ring, and whose they are. */
    private Map<Path, String> rings() {
        Map<Path, String> rings = SpoolWatch.places(settings.spools(), settings.received());
        rings.keySet().removeIf(spool -> {
            try {
                return !RingSegment.isKept(RingSegment.of(spool));
            } catch (IOException e) {
                return true; // a sniffer's own user may keep it to itself
            }
        });
        return rings;
    }

    private byte[] packets(WindowId window, Map<Integer, String> wanted, String reader) throws IOException {
        Map<Path, String> rings = rings();
        List<String> away = remote.sniffers().stream()
                .filter(sniffer -> !rings.containsValue(sniffer))
                .sorted()
                .toList();
        if (rings.isEmpty() && away.isEmpty()) {
            throw new Failure("no packets are kept beside the spools that this service can read, and no sniffer gives"
                    + " of its own; sniff --ring SIZE keeps the latest, --ring-on-request gives of them");
        }
        CallRecords kept =
                calls.calls(window).orElseThrow(() -> new Failure("the calls of that window are not kept any more"));
        Site site = new Site(reports.report(window)
                .orElseThrow(() -> new Failure("the report of that window is not kept any more")));
        List<String> sniffers = new ArrayList<>(rings.values());
        sniffers.addAll(away);
        List<CallPackets.Stretch> stretches = stretches(kept, site, wanted);
        Found found = new Found(
                new CallPackets(stretches, (sniffer, nanos) -> site.aheadNanos(sniffers.get(sniffer), nanos)));
        try (Asked asked = new Asked(away, stretches, site, reader)) {
            for (Map.Entry<Path, String> ring : rings.entrySet()) {
                asked.addTo(found, ring.getKey(), ring.getValue());
            }
            asked.addTo(found);
            if (found.packets.isEmpty()) {
                throw new Failure(
                        asked.missing.isEmpty()
                                ? "the rings hold no packets of that time any more"
                                : asked.missing("the rings that can be read hold no packets of that time; "));
            }
            return found.file(site.names, sniffers, asked.missing("Packets may be missing: "));
        }
    }

    /** The packets that are found, ring by ring. */
    private static final class Found {

        private final CallPackets wire;
        private final List<CallPackets.Packet> packets = new ArrayList<>();
        private int sniffer;
        private long bytes;

        Found(CallPackets wire) {
            this.wire = wire;
        }

        /** Adds those of the next sniffer, in a ring beside its spool or in a file. */
        void add(Path input) throws IOException {
            wire.read(input.toString(), sniffer++, DecodeSettings.defaults(), packet -> {
                bytes += packet.bytes().length;
                if (bytes > MAX_BYTES) {
                    throw new Failure(
                            "they are more than " + (MAX_BYTES >> 20) + " MiB; wirepath extract writes a file");
                }
                packets.add(packet);
            });
        }

        void skip() {
            sniffer++;
        }

        byte[] file(Map<String, String> names, List<String> sniffers, String comment) throws IOException {
            packets.sort(Comparator.comparingLong(CallPackets.Packet::nanos));
            ByteArrayOutputStream to = new ByteArrayOutputStream();
            try (PcapngWriter out = new PcapngWriter(to, ByteOrder.nativeOrder(), comment)) {
                CallPackets.write(packets, names, sniffers, false, out);
            }
            return to.toByteArray();
        }
    }

    /** Questions to sniffers on other machines: all look at the same time, and that this service does, too. */
    private final class Asked implements Closeable {

        private final Map<String, RemotePackets.@Nullable Answer> answers = new LinkedHashMap<>();
        private final List<String> missing = new ArrayList<>();

        Asked(List<String> sniffers, List<CallPackets.Stretch> wanted, Site site, String reader) {
            for (String sniffer : sniffers) {
                List<CallPackets.Stretch> there = wanted.stream()
                        .map(each -> each.byClock(nanos -> site.aheadNanos(sniffer, nanos)))
                        .toList();
                try {
                    answers.put(sniffer, remote.ask(sniffer, there, reader));
                } catch (IOException | Failure | IllegalArgumentException e) {
                    answers.put(sniffer, null);
                    missing.add(sniffer + ": " + Failure.reason(e));
                }
            }
        }

        /** Adds what the ring beside a spool holds, as far as its key is at hand. */
        void addTo(Found found, Path spool, String sniffer) throws IOException {
            try {
                found.add(spool);
                damaged(sniffer, found.wire.damage());
            } catch (MissingKeyException e) {
                missing.add(sniffer + ": " + e.getMessage());
            }
        }

        void addTo(Found found) throws IOException {
            for (Map.Entry<String, RemotePackets.@Nullable Answer> each : answers.entrySet()) {
                RemotePackets.Answer answer = each.getValue();
                Path file = null;
                try {
                    file = answer == null ? null : answer.file();
                } catch (Failure e) {
                    missing.add(each.getKey() + ": " + Failure.reason(e));
                }
                if (answer == null || file == null) {
                    found.skip();
                } else {
                    found.add(file);
                    damaged(each.getKey(), answer.damage());
                }
            }
        }

        private void damaged(String sniffer, String damage) {
            if (!damage.isEmpty()) {
                missing.add(sniffer + ": " + damage);
            }
        }

        /** What did not come, and why; empty where all did. */
        String missing(String before) {
            return missing.isEmpty() ? "" : before + String.join("; ", missing);
        }

        @Override
        public void close() throws IOException {
            for (RemotePackets.Answer answer : answers.values()) {
                if (answer != null) {
                    answer.close();
                }
            }
        }
    }

    private static List<CallPackets.Stretch> stretches(CallRecords kept, Site site, Map<Integer, String> wanted) {
        Map<Integer, String> roots = new HashMap<>();
        wanted.forEach((call, said) -> {
            if (call >= 0 && call < kept.size()) {
                roots.putIfAbsent(kept.root(call), said);
            }
        });
        Map<Integer, CallWords.Waits> waits = waits(kept, roots);
        List<CallPackets.Stretch> stretches = new ArrayList<>();
        for (int call = 0; call < kept.size(); call++) {
            String said = roots.get(kept.root(call));
            if (said != null) {
                String from = site.end(kept.names().get(kept.from(call)), kept.of(call, CallField.FROM_PORT));
                String to = site.end(kept.names().get(kept.to(call)), kept.of(call, CallField.TO_PORT));
                long end = kept.beginNanos(call) + Math.max(0, kept.tookNanos(call));
                long begin = kept.beginNanos(call) - kept.of(call, CallField.SET_UP);
                String words = said
                        + text(kept, call)
                        + waits.getOrDefault(call, new CallWords.Waits()).text();
                for (String each : site.asCalled(to)) {
                    stretches.add(CallPackets.Stretch.around(from, each, CallPackets.EITHER, begin, end, words));
                }
            }
        }
        return stretches;
    }

    /** What a call is, and what caused it. */
    private static String text(CallRecords kept, int call) {
        int outcome = (int) kept.of(call, CallField.OUTCOME);
        boolean isAnswered = kept.tookNanos(call) >= 0 && !kept.is(call, CallRecords.FLAG_ONE_WAY);
        String ends = kept.names().get(kept.from(call)) + " → " + kept.names().get(kept.to(call)) + ":"
                + kept.of(call, CallField.TO_PORT);
        List<String> course = List.of(
                isAnswered ? Figures.time(kept.tookNanos(call)) : "",
                outcome == Outcome.UNKNOWN ? "" : Outcome.text(outcome));
        return CallWords.of(call, ends, course, kept.parent(call), kept.probability(call));
    }

    /** What the calls of these requests waited for. */
    private static Map<Integer, CallWords.Waits> waits(CallRecords kept, Map<Integer, String> roots) {
        Map<Integer, CallWords.Waits> waits = new HashMap<>();
        for (int call = 0; call < kept.size(); call++) {
            if (roots.containsKey(kept.root(call))) {
                CallWords.Waits of = waits.computeIfAbsent(call, any -> new CallWords.Waits());
                of.of("the connection", kept.of(call, CallField.SET_UP));
                of.of(
                        "segments sent again",
                        kept.of(call, CallField.REQUEST_RESENT_WAIT) + kept.of(call, CallField.ANSWER_RESENT_WAIT));
                of.of(
                        "a closed window",
                        kept.of(call, CallField.REQUEST_CLOSED) + kept.of(call, CallField.ANSWER_CLOSED));
                int parent = kept.parent(call);
                if (parent != MessageTable.NONE && wasWaitedFor(kept, call, parent)) {
                    waits.computeIfAbsent(parent, any -> new CallWords.Waits()).call(call, kept.tookNanos(call));
                }
            }
        }
        return waits;
    }

    private static boolean wasWaitedFor(CallRecords kept, int call, int parent) {
        return kept.tookNanos(call) >= 0
                && kept.tookNanos(parent) >= 0
                && kept.beginNanos(call) + kept.tookNanos(call) <= kept.beginNanos(parent) + kept.tookNanos(parent);
    }

    /** What the report of a window knows of addresses and clocks. */
    private static final class Site {

        private final Map<String, String> addresses = new HashMap<>();
        private final Map<String, String> names = new HashMap<>();
        private final JsonNode merge;

        Site(JsonNode report) {
            merge = report.path("merge");
            for (JsonNode node : report.path("nodes")) {
                String address = node.path("address").asText();
                String name = node.path("name").asText();
                addresses.put(name, address);
                if (!name.equals(address) && ADDRESS.matcher(address).matches()) {
                    names.put(address, name);
                }
            }
        }

        String end(String name, long port) {
            return CallPackets.end(addresses.getOrDefault(name, name), (int) port);
        }

        /** A server's end, and what callers take for it. */
        List<String> asCalled(String server) {
            List<String> ends = new ArrayList<>(List.of(server));
            for (JsonNode each : merge.path("translations")) {
                String virtual = each.path("from").path("destination").asText();
                if (each.path("to").path("destination").asText().equals(server) && virtual.matches(".*:[0-9]+")) {
                    ends.add(virtual);
                }
            }
            return ends;
        }

        /** How far a sniffer's clock is ahead of the reference's. */
        long aheadNanos(String sniffer, long nanos) {
            for (JsonNode clock : merge.path("sniffers")) {
                if (clock.path("sniffer").asText().equals(sniffer)) {
                    double since = nanos - clock.path("at").asLong();
                    return Math.round(clock.path("offsetNanos").asDouble()
                            + clock.path("skewPpm").asDouble() / 1e6 * since);
                }
            }
            return 0;
        }
    }
}

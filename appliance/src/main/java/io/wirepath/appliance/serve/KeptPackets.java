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
import io.wirepath.pipeline.Failure;
import io.wirepath.report.CallField;
import io.wirepath.report.CallRecords;
import io.wirepath.report.text.Figures;
import io.wirepath.sniffer.file.PcapngWriter;
import io.wirepath.sniffer.file.RingSegment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Packets of requests that a service keeps, out of the rings beside the spools that it reads, as pcapng. Which
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

    /** Of what these keep. */
    public KeptPackets(ServeSettings settings, ReportHistory reports, CallHistory calls) {
        this.settings = settings;
        this.reports = reports;
        this.calls = calls;
    }

    /** Whether packets are kept beside a spool of this sniffer, and may be read. */
    public boolean isKept(String sniffer) {
        return rings().containsValue(sniffer);
    }

    /**
     * The packets of the requests that show a finding, and of the like ones from before that it names.
     *
     * @throws Failure where there are none; the message says why
     */
    public byte[] ofIncident(ObjectNode finding) throws IOException {
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
                .orElseThrow(() -> new Failure("the window of this finding is not complete yet"));
        return packets(window, wanted);
    }

    /**
     * The packets of the request that holds a call of a window.
     *
     * @throws Failure where there are none; the message says why
     */
    public byte[] ofRequest(WindowId window, int call) throws IOException {
        return packets(window, Map.of(call, ""));
    }

    /** The spools with a ring, and whose they are. */
    private Map<Path, String> rings() {
        Map<Path, String> rings = SpoolWatch.places(settings.spools(), settings.received());
        rings.keySet().removeIf(spool -> {
            try {
                return RingSegment.list(RingSegment.of(spool)).isEmpty();
            } catch (IOException e) {
                return true; // a sniffer's own user may keep it to itself
            }
        });
        return rings;
    }

    private byte[] packets(WindowId window, Map<Integer, String> wanted) throws IOException {
        Map<Path, String> rings = rings();
        if (rings.isEmpty()) {
            throw new Failure(
                    "no packets are kept beside the spools that this service can read; sniff --ring SIZE keeps"
                            + " the latest");
        }
        CallRecords kept =
                calls.calls(window).orElseThrow(() -> new Failure("the calls of that window are not kept any more"));
        Site site = new Site(reports.report(window)
                .orElseThrow(() -> new Failure("the report of that window is not kept any more")));
        List<String> sniffers = List.copyOf(rings.values());
        CallPackets wire = new CallPackets(
                stretches(kept, site, wanted), (sniffer, nanos) -> site.aheadNanos(sniffers.get(sniffer), nanos));
        List<CallPackets.Packet> packets = new ArrayList<>();
        long[] bytes = new long[1];
        int sniffer = 0;
        for (Path spool : rings.keySet()) {
            wire.read(spool.toString(), sniffer++, DecodeSettings.defaults(), packet -> {
                bytes[0] += packet.bytes().length;
                if (bytes[0] > MAX_BYTES) {
                    throw new Failure(
                            "they are more than " + (MAX_BYTES >> 20) + " MiB; wirepath extract writes a file");
                }
                packets.add(packet);
            });
        }
        if (packets.isEmpty()) {
            throw new Failure("the rings hold no packets of that time any more");
        }
        packets.sort(Comparator.comparingLong(CallPackets.Packet::nanos));
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (PcapngWriter out = new PcapngWriter(to, ByteOrder.nativeOrder())) {
            CallPackets.write(packets, site.names, sniffers, false, out);
        }
        return to.toByteArray();
    }

    private static List<CallPackets.Stretch> stretches(CallRecords kept, Site site, Map<Integer, String> wanted) {
        Map<Integer, String> roots = new HashMap<>();
        wanted.forEach((call, said) -> {
            if (call >= 0 && call < kept.size()) {
                roots.putIfAbsent(kept.root(call), said);
            }
        });
        List<CallPackets.Stretch> stretches = new ArrayList<>();
        for (int call = 0; call < kept.size(); call++) {
            String said = roots.get(kept.root(call));
            if (said != null) {
                String from = site.end(kept.names().get(kept.from(call)), kept.of(call, CallField.FROM_PORT));
                String to = site.end(kept.names().get(kept.to(call)), kept.of(call, CallField.TO_PORT));
                long end = kept.beginNanos(call) + Math.max(0, kept.tookNanos(call));
                long begin = kept.beginNanos(call) - kept.of(call, CallField.SET_UP);
                for (String each : site.asCalled(to)) {
                    stretches.add(CallPackets.Stretch.around(
                            from, each, CallPackets.EITHER, begin, end, said + text(kept, call)));
                }
            }
        }
        return stretches;
    }

    /** What a call is, and what caused it. */
    private static String text(CallRecords kept, int call) {
        int outcome = (int) kept.of(call, CallField.OUTCOME);
        boolean isAnswered = kept.tookNanos(call) >= 0 && !kept.is(call, CallRecords.FLAG_ONE_WAY);
        return "call " + call + ": " + kept.names().get(kept.from(call)) + " → "
                + kept.names().get(kept.to(call)) + ":" + kept.of(call, CallField.TO_PORT)
                + (isAnswered ? ", " + Figures.time(kept.tookNanos(call)) : "")
                + (outcome == Outcome.UNKNOWN ? "" : ", " + Outcome.text(outcome))
                + (kept.parent(call) == MessageTable.NONE ? "; no cause" : "; caused by call " + kept.parent(call))
                + String.format(Locale.ROOT, " (%.2f)", kept.probability(call));
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

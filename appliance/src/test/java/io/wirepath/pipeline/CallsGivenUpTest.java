package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.synthetic.FrameComposer;
import io.wirepath.appliance.synthetic.FrameComposer.Way;
import io.wirepath.appliance.synthetic.PcapWriter;
import io.wirepath.causes.CallEnd;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of calls without an answer it is told who ended their connection, when and how, by one sniffer and by two. */
final class CallsGivenUpTest {

    private static final int ETHERNET = 1;
    private static final int RESET = 0x04;
    private static final long START = 1_800_000_000_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final int CALLS = 90;
    private static final int CALLER = 0x0a000001;
    private static final int SERVER = 0x0a000002;
    private static final byte[] NOTHING = {};
    private static final byte[] REQUEST = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private record Packet(long nanos, byte[] frame) {}

    private final FrameComposer composer = new FrameComposer();
    private final List<Packet> packets = new ArrayList<>();

    @TempDir
    private Path temp;

    private void segment(long nanos, Way way, long sequence, long acknowledged, int flags, byte[] payload) {
        packets.add(new Packet(nanos, composer.tcp(way, sequence, acknowledged, flags, payload, 0, payload.length)));
    }

    /** A third is answered; of a third the caller goes after five seconds, and a third the server resets after 2.5. */
    private void call(int number) {
        Way out = new Way(CALLER, 40_000 + number, SERVER, 8080);
        Way back = out.reversed();
        long base = 1000L * number;
        long next = base + 1 + REQUEST.length;
        long now = START + 100 * MILLI * number;
        segment(now, out, base, 0, FrameComposer.SYN, NOTHING);
        segment(now + 1, back, 500, base + 1, FrameComposer.SYN | FrameComposer.ACK, NOTHING);
        segment(now + 2, out, base + 1, 501, FrameComposer.ACK, REQUEST);
        segment(now + MILLI, back, 501, next, FrameComposer.ACK, NOTHING);
        if (number % 3 == 0) {
            segment(now + 20 * MILLI, back, 501, next, FrameComposer.ACK, ANSWER);
            int fin = FrameComposer.FIN | FrameComposer.ACK;
            segment(now + 21 * MILLI, out, next, 501 + ANSWER.length, fin, NOTHING);
        } else if (number % 3 == 1) {
            segment(now + 5000 * MILLI, out, next, 501, FrameComposer.FIN | FrameComposer.ACK, NOTHING);
            segment(now + 5001 * MILLI, back, 501, next + 1, FrameComposer.FIN | FrameComposer.ACK, NOTHING);
        } else {
            segment(now + 2500 * MILLI, back, 501, next, RESET | FrameComposer.ACK, NOTHING);
        }
    }

    private String capture(String name, long laterNanos) throws IOException {
        Path file = temp.resolve(name + ".pcap");
        try (PcapWriter out = new PcapWriter(file, ETHERNET)) {
            for (Packet packet : packets) {
                out.write(packet.nanos + laterNanos, packet.frame, packet.frame.length, packet.frame.length);
            }
        }
        return file.toString();
    }

    private static Analysis analysis(String... captures) throws IOException {
        MergeReading reading =
                new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.silent(), false);
        return new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                .run(List.of(captures), null, null)
                .report()
                .analysis();
    }

    private static void assertEndsAreTold(Analysis analysis) {
        Map<String, Integer> ends = new TreeMap<>();
        for (int call = 0; call < analysis.calls().size(); call++) {
            int request = analysis.calls().request()[call];
            CallEnd end = analysis.messages().callEnd(request);
            long took = end == null ? 0 : end.nanos() - analysis.messages().timeNanos(request);
            String text = end == null
                    ? "none"
                    : (end.byCaller() ? "caller" : "server")
                            + (end.reset() ? " reset " : " closed ")
                            + Math.round((double) took / MILLI);
            ends.merge(text, 1, Integer::sum);
        }
        assertEquals(Map.of("none", 30, "caller closed 5000", 30, "server reset 2500", 30), ends);
        String detail = analysis.findings().stream()
                .filter(own -> own.kind().equals("unanswered-calls"))
                .map(Finding::detail)
                .findFirst()
                .orElseThrow();
        assertTrue(
                detail.contains(" the caller closed the connection about 5.0 s after the request: look at the"),
                detail);
        assertTrue(detail.contains(" reset the connection about 2.5 s after the request."), detail);
    }

    @Test
    void oneSnifferTellsWhoWentWhen() throws IOException {
        for (int call = 0; call < CALLS; call++) {
            call(call);
        }
        packets.sort(Comparator.comparingLong(Packet::nanos));
        assertEndsAreTold(analysis(capture("sw", 0)));
    }

    @Test
    void twoSniffersTellItOnce() throws IOException {
        for (int call = 0; call < CALLS; call++) {
            call(call);
        }
        packets.sort(Comparator.comparingLong(Packet::nanos));
        assertEndsAreTold(analysis(capture("near", 0), capture("far", 300_000)));
    }
}

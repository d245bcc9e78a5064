package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.flows.tls.Decryption;
import io.wirepath.flows.tls.DecryptionCounter;
import io.wirepath.flows.tls.TlsKeys;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded TLS sessions of all usual suites, with and without their keys. */
class TlsDecryptionTest {

    private static final String SUITES = "/captures/tls-suites.pcap.gz";

    /** What tshark finds with the same keys. */
    private static final Map<String, Integer> INSIDE =
            Map.of("request 44", 10, "response 50", 9, "request 46", 6, "response 17044", 6);

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(TlsDecryptionTest.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }

    static String text(String name) throws IOException {
        return new String(resource(name), StandardCharsets.US_ASCII);
    }

    private static TlsKeys keys() throws IOException {
        TlsKeys keys = new TlsKeys();
        keys.add(text("/captures/tls-suites.keys"));
        return keys;
    }

    private static boolean isSetUp(Sighting sighting) {
        return (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
    }

    private static void count(Map<String, Integer> counts, Sighting sighting) {
        if (!isSetUp(sighting)) {
            assertEquals(Protocol.HTTP1, sighting.protocol());
            String name = sighting.role().name().toLowerCase(Locale.ROOT) + " " + sighting.lengthBytes();
            counts.merge(name, 1, Integer::sum);
        }
    }

    private static Map<String, Integer> inside(UnaryOperator<ConnectionListener> before) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        new ShardedCapture(MessageSettings.defaults(), before).run(SUITES, sighting -> count(counts, sighting));
        return counts;
    }

    @Test
    void allUsualSuitesAreOpened() throws IOException {
        TlsKeys keys = keys();
        assertEquals(INSIDE, inside(assembler -> new Decryption(keys, assembler)));
    }

    /** Requests and responses of a capture, decrypted with the log of both. */
    private static Map<String, Integer> roles(String capture, String log) throws IOException {
        TlsKeys keys = new TlsKeys();
        keys.add(text(log));
        Map<String, Integer> roles = new TreeMap<>();
        new ShardedCapture(MessageSettings.defaults(), assembler -> new Decryption(keys, assembler))
                .run(capture, sighting -> {
                    if (!isSetUp(sighting)) {
                        roles.merge(sighting.role() + " " + sighting.protocol(), 1, Integer::sum);
                    }
                });
        return roles;
    }

    @Test
    void suitesWithCcmAndResumedSessionsAreOpened() throws IOException {
        assertEquals(
                Map.of("REQUEST HTTP1", 10, "RESPONSE HTTP1", 10),
                roles("/captures/tls-ccm.pcap.gz", "/captures/tls-ccm.keys"));
    }

    @Test
    void whatAClientSaysBeforeTheServerAnswersIsOpened() throws IOException {
        assertEquals(
                Map.of("REQUEST HTTP1", 4, "RESPONSE HTTP1", 4),
                roles("/captures/tls-early.pcap.gz", "/captures/tls-ccm.keys"));
    }

    /** Two servers that refuse, and one that asks for another hello; before them a request that nobody answers. */
    @Test
    void whatAServerRefusesWasNotSaid() throws IOException {
        assertEquals(
                Map.of("REQUEST HTTP1", 4, "RESPONSE HTTP1", 3),
                roles("/captures/tls-refused.pcap.gz", "/captures/tls-refused.keys"));
    }

    /** What says that a connection ended is none. */
    private static void countMessage(Sighting sighting, Map<Protocol, Integer> to) {
        if (!Outcome.isEnd(sighting.outcome())) {
            to.merge(sighting.protocol(), 1, Integer::sum);
        }
    }

    @Test
    void sessionsWithoutAKeyStayAsTheyAre() throws IOException {
        Map<Protocol, Integer> protocols = new TreeMap<>();
        TlsKeys others = new TlsKeys();
        others.add("CLIENT_RANDOM " + "00".repeat(32) + " " + "11".repeat(48));
        new ShardedCapture(MessageSettings.defaults(), assembler -> new Decryption(others, assembler))
                .run(SUITES, sighting -> countMessage(sighting, protocols));
        Map<Protocol, Integer> plain = new TreeMap<>();
        new ShardedCapture(MessageSettings.defaults(), UnaryOperator.identity())
                .run(SUITES, sighting -> countMessage(sighting, plain));
        assertEquals(plain, protocols);
        assertEquals(Map.of(Protocol.TLS, plain.get(Protocol.TLS)), plain);
    }

    /** Cuts what is handed on into random pieces. */
    private static ConnectionListener cutting(ConnectionListener to, Random random) {
        StreamBytes piece = new StreamBytes();
        return listener(to, (connection, direction, bytes) -> {
            while (bytes.length > 0) {
                int count = 1 + random.nextInt(Math.min(bytes.length, 700));
                to.onBytes(connection, direction, piece.setFirst(bytes, count));
                bytes.skip(count);
            }
        });
    }

    /** Takes bytes. */
    interface Bytes {
        void on(Connection c, int direction, StreamBytes bytes);
    }

    static ConnectionListener listener(ConnectionListener to, Bytes bytes) {
        return (ConnectionListener) Proxy.newProxyInstance(
                TlsDecryptionTest.class.getClassLoader(),
                new Class<?>[] {ConnectionListener.class},
                (proxy, method, a) -> {
                    if (!method.getName().equals("onBytes")) {
                        return method.invoke(to, a);
                    }
                    bytes.on((Connection) a[0], (int) a[1], (StreamBytes) a[2]);
                    return null;
                });
    }

    @Test
    void piecesOfAnySizeGiveTheSame() throws IOException {
        TlsKeys keys = keys();
        Random random = new Random(21);
        assertEquals(INSIDE, inside(assembler -> cutting(new Decryption(keys, assembler), random)));
    }

    @Test
    void aLossCostsWhatWasLostAndNoMore() throws IOException {
        TlsKeys keys = keys();
        Map<String, Integer> counts = new TreeMap<>();
        int[] lost = {0};
        long[] missing = {0};
        UnaryOperator<ConnectionListener> before = assembler -> {
            Decryption decryption = new Decryption(keys, assembler);
            ConnectionListener losing = listener(decryption, (connection, direction, bytes) -> {
                int length = bytes.length;
                long at = bytes.streamOffset;
                SegmentContext segment = bytes.segment;
                // tickets of a server, and the middle of its page
                if (direction == 1 && length == 255 && lost[0] < 2) {
                    lost[0]++;
                    decryption.onMissing(connection, direction, at, length, null, segment.timeNanos);
                } else if (length > 15_000 && lost[0] == 2) {
                    lost[0]++;
                    decryption.onBytes(connection, direction, new StreamBytes().setFirst(bytes, 3000));
                    decryption.onMissing(connection, direction, at + 3000, 2000, null, segment.timeNanos);
                    bytes.skip(5000);
                    decryption.onBytes(connection, direction, bytes);
                } else {
                    decryption.onBytes(connection, direction, bytes);
                }
            });
            return losing;
        };
        new ShardedCapture(MessageSettings.defaults(), before).run(SUITES, sighting -> {
            count(counts, sighting);
            missing[0] += isSetUp(sighting) ? 0 : sighting.missingBytes();
        });
        assertEquals(3, lost[0]);
        assertEquals(INSIDE.get("request 44"), counts.get("request 44"));
        assertEquals(INSIDE.get("request 46"), counts.get("request 46"));
        assertEquals(INSIDE.get("response 17044"), counts.get("response 17044"));
        assertTrue(missing[0] >= 1 << 14, "a record of which bytes are missing is lost whole");
    }

    @Test
    void secretsInsideACaptureAreUsed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("secrets.pcapng.gz");
        Files.write(file, resource("/captures/tls-secrets.pcapng.gz"));
        Map<String, Integer> counts = new TreeMap<>();
        FlowReport report;
        try (FrameSource source = CaptureFile.open(file.toString())) {
            SightingSink sink = sighting -> count(counts, sighting);
            report = FlowPipeline.run(source, FlowSettings.defaults(), sink);
        }
        assertEquals(Map.of("request 44", 1, "response 50", 1, "request 46", 1, "response 17044", 1), counts);
        long sessions = report.counters().stream()
                .filter(value -> value.counter() == DecryptionCounter.TLS_SESSIONS_WITH_KEY)
                .findFirst()
                .orElseThrow()
                .value();
        assertEquals(2, sessions);
    }

    @Test
    void aLineThatIsNoneIsNamed() {
        TlsKeys keys = new TlsKeys();
        String good = "CLIENT_RANDOM " + "00".repeat(32) + " " + "11".repeat(48) + "\n";
        assertEquals(1, keys.add("# comment\n\n" + good + "EXPORTER_SECRET " + "00".repeat(32) + " 1122\n"));
        String message = assertThrows(IllegalArgumentException.class, () -> keys.add(good + "what?\n"))
                .getMessage();
        assertEquals("line 2: no line of a key log, which is LABEL RANDOM SECRET", message);
        assertEquals("1 sessions", keys.toString());
    }
}

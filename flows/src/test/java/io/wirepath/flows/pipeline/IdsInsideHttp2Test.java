package io.wirepath.flows.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.message.MessageCounter;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Identifiers in the header blocks of HTTP/2: in clear, in gRPC's metadata and, where the capture holds the keys, inside
 * TLS. Four encoders wrote the recording; tshark reads the same 277 in it.
 */
final class IdsInsideHttp2Test {

    /** Each request of the recording is {@code /buy/N}, {@code /curl/N}, or what these cause. */
    private static final int BOUGHT = 80;

    @TempDir
    private Path directory;

    /** Requests with their port and identifiers, and what was counted. */
    private final Map<String, Integer> found = new HashMap<>();

    private final Map<String, SiteId> byOperation = new HashMap<>();
    private FlowReport report;

    private final class Finding implements SightingSink {

        private SiteId carried;
        private String asked = "";

        @Override
        public void onOperation(Sighting sighting, String operation) {
            asked = operation;
        }

        @Override
        public void onSiteId(Sighting sighting, SiteId id) {
            carried = id;
        }

        @Override
        public void onSighting(Sighting sighting) {
            if (carried != null) {
                found.merge(port(sighting) + " " + carried.trace() + " " + carried.span(), 1, Integer::sum);
                byOperation.put(asked, carried);
            }
            carried = null;
            asked = "";
        }

        private int port(Sighting sighting) {
            return sighting.destinationPort();
        }
    }

    /** Reads the recording without the frames that are lost. */
    private void read(SiteId.Keeping keeping, LongPredicate isLost) throws IOException {
        found.clear();
        byOperation.clear();
        Path file = directory.resolve("ids.pcapng.gz");
        String name = "/captures/ids-http2.pcapng.gz";
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(name), name)) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        FlowSettings settings = FlowSettings.defaults();
        settings = settings.withMessage(
                settings.message().withIds(keeping).withOperations(true).withContent(false));
        try (FrameSource source = new Lossy(CaptureFile.open(file.toString()), isLost)) {
            report = FlowPipeline.run(source, settings, new Finding());
        }
    }

    private long unreadable() {
        return report.counters().stream()
                .filter(value -> value.counter() == MessageCounter.IDENTIFIERS_UNREADABLE)
                .mapToLong(value -> value.value())
                .sum();
    }

    private long count(int port) {
        return found.entrySet().stream()
                .filter(each -> each.getKey().startsWith(port + " "))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Test
    void findsAllThatAnotherReaderFinds() throws IOException {
        read(SiteId.Keeping.JOINED, frame -> false);
        assertEquals(79, count(8080), "three with a number of the request alone");
        assertEquals(119, count(50051));
        assertEquals(79, count(8443), "inside TLS");
        assertEquals(0, unreadable());
        // said twice, so the second time it is a number in the table
        assertEquals(2, found.get("8080 " + trace('c', 5) + " " + span(0x100005)));
        assertEquals(2, found.get("8443 " + trace('c', 5) + " " + span(0x400005)));
        assertEquals(1, found.get("50051 " + trace('d', 40) + " " + span(0x400028)));
        assertEquals(1, found.get("8080 " + trace('e', 4) + " " + span(0x500004)));
        assertEquals("req-24", byOperation.get("GET /buy/24").request());
    }

    /** What a name is that the table holds is not known then, and no identifier is told of another request. */
    @Test
    void fromTheMiddleWhatCannotBeReadIsCountedAndNoneIsWrong() throws IOException {
        read(SiteId.Keeping.JOINED, frame -> frame < 400);
        assertTrue(unreadable() > 10, () -> unreadable() + " of " + found.size());
        assertNoneIsWrong();
    }

    @Test
    void whereFramesAreLostNoneIsWrong() throws IOException {
        long all = 0;
        for (int seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            read(SiteId.Keeping.JOINED, frame -> random.nextInt(20) == 0);
            assertNoneIsWrong();
            all += count(8080);
        }
        assertTrue(all > 60 * 20, all + " of " + 60 * 79);
    }

    @Test
    void onlyHashesAreKeptWhereNoMoreIsWanted() throws IOException {
        read(SiteId.Keeping.HASHED, frame -> false);
        assertEquals(119, count(50051));
        assertTrue(byOperation.values().stream()
                .allMatch(id -> id.trace().isEmpty() && id.request().isEmpty()));
        read(SiteId.Keeping.NONE, frame -> false);
        assertTrue(found.isEmpty());
        assertEquals(0, unreadable());
    }

    private void assertNoneIsWrong() {
        for (int request = 1; request <= BOUGHT; request++) {
            SiteId id = byOperation.get("GET /buy/" + request);
            int same = request % 5 == 1 && request > 1 ? request - 1 : request;
            if (id != null && !id.trace().isEmpty()) {
                assertEquals(trace('c', same), id.trace(), "request " + request);
                assertEquals(span(0x100000 + same), id.span());
            }
            assertFalse(id != null && !id.request().isEmpty() && !id.request().equals("req-" + request));
        }
    }

    private static String trace(char first, int number) {
        return first + "%031x".formatted(number);
    }

    private static String span(int number) {
        return "%016x".formatted(number);
    }

    /** A capture of which some frames are missing. */
    private record Lossy(FrameSource whole, LongPredicate isLost) implements FrameSource {

        @Override
        public boolean fill(FrameBlock block) throws IOException {
            boolean more = whole.fill(block);
            int count = block.count();
            long first = count == 0 ? 1 : block.frameNumber(0);
            FrameBlock all = new FrameBlock(1);
            all.reset(first);
            for (int i = 0; i < count; i++) {
                copy(block, i, all);
            }
            ByteBuffer area = block.bytes();
            block.reset(first);
            block.lend(area);
            for (int i = 0; i < count; i++) {
                if (!isLost.test(first + i)) {
                    copy(all, i, block);
                }
            }
            return more;
        }

        private static void copy(FrameBlock from, int i, FrameBlock to) {
            to.add(from.timeNanos(i), from.offset(i), from.capturedLength(i), from.originalLength(i), from.linkType(i));
        }

        @Override
        public String sniffer() {
            return whole.sniffer();
        }

        @Override
        public Optional<CaptureDamage> damage() {
            return whole.damage();
        }

        @Override
        public long droppedBeforeCapture() {
            return whole.droppedBeforeCapture();
        }

        @Override
        public void secretsTo(Consumer<byte[]> sink) {
            whole.secretsTo(sink);
        }

        @Override
        public Progress progress() {
            return whole.progress();
        }

        @Override
        public void close() throws IOException {
            whole.close();
        }
    }
}

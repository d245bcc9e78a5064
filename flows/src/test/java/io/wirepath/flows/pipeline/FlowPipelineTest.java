package io.wirepath.flows.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.RingSettings;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlowPipelineTest {

    private static final int SMALL_BLOCK = 1 << 19;
    private static final long FRAMES = 5581;

    @TempDir
    private Path folder;

    private Path capture;

    @BeforeEach
    void copyCapture() throws IOException {
        capture = folder.resolve("sw-app.pcap.gz");
        try (InputStream in = Objects.requireNonNull(
                FlowPipelineTest.class.getResourceAsStream("/captures/mid-sw-app.pcap.gz"), "test capture")) {
            Files.copy(in, capture);
        }
    }

    /** Everything a sink is told, in order. */
    private static final class Told implements SightingSink {
        final ByteArrayOutputStream told = new ByteArrayOutputStream();
        int sightings;

        @Override
        public void onSighting(Sighting sighting) {
            byte[] bytes = new byte[SightingCodec.LENGTH];
            sighting.bytes().get(sighting.offset(), bytes);
            told.writeBytes(bytes);
            sightings++;
        }

        @Override
        public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
            told.writeBytes(
                    (addressHigh + " " + addressLow + " " + name + " " + origin).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void onProgress(long timeNanos) {
            told.writeBytes(Long.toString(timeNanos).getBytes(StandardCharsets.UTF_8));
        }
    }

    private FlowReport run(FlowSettings settings, SightingSink sink) {
        return assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            try (FrameSource source = CaptureFile.open(capture.toString())) {
                return FlowPipeline.run(source, settings, sink);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 16, 99})
    void theSinkSeesTheSameForAnyNumberOfWorkers(int workers) {
        FlowSettings settings = FlowSettings.defaults().withBlockBytes(SMALL_BLOCK);
        Told one = new Told();
        FlowReport wanted = run(settings, one);
        Told many = new Told();
        FlowReport report = run(settings.withWorkers(workers), many);
        assertTrue(one.sightings > 3000, () -> one.sightings + " sightings");
        assertArrayEquals(one.told.toByteArray(), many.told.toByteArray());
        assertEquals(wanted, report);
    }

    @ParameterizedTest
    @EnumSource(RingSettings.Waiting.class)
    void theSinkSeesTheSameHoweverThreadsWait(RingSettings.Waiting waiting) {
        Told one = new Told();
        run(FlowSettings.defaults(), one);
        Told other = new Told();
        run(FlowSettings.defaults().withRing(new RingSettings(2, waiting)), other);
        assertArrayEquals(one.told.toByteArray(), other.told.toByteArray());
    }

    @Test
    void theReportAccountsForEveryFrame() {
        FlowReport report = run(FlowSettings.defaults(), sighting -> {});
        assertEquals(FRAMES, report.frames());
        assertEquals(FRAMES, value(report, "FRAMES"));
        assertTrue(report.firstNanos() < report.lastNanos());
        assertEquals(
                value(report, "SEGMENTS") + value(report, "DATAGRAMS"),
                value(report, "USED_TCP") + value(report, "USED_UDP"));
        assertEquals(value(report, "MESSAGES"), countSightings());
    }

    private long countSightings() {
        Told told = new Told();
        run(FlowSettings.defaults(), told);
        return told.sightings;
    }

    private static long value(FlowReport report, String name) {
        return report.counters().stream()
                .filter(value -> value.counter().name().equals(name))
                .mapToLong(CounterSet.Value::value)
                .sum();
    }

    @Test
    void aCutCaptureGivesThePartBeforeTheCut() throws IOException {
        byte[] whole = Files.readAllBytes(capture);
        Files.write(capture, Arrays.copyOf(whole, whole.length / 2));
        FlowReport report = run(FlowSettings.defaults(), sighting -> {});
        assertTrue(report.frames() > 1000 && report.frames() < FRAMES);
        assertEquals(report.frames() + 1, report.damage().orElseThrow().frameNumber());
    }

    @Test
    void aSinkThatFailsStopsTheRunWithItsOwnException() {
        UncheckedIOException failure = new UncheckedIOException(new IOException("disk full"));
        Throwable thrown = assertThrows(
                UncheckedIOException.class,
                () -> run(FlowSettings.defaults().withWorkers(3), sighting -> {
                    throw failure;
                }));
        assertEquals(failure, thrown);
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> FlowSettings.defaults().withWorkers(0));
        assertThrows(
                IllegalArgumentException.class, () -> FlowSettings.defaults().withBlockBytes(1000));
    }

    /** Datagrams of many hosts, so of all shards, that nobody answers: they wait until the capture ends. */
    @Test
    void whatTheEndOfTheCaptureCompletesComesInTheOrderInWhichItPassed() throws IOException {
        int count = 100;
        int length = 14 + 20 + 8 + 4;
        ByteBuffer bytes = ByteBuffer.allocate(24 + count * (16 + length)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(0xa1b2c3d4).putInt(0x40002).putLong(0).putInt(65_535).putInt(1);
        for (int i = 0; i < count; i++) {
            bytes.putInt(1000).putInt(1000 * i).putInt(length).putInt(length);
            ByteBuffer frame = bytes.slice(bytes.position(), length);
            frame.putShort(12, (short) 0x0800).putInt(14, 0x4500 << 16 | 32).put(22, (byte) 64);
            frame.put(23, (byte) 17).putInt(26, 0x0a000100 + i).putInt(30, 0x0a000200 + i);
            frame.putInt(34, 33_000 << 16 | 514).putShort(38, (short) 12);
            bytes.position(bytes.position() + length);
        }
        capture = Files.write(folder.resolve("datagrams.pcap"), bytes.array());
        List<Long> times = new ArrayList<>();
        run(FlowSettings.defaults(), sighting -> times.add(sighting.lastByteNanos()));
        assertEquals(count, times.size());
        assertEquals(times.stream().sorted().toList(), times);
    }
}

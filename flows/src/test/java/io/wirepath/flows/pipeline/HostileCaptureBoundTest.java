package io.wirepath.flows.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bound on what 64 KB of input may cost in memory: 16 MB beyond the fixed buffers, which are what a capture
 * without frames allocates. Counted is every byte allocated by all threads, whether it is garbage at once or held.
 *
 * <p>The other half of the bound, 100 ms, is a time, so its test is among the slow ones: the CPU time of all threads,
 * the least of some runs. In the ordinary run its place is taken by what a time would be made of: no input gives more
 * messages than bytes, and allocation bounds the work. What a compressed file holds counts, not its own size.
 */
class HostileCaptureBoundTest {

    private static final int CAPTURES = 10 * HostileCapture.ATTACKS;
    private static final long MAX_NANOS = 100_000_000L;
    private static final int RUNS = 5;
    private static final long MAX_BYTES = 16L << 20;

    @TempDir
    private Path folder;

    /**
     * Adds up what the ring's threads and the caller's have allocated, at the end of each block; the last one counts.
     */
    private static final class Meter implements SightingSink {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final long caller = Thread.currentThread().getId();
        private final long callerBefore = threads.getThreadAllocatedBytes(caller);
        private final long callerCpuBefore = threads.getThreadCpuTime(caller);
        private long allocated;
        private long cpuNanos;
        private long sightings;

        @Override
        public void onSighting(Sighting sighting) {
            sightings++;
        }

        @Override
        public void onProgress(long timeNanos) {
            allocated = threads.getThreadAllocatedBytes(caller) - callerBefore;
            cpuNanos = threads.getThreadCpuTime(caller) - callerCpuBefore;
            for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                if (thread != null && thread.getThreadName().startsWith("wirepath-ring")) {
                    allocated += threads.getThreadAllocatedBytes(thread.getThreadId());
                    cpuNanos += threads.getThreadCpuTime(thread.getThreadId());
                }
            }
        }
    }

    private Meter run(byte[] capture) throws IOException {
        FlowSettings settings = FlowSettings.defaults();
        settings = settings.withMessage(settings.message().withContent(true).withOperations(true))
                .withDecode(settings.decode().withKey(true, true));
        Path file = Files.write(folder.resolve("hostile.pcap"), capture);
        Meter meter = new Meter();
        try (FrameSource source = CaptureFile.open(file.toString())) {
            FlowReport report = FlowPipeline.run(source, settings, meter);
            assertEquals(report.frames(), fates(report), "each frame has one fate");
        }
        return meter;
    }

    private static long fates(FlowReport report) {
        return report.counters().stream()
                .filter(value -> value.counter() instanceof DecodeCounter)
                .mapToLong(CounterSet.Value::value)
                .sum();
    }

    @Test
    void sixtyFourKilobytesAllocateAtMostSixteenMegabytes() throws IOException {
        run(HostileCapture.empty());
        long fixed = run(HostileCapture.empty()).allocated;
        for (int seed = 0; seed < CAPTURES; seed++) {
            Meter meter = run(HostileCapture.of(seed));
            long beyond = meter.allocated - fixed;
            String seen = "seed " + seed + ": " + beyond + " bytes, " + meter.sightings + " messages";
            assertTrue(beyond <= MAX_BYTES, seen);
            assertTrue(meter.sightings <= HostileCapture.BYTES, seen);
        }
    }

    @Test
    @Tag("slow")
    void sixtyFourKilobytesTakeAtMostAHundredMilliseconds() throws IOException {
        for (int seed = 0; seed < CAPTURES; seed++) {
            byte[] capture = HostileCapture.of(seed);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < RUNS && (i == 0 || least >= MAX_NANOS); i++) {
                least = Math.min(least, run(capture).cpuNanos);
            }
            assertTrue(least < MAX_NANOS, "seed " + seed + ": " + least + " ns");
        }
    }
}

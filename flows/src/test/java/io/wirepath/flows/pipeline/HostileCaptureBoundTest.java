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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bound on what 64 KB of input may cost in memory: 16 MB beyond the fixed buffers, which are what a capture
 * without frames allocates. Counted is every byte allocated by all threads, whether it is garbage at once or held.
 *
 * <p>The other half of the bound, 100 ms, is a time and so no matter for a test on a busy machine. Its place is taken by what a
 * time would be made of: no input gives more messages than bytes, and allocation bounds the work. For the framers, where
 * work could grow faster than either, {@code HostileInputTest} measures CPU time.
 */
class HostileCaptureBoundTest {

    private static final int CAPTURES = 100;
    private static final long MOST_BYTES = 16L << 20;

    @TempDir
    private Path folder;

    /** Adds up what the ring's threads and the caller's have allocated, at the end of each block; the last one counts. */
    private static final class Meter implements SightingSink {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final long caller = Thread.currentThread().getId();
        private final long callerBefore = threads.getThreadAllocatedBytes(caller);
        private long allocated;
        private long sightings;

        @Override
        public void onSighting(Sighting sighting) {
            sightings++;
        }

        @Override
        public void onProgress(long timeNanos) {
            allocated = threads.getThreadAllocatedBytes(caller) - callerBefore;
            for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                if (thread != null && thread.getThreadName().startsWith("wirepath-ring")) {
                    allocated += threads.getThreadAllocatedBytes(thread.getThreadId());
                }
            }
        }
    }

    private Meter run(byte[] capture) throws IOException {
        Path file = Files.write(folder.resolve("hostile.pcap"), capture);
        Meter meter = new Meter();
        try (FrameSource source = CaptureFile.open(file.toString())) {
            FlowReport report = FlowPipeline.run(source, FlowSettings.defaults(), meter);
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
            assertTrue(beyond <= MOST_BYTES, seen);
            assertTrue(meter.sightings <= HostileCapture.BYTES, seen);
        }
    }
}

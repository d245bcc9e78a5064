package io.wirepath.flows.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowPipelineAllocationTest {

    private static final int REPETITIONS = 240;
    private static final long WARM_UP_FRAMES = 80 * 5581;
    private static final long FRAMES = REPETITIONS * 5581L;
    private static final int SOURCE_OCTET_AT = 28;
    private static final int DESTINATION_OCTET_AT = 32;
    /** Longer than any idle limit, so that what a repetition left behind is free for the next. */
    private static final long PAUSE_NANOS = 1_000_000_000_000L;

    /**
     * One object a frame would be 16 bytes at least; tables still grow now and then to what the largest block needs.
     */
    private static final double MAX_BYTES_A_FRAME = 8;

    @TempDir
    private Path folder;

    /** The same capture again and again, each time later and with other addresses (the third octet of each). */
    private static final class Repeating implements FrameSource {
        private final String path;
        private FrameSource present;
        private int repetition;
        private long shiftNanos;
        private long lastNanos;
        private long frames;

        Repeating(String path) throws IOException {
            this.path = path;
            present = CaptureFile.open(path);
        }

        @Override
        public boolean fill(FrameBlock block) throws IOException {
            while (!present.fill(block)) {
                present.close();
                if (++repetition == REPETITIONS) {
                    return false;
                }
                present = CaptureFile.open(path);
            }
            int count = block.count();
            if (block.frameNumber(0) == 1 && frames > 0) {
                shiftNanos = lastNanos + PAUSE_NANOS - block.timeNanos(0);
            }
            block.reset(frames + 1);
            for (int i = 0; i < count; i++) {
                block.bytes().put(block.offset(i) + SOURCE_OCTET_AT, (byte) repetition);
                block.bytes().put(block.offset(i) + DESTINATION_OCTET_AT, (byte) repetition);
                lastNanos = block.timeNanos(i) + shiftNanos;
                block.add(
                        lastNanos,
                        block.offset(i),
                        block.capturedLength(i),
                        block.originalLength(i),
                        block.linkType(i));
            }
            frames += count;
            return true;
        }

        @Override
        public String sniffer() {
            return present.sniffer();
        }

        @Override
        public Optional<CaptureDamage> damage() {
            return Optional.empty();
        }

        @Override
        public long droppedBeforeCapture() {
            return 0;
        }

        @Override
        public Progress progress() {
            return present.progress();
        }

        @Override
        public void close() throws IOException {
            present.close();
        }
    }

    /** Adds up what the ring's threads have allocated, when the warm-up is over and at each later block. */
    private static final class Meter implements SightingSink {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private long before = -1;
        private long after;
        private long connection;

        @Override
        public void onSighting(Sighting sighting) {
            connection = Math.max(connection, sighting.connection());
        }

        @Override
        public void onProgress(long timeNanos) {
            if (connection > WARM_UP_FRAMES) {
                after = allocatedByRing();
                before = before < 0 ? after : before;
            }
        }

        private long allocatedByRing() {
            long sum = 0;
            for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                if (thread != null
                        && thread.getThreadName().startsWith("wirepath-ring")
                        && thread.getThreadId() != Thread.currentThread().getId()) {
                    sum += threads.getThreadAllocatedBytes(thread.getThreadId());
                }
            }
            return sum;
        }
    }

    @Test
    void decodingAndReassemblyAllocateNextToNothingForAFrame() throws IOException {
        Path capture = folder.resolve("sw-app.pcap.gz");
        try (InputStream in = Objects.requireNonNull(
                FlowPipelineAllocationTest.class.getResourceAsStream("/captures/mid-sw-app.pcap.gz"), "test capture")) {
            Files.copy(in, capture);
        }
        Meter meter = new Meter();
        try (FrameSource source = new Repeating(capture.toString())) {
            FlowPipeline.run(source, FlowSettings.defaults(), meter);
        }
        double bytesAFrame = (meter.after - meter.before) / (double) (FRAMES - WARM_UP_FRAMES);
        assertTrue(meter.before > 0);
        assertTrue(bytesAFrame < MAX_BYTES_A_FRAME, () -> bytesAFrame + " bytes allocated for a frame");
    }
}

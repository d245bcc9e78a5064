package io.wirepath.appliance.extcap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import io.wirepath.sniffer.file.PacketRing;
import io.wirepath.sniffer.file.RingSegment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class RingTapTest {

    private static final long BEGIN = 1_764_000_000_000_000_000L;
    private static final int FRAMES = 100;
    private static final int FRAME_BYTES = 10_000;

    /** What pcapng has around a packet. */
    private static final int PACKET_BLOCK = 32;

    private static final Tap.Span ALL = new Tap.Span(Duration.ofDays(1), true);

    @TempDir
    private Path temp;

    private final FrameBlock block = new FrameBlock(2 * FRAMES * FRAME_BYTES);
    private long frame;

    /** A reader that goes once it has all of these bytes. */
    private static final class Reader extends OutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final long wanted;

        Reader(long wanted) {
            this.wanted = wanted;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] more, int from, int length) throws IOException {
            if (bytes.size() >= wanted) {
                throw new IOException("the reader went");
            }
            bytes.write(more, from, length);
        }

        @Override
        public void flush() throws IOException {
            write(new byte[0], 0, 0);
        }
    }

    private void take(PacketRing ring, int blocks) {
        for (int b = 0; b < blocks; b++) {
            block.reset(frame + 1);
            for (int i = 0; i < FRAMES; i++) {
                block.bytes().putLong(i * FRAME_BYTES, frame);
                block.add(BEGIN + frame, i * FRAME_BYTES, FRAME_BYTES, FRAME_BYTES, 1);
                frame++;
            }
            ring.take(block, 0);
        }
    }

    private List<Long> numbers(byte[] capture) throws IOException {
        Path file = Files.write(temp.resolve("read.pcapng"), capture);
        List<Long> numbers = new ArrayList<>();
        FrameBlock read = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (FrameSource source = CaptureFile.open(file.toString())) {
            while (source.fill(read)) {
                for (int i = 0; i < read.count(); i++) {
                    numbers.add(read.bytes().getLong(read.offset(i)));
                }
            }
        }
        return numbers;
    }

    @Test
    @Timeout(60)
    void whatComesMeanwhileIsGivenOnceAndInOrder() throws Exception {
        Path spool = temp.resolve("tap1");
        int blocks = 12;
        Reader reader = new Reader((long) blocks * FRAMES * (FRAME_BYTES + PACKET_BLOCK));
        Path directory = RingSegment.of(spool);
        CompletableFuture<Void> done;
        try (PacketRing ring = new PacketRing(directory, "tap1", PacketRing.MIN_BYTES, FRAME_BYTES, null, true)) {
            take(ring, 3);
            while (RingSegment.list(directory).isEmpty()) {
                Thread.onSpinWait(); // the ring's own thread writes its first file
            }
            Tap tap = RingTap.of(spool).orElseThrow();
            done = CompletableFuture.runAsync(() -> {
                try {
                    tap.capture(ALL, reader);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            take(ring, blocks - 3);
        }
        assertThrows(ExecutionException.class, done::get, "it ends as the reader goes");
        assertEquals(LongStream.range(0, (long) blocks * FRAMES).boxed().toList(), numbers(reader.bytes.toByteArray()));
    }
}

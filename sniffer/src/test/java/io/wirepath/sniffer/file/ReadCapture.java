package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that a capture gave. */
record ReadCapture(List<ReadFrame> frames, Optional<CaptureDamage> damage, long dropped, int blocks) {

    /** Fits the longest record, and little more. */
    static final int SMALL_BLOCK = 1 << 12;

    /** One frame, copied. */
    record ReadFrame(long number, long timeNanos, int linkType, int originalLength, List<Byte> bytes) {
        static ReadFrame of(long number, long timeNanos, int linkType, int originalLength, byte[] bytes) {
            List<Byte> list = new ArrayList<>(bytes.length);
            for (byte each : bytes) {
                list.add(each);
            }
            return new ReadFrame(number, timeNanos, linkType, originalLength, list);
        }
    }

    static ReadCapture of(byte[] capture) {
        return of(capture, FrameBlock.DEFAULT_BYTES, Integer.MAX_VALUE);
    }

    static ReadCapture of(byte[] capture, int blockBytes, int bytesPerRead) {
        try (FrameSource source = CaptureFile.open("x.pcap", new SlowChannel(capture, bytesPerRead), capture.length)) {
            return of(source, blockBytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The same; empty where the file is refused as a whole. */
    static Optional<ReadCapture> unlessRefused(byte[] capture, int blockBytes, int bytesPerRead) {
        try (FrameSource source = CaptureFile.open("x.pcap", new SlowChannel(capture, bytesPerRead), capture.length)) {
            return Optional.of(of(source, blockBytes));
        } catch (CaptureException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static ReadCapture of(FrameSource source, int blockBytes) throws IOException {
        FrameBlock block = new FrameBlock(blockBytes);
        List<ReadFrame> frames = new ArrayList<>();
        int blocks = 0;
        while (source.fill(block)) {
            blocks++;
            for (int i = 0; i < block.count(); i++) {
                byte[] bytes = new byte[block.capturedLength(i)];
                block.bytes().get(block.offset(i), bytes);
                frames.add(ReadFrame.of(
                        block.frameNumber(i), block.timeNanos(i), block.linkType(i), block.originalLength(i), bytes));
            }
        }
        return new ReadCapture(frames, source.damage(), source.droppedBeforeCapture(), blocks);
    }

    /** Gives at most so many bytes at a time, as a pipe does. */
    private static final class SlowChannel implements ReadableByteChannel {
        private final ByteBuffer rest;
        private final int bytesPerRead;

        SlowChannel(byte[] bytes, int bytesPerRead) {
            rest = ByteBuffer.wrap(bytes);
            this.bytesPerRead = bytesPerRead;
        }

        @Override
        public int read(ByteBuffer into) {
            if (!rest.hasRemaining()) {
                return -1;
            }
            int count = Math.min(bytesPerRead, Math.min(into.remaining(), rest.remaining()));
            into.put(rest.slice(rest.position(), count));
            rest.position(rest.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}

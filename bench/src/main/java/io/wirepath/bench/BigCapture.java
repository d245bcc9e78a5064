package io.wirepath.bench;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Makes a large capture out of small ones: repeats them one after the other, each time with later time stamps and other
 * addresses, so that every repetition has connections of its own. The result is pcap with nanoseconds.
 *
 * <pre>
 *  address a.b.c.d in repetition r  ──►  (a + r / 256).b.(c + r % 256).d     IPv4 directly in Ethernet; checksums follow
 * </pre>
 */
public final class BigCapture {

    private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
    private static final int SNAP_LENGTH = 262_144;
    private static final int ETHERNET = 1;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long GAP_NANOS = 1_000_000L;

    private final FileChannel file;
    private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 22);
    private final long targetBytes;
    private long bytes;
    private long packets;
    private long lastNanos;

    private BigCapture(FileChannel file, long targetBytes) {
        this.file = file;
        this.targetBytes = targetBytes;
    }

    /** Takes: the file to write, its size in bytes, and the captures to repeat. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 3) {
            System.err.println("usage: BigCapture OUTPUT BYTES CAPTURE...");
            System.exit(2);
        }
        Path output = Path.of(arguments[0]);
        try (FileChannel file = FileChannel.open(
                output, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            BigCapture big = new BigCapture(file, Long.parseLong(arguments[1]));
            big.write(List.of(arguments).subList(2, arguments.length));
            System.out.printf("%s: %,d packets, %,d bytes%n", output, big.packets, big.bytes);
        }
    }

    private void write(List<String> captures) throws IOException {
        out.putInt(MAGIC_NANOSECONDS).putShort((short) 2).putShort((short) 4).putLong(0);
        out.putInt(SNAP_LENGTH).putInt(ETHERNET);
        bytes = out.position();
        for (int repetition = 0; bytes < targetBytes; repetition++) {
            repeat(captures.get(repetition % captures.size()), repetition);
        }
        flush();
    }

    private void repeat(String capture, int repetition) throws IOException {
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        int shift = (repetition >>> 8) << 24 | (repetition & 0xff) << 8;
        long packetsBefore = packets;
        try (FrameSource source = CaptureFile.open(capture)) {
            long shiftNanos = 0;
            boolean first = true;
            while (bytes < targetBytes && source.fill(block)) {
                if (first) {
                    shiftNanos = lastNanos == 0 ? 0 : lastNanos + GAP_NANOS - block.timeNanos(0);
                    first = false;
                }
                for (int i = 0; i < block.count() && bytes < targetBytes; i++) {
                    append(block, i, block.timeNanos(i) + shiftNanos, shift);
                }
            }
        }
        if (packets == packetsBefore) {
            throw new IOException(capture + ": has no packets to repeat");
        }
    }

    private void append(FrameBlock block, int i, long nanos, int shift) throws IOException {
        int length = block.capturedLength(i);
        if (out.remaining() < RECORD_HEADER_BYTES + length) {
            flush();
        }
        out.putInt((int) (nanos / NANOS_PER_SECOND)).putInt((int) (nanos % NANOS_PER_SECOND));
        out.putInt(length).putInt(block.originalLength(i));
        int at = out.position();
        out.put(at, block.bytes(), block.offset(i), length).position(at + length);
        ShiftedAddresses.apply(out, at, length, shift);
        lastNanos = Math.max(lastNanos, nanos);
        bytes += RECORD_HEADER_BYTES + length;
        packets++;
    }

    private void flush() throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            file.write(out);
        }
        out.clear();
    }
}

package io.wirepath.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BigCaptureTest {

    private static final int FRAME_BYTES = 14 + 20 + 20 + 5;

    @TempDir
    private Path folder;

    /** One frame: TCP 10.1.0.11:40000 to 10.1.0.100:80 with five bytes, and right checksums. */
    private static ByteBuffer frame() {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES).putShort(12, (short) 0x0800);
        frame.putShort(14, (short) 0x4500)
                .putShort(16, (short) 45)
                .put(22, (byte) 64)
                .put(23, (byte) 6);
        frame.putInt(26, 0x0a01000b).putInt(30, 0x0a010064);
        frame.putShort(34, (short) 40_000).putShort(36, (short) 80).put(46, (byte) 0x50);
        frame.position(54).put("hello".getBytes(StandardCharsets.US_ASCII));
        frame.putShort(24, (short) ~sum(frame, 14, 34, 0));
        frame.putShort(50, (short) ~sum(frame, 34, FRAME_BYTES, pseudoHeader(frame)));
        return frame.clear();
    }

    private static int pseudoHeader(ByteBuffer frame) {
        return sum(frame, 26, 34, 6 + FRAME_BYTES - 34);
    }

    /** The one's complement sum (RFC 1071). */
    private static int sum(ByteBuffer bytes, int from, int to, int start) {
        int sum = start;
        for (int at = from; at < to; at++) {
            sum += (bytes.get(at) & 0xff) << ((at - from) % 2 == 0 ? 8 : 0);
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum;
    }

    private Path small() throws IOException {
        ByteBuffer capture = ByteBuffer.allocate(24 + 16 + FRAME_BYTES);
        capture.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0);
        capture.putInt(65_535).putInt(1);
        capture.putInt(1000).putInt(0).putInt(FRAME_BYTES).putInt(FRAME_BYTES).put(frame());
        byte[] bytes = new byte[capture.capacity()];
        capture.get(0, bytes);
        return Files.write(folder.resolve("small.pcap"), bytes);
    }

    @Test
    void eachRepetitionHasItsOwnAddressesLaterTimesAndRightChecksums() throws IOException {
        Path big = folder.resolve("big.pcap");
        BigCapture.main(new String[] {big.toString(), "50000", small().toString()});
        Set<Integer> sources = new HashSet<>();
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (FrameSource source = CaptureFile.open(big.toString())) {
            assertTrue(source.fill(block));
            for (int i = 0; i < block.count(); i++) {
                ByteBuffer frame = block.bytes().slice(block.offset(i), FRAME_BYTES);
                sources.add(frame.getInt(26));
                assertEquals(0xffff, sum(frame, 14, 34, 0), "IP checksum");
                assertEquals(0xffff, sum(frame, 34, FRAME_BYTES, pseudoHeader(frame)), "TCP checksum");
                assertTrue(i == 0 || block.timeNanos(i) > block.timeNanos(i - 1));
            }
        }
        assertTrue(block.count() > 600, () -> block.count() + " frames");
        assertEquals(block.count(), sources.size());
        assertTrue(Math.abs(Files.size(big) - 50_000) < 100);
    }

    @Test
    void aCaptureWithoutPacketsCannotBeRepeated() throws IOException {
        Path empty = Files.write(folder.resolve("empty.pcap"), Arrays.copyOf(Files.readAllBytes(small()), 24));
        assertThrows(
                IOException.class,
                () -> BigCapture.main(new String[] {folder.resolve("big.pcap").toString(), "50000", empty.toString()}));
    }
}

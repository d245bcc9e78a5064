package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteOrder;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's target for the readers of pcap, pcapng and gzip: any bytes, with or without a good header before them. A
 * file is refused as a whole, or gives frames up to its end or its damage; and it gives the same in whatever pieces its
 * bytes arrive, plain or compressed. Runs over the kept inputs in an ordinary build, and searches for new ones with
 * {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class CaptureFileFuzzTest {

    private static final int GZIP_MAGIC = 0x1f8b;

    @FuzzTest(maxDuration = "90s")
    void anyFileGivesTheSameFramesHoweverItArrives(FuzzedDataProvider data) {
        int bytesPerRead = data.consumeInt(1, 300);
        byte[] head = head(data.consumeInt(0, 4), data.consumeBoolean());
        byte[] capture = new CaptureWriter()
                .raw(head)
                .raw(data.consumeRemainingAsBytes())
                .bytes();
        Optional<ReadCapture> whole = read(capture, Integer.MAX_VALUE);
        assertEquals(whole, read(capture, bytesPerRead));
        if (!isGzip(capture)) {
            assertEquals(whole, read(CaptureWriter.gzip(capture), bytesPerRead));
            whole.ifPresent(read -> assertTrue(bytesIn(read) <= capture.length, "more bytes than the file has"));
        }
    }

    @FuzzTest(maxDuration = "90s")
    void anyGzipMemberAfterAGoodOneEndsInDamageOrFrames(FuzzedDataProvider data) {
        int bytesPerRead = data.consumeInt(1, 300);
        byte[] first = CaptureWriter.gzip(head(1 + data.consumeInt(0, 3), data.consumeBoolean()));
        byte[] capture = new CaptureWriter()
                .raw(first)
                .raw(data.consumeRemainingAsBytes())
                .bytes();
        assertEquals(read(capture, Integer.MAX_VALUE), read(capture, bytesPerRead));
    }

    /** Nothing, or the header of a capture, so that the fuzzer need not find it first. */
    private static byte[] head(int kind, boolean bigEndian) {
        CaptureWriter writer = new CaptureWriter().order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        return switch (kind) {
            case 1 -> writer.pcapHeader(0xa1b2c3d4, 4, ETHERNET).bytes();
            case 2 -> writer.pcapHeader(0xa1b23c4d, 4, ETHERNET).bytes();
            case 3 -> writer.section().bytes();
            case 4 -> writer.section().interfaceBlock(ETHERNET, 0).bytes();
            default -> new byte[0];
        };
    }

    /** What the file gives, with what holds for every file checked; empty if it is refused. */
    private static Optional<ReadCapture> read(byte[] capture, int bytesPerRead) {
        Optional<ReadCapture> read = ReadCapture.unlessRefused(capture, ReadCapture.SMALL_BLOCK, bytesPerRead);
        read.ifPresent(CaptureFileFuzzTest::check);
        return read;
    }

    private static void check(ReadCapture read) {
        long number = 0;
        for (ReadCapture.ReadFrame frame : read.frames()) {
            assertEquals(++number, frame.number());
            assertTrue(frame.originalLength() >= frame.bytes().size(), "a frame longer than it was");
        }
        long next = number + 1;
        read.damage().ifPresent(damage -> {
            assertEquals(next, damage.frameNumber());
            assertTrue(damage.offset() >= 0, "damage before the file");
        });
        assertTrue(read.blocks() <= number, "a block without frames");
        assertTrue(read.dropped() >= 0, "fewer than no frames dropped");
    }

    private static long bytesIn(ReadCapture read) {
        return read.frames().stream().mapToLong(frame -> frame.bytes().size()).sum();
    }

    private static boolean isGzip(byte[] capture) {
        return capture.length >= 2 && ((capture[0] & 0xff) << 8 | capture[1] & 0xff) == GZIP_MAGIC;
    }
}

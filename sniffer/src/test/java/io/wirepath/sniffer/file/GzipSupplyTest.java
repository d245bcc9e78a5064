package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static io.wirepath.sniffer.file.CaptureWriter.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipSupplyTest {

    private static final byte[] CAPTURE = capture(2000);

    private static byte[] capture(int frames) {
        CaptureWriter writer = new CaptureWriter().pcapHeader(0xa1b2c3d4, 4, ETHERNET);
        for (int i = 1; i <= frames; i++) {
            writer.pcapRecord(i, i, frame(i * i, 60 + i % 300), 400);
        }
        return writer.bytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 17, 100_000_000})
    void givesTheSameFramesAsThePlainFile(int bytesPerRead) {
        assertEquals(
                ReadCapture.of(CAPTURE, ReadCapture.SMALL_BLOCK, 1000),
                ReadCapture.of(gzip(CAPTURE), ReadCapture.SMALL_BLOCK, bytesPerRead));
    }

    @Test
    void readsSeveralMembersAndPadding() {
        int middle = CAPTURE.length / 3;
        byte[] members = new CaptureWriter()
                .raw(gzip(Arrays.copyOf(CAPTURE, middle)))
                .raw(gzip(new byte[0]))
                .raw(gzip(Arrays.copyOfRange(CAPTURE, middle, CAPTURE.length)))
                .raw(new byte[513])
                .bytes();
        assertEquals(ReadCapture.of(CAPTURE), ReadCapture.of(members));
    }

    @Test
    void readsEveryOptionalFieldOfTheHeader() {
        byte[] plain = gzip(CAPTURE);
        plain[3] = 0x1e;
        byte[] full = new CaptureWriter()
                .raw(Arrays.copyOf(plain, 10))
                .raw(new byte[] {3, 0, 7, 7, 7})
                .raw("name\0comment\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .raw(new byte[] {1, 2})
                .raw(Arrays.copyOfRange(plain, 10, plain.length))
                .bytes();
        assertEquals(ReadCapture.of(CAPTURE), ReadCapture.of(full));
    }

    @Test
    void bytesAfterTheLastMemberAreDamageAfterAllFrames() {
        byte[] capture =
                new CaptureWriter().raw(gzip(CAPTURE)).raw(new byte[] {0, 9, 9}).bytes();
        ReadCapture read = ReadCapture.of(capture);
        assertEquals(2000, read.frames().size());
        assertEquals(
                "bytes that are not gzip follow the gzip data",
                read.damage().orElseThrow().reason());
    }

    @Test
    void aWrongChecksumIsDamageAfterAllFrames() {
        byte[] compressed = gzip(CAPTURE);
        compressed[compressed.length - 8] ^= 1;
        ReadCapture read = ReadCapture.of(compressed);
        assertEquals(2000, read.frames().size());
        assertEquals(2001, read.damage().orElseThrow().frameNumber());
        assertEquals(CAPTURE.length, read.damage().orElseThrow().offset());
    }

    @Test
    void everyCutIsDamageAndGivesAPrefix() {
        byte[] compressed = gzip(CAPTURE);
        ReadCapture whole = ReadCapture.of(CAPTURE);
        int before = 0;
        for (int length = 200; length < compressed.length; length += 997) {
            ReadCapture cut = ReadCapture.of(Arrays.copyOf(compressed, length));
            int count = cut.frames().size();
            assertEquals(whole.frames().subList(0, count), cut.frames());
            assertTrue(cut.damage().isPresent());
            assertTrue(count >= before);
            before = count;
        }
        assertTrue(before > 1000, "frames before the last cut: " + before);
    }

    @Test
    void corruptDataCostLittleOfWhatCameBeforeThem() {
        byte[] compressed = gzip(CAPTURE);
        int middle = compressed.length / 2;
        Arrays.fill(compressed, middle, middle + 64, (byte) 0xff);
        ReadCapture read = ReadCapture.of(compressed);
        assertTrue(read.damage().isPresent());
        assertTrue(
                read.frames().size() > 500,
                "frames before the damage: " + read.frames().size());
    }
}

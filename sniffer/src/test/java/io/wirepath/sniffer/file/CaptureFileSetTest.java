package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static io.wirepath.sniffer.file.CaptureWriter.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory with files that follow each other is one capture. */
final class CaptureFileSetTest {

    @TempDir
    private Path folder;

    private Path set;

    @BeforeEach
    void makeDirectory() throws IOException {
        set = Files.createDirectory(folder.resolve("sw-app"));
    }

    private static byte[] capture(int... seconds) {
        CaptureWriter writer = new CaptureWriter().pcapHeader(0xa1b2c3d4, 4, ETHERNET);
        for (int second : seconds) {
            writer.pcapRecord(second, 0, frame(second, 60), 60);
        }
        return writer.bytes();
    }

    private void write(String name, byte[] content) throws IOException {
        Files.write(set.resolve(name), content);
    }

    /** The seconds of all frames; their numbers must be dense. */
    private static List<Long> seconds(FrameSource source) throws IOException {
        List<Long> seconds = new ArrayList<>();
        FrameBlock block = new FrameBlock(1 << 20);
        while (source.fill(block)) {
            for (int i = 0; i < block.count(); i++) {
                seconds.add(block.timeNanos(i) / 1_000_000_000L);
                assertEquals(seconds.size(), block.frameNumber(i));
            }
        }
        return seconds;
    }

    @Test
    void givesTheFramesOfAllFilesInTheOrderOfTheirTimes() throws IOException {
        write("ring2", gzip(capture(1, 2)));
        write("ring10", capture(5));
        write("ring1", capture(3, 4));
        write("ring3", capture());
        write("ring4", new byte[0]);
        write(".hidden", new byte[] {1});
        for (String name : List.of(set.toString(), set + "/")) {
            try (FrameSource source = CaptureFile.open(name)) {
                assertEquals("sw-app", source.sniffer());
                assertEquals(List.of(1L, 2L, 3L, 4L, 5L), seconds(source));
                assertTrue(source.damage().isEmpty());
                assertEquals(source.progress().bytesTotal(), source.progress().bytesRead());
                assertEquals(5, source.progress().frames());
                assertFalse(source.fill(new FrameBlock(1 << 20)));
            }
        }
    }

    @Test
    void goesOnBehindADamagedFileAndOneThatIsGone() throws IOException {
        byte[] cut = capture(1, 2);
        write("a", Arrays.copyOf(cut, cut.length - 5));
        write("b", capture(3));
        write("c", capture(4));
        try (FrameSource source = CaptureFile.open(set.toString())) {
            Files.delete(set.resolve("b"));
            assertEquals(List.of(1L, 4L), seconds(source));
            CaptureDamage damage = source.damage().orElseThrow();
            assertEquals(set.resolve("a").toString(), damage.source());
            assertEquals(2, damage.frameNumber());
            assertTrue(
                    damage.reason().endsWith("; 1 other file of the directory cannot be used whole either"),
                    damage.reason());
        }
    }

    @Test
    void aDirectoryOfOtherThingsIsRefused() throws IOException {
        assertEquals(
                set + ": is a directory without captures; name capture files, or a directory with those of"
                        + " one sniffer",
                assertThrows(CaptureException.class, () -> CaptureFile.open(set.toString()))
                        .getMessage());
        write("notes.txt", "what was done".getBytes(StandardCharsets.US_ASCII));
        assertThrows(CaptureException.class, () -> CaptureFile.open(set.toString()));
    }

    @Test
    void otherFilesAmongTheCapturesAreLeftOutAndNamed() throws IOException {
        write("a", capture(1));
        write("notes.txt", "what was done".getBytes(StandardCharsets.US_ASCII));
        try (FrameSource source = CaptureFile.open(set.toString())) {
            assertEquals(List.of(1L), seconds(source));
            assertEquals(
                    List.of("notes.txt is not a capture (neither pcap nor pcapng, plain or gzip)"), source.leftOut());
        }
    }
}

package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static io.wirepath.sniffer.file.CaptureWriter.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CaptureFileTest {

    private static final byte[] CAPTURE = new CaptureWriter()
            .pcapHeader(0xa1b2c3d4, 4, ETHERNET)
            .pcapRecord(1, 2, frame(1, 60), 60)
            .pcapRecord(2, 2, frame(2, 60), 60)
            .bytes();

    @TempDir
    private Path folder;

    private String file(byte[] content) throws IOException {
        return Files.write(folder.resolve("sw-app.pcap.gz"), content).toString();
    }

    @Test
    void namesTheSnifferAndTellsProgress() throws IOException {
        try (FrameSource source = CaptureFile.open(file(CAPTURE))) {
            assertEquals("sw-app", source.sniffer());
            assertEquals(2, ReadCapture.of(source, 1 << 20).frames().size());
            assertEquals(new FrameSource.Progress(CAPTURE.length, CAPTURE.length, 2), source.progress());
        }
    }

    static Stream<Arguments> refused() {
        byte[] section = new CaptureWriter().section().bytes();
        return Stream.of(
                Arguments.of("is empty", new byte[0]),
                Arguments.of("holds nothing", gzip(new byte[0])),
                Arguments.of("ends within the capture's header", Arrays.copyOf(CAPTURE, 20)),
                Arguments.of("ends within the capture's header", Arrays.copyOf(section, 20)),
                Arguments.of("ends within the capture's header", gzip(Arrays.copyOf(CAPTURE, 4))),
                Arguments.of("end in the middle, before a capture's header", Arrays.copyOf(gzip(CAPTURE), 14)),
                Arguments.of("end in the middle of a gzip header, before", Arrays.copyOf(gzip(CAPTURE), 7)),
                Arguments.of("is not a capture", "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII)),
                Arguments.of("is not a capture", new byte[1]),
                Arguments.of("is not a capture", new byte[4096]),
                Arguments.of("compressed twice", gzip(gzip(CAPTURE))),
                Arguments.of("compressed with zstd", new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0}),
                Arguments.of("snoop", "snoop\0\0\0\0\0\0\2".getBytes(StandardCharsets.US_ASCII)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNoCaptureIsRefusedInOneLine(String wanted, byte[] content) throws IOException {
        String path = file(content);
        CaptureException refusal = assertThrows(CaptureException.class, () -> open(path));
        assertTrue(refusal.getMessage().contains(wanted), refusal.getMessage());
        assertTrue(refusal.getMessage().startsWith(path + ": "), refusal.getMessage());
        assertFalse(refusal.getMessage().contains("\n"));
        assertTrue(refusal.remedy().length() > 5);
    }

    @Test
    void whatCannotBeOpenedIsRefusedInOneLine() throws IOException {
        assertEquals(
                folder + "/missing.pcap: there is no such file; check the name",
                assertThrows(CaptureException.class, () -> open(folder + "/missing.pcap"))
                        .getMessage());
        assertEquals(
                "is a directory without captures",
                assertThrows(CaptureException.class, () -> open(folder.toString()))
                        .problem());
        assertEquals(
                "there is no such file",
                assertThrows(CaptureException.class, () -> open("nul\0byte")).problem());
    }

    @Test
    void readsANamedPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
        Thread writer = new Thread(() -> {
            try {
                Files.write(pipe, gzip(CAPTURE));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        try (FrameSource source = CaptureFile.open(pipe.toString())) {
            assertEquals(-1, source.progress().bytesTotal());
            assertEquals(2, ReadCapture.of(source, 1 << 20).frames().size());
        }
        writer.join();
    }

    @Test
    void nothingIsAllocatedForAFrame() throws IOException {
        CaptureWriter writer = new CaptureWriter().pcapHeader(0xa1b2c3d4, 4, ETHERNET);
        for (int i = 0; i < 50_000; i++) {
            writer.pcapRecord(i, i, frame(i, 100), 100);
        }
        String path = file(writer.bytes());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        FrameBlock block = new FrameBlock(1 << 18);
        for (int round = 0; round < 2; round++) {
            try (FrameSource source = CaptureFile.open(path)) {
                source.fill(block);
                source.fill(block);
                long before = threads.getCurrentThreadAllocatedBytes();
                while (source.fill(block)) {
                    // nothing but reading
                }
                long allocated = threads.getCurrentThreadAllocatedBytes() - before;
                assertTrue(round == 0 || allocated < 4096, () -> allocated + " bytes allocated for 45,000 frames");
            }
        }
    }

    private static void open(String path) throws IOException {
        CaptureFile.open(path).close();
    }
}

package io.wirepath.sniffer.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What another program captures now is given out as it comes, over TCP and out of files that grow. */
@Timeout(60)
final class StreamedCaptureTest {

    private static final int MAGIC_MICROS = 0xa1b2c3d4;

    @TempDir
    private Path temp;

    private final List<String> notices = new ArrayList<>();
    private final List<Long> seconds = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private final FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);

    /** Frames of these seconds. */
    private static byte[] capture(int from, int count) {
        CaptureWriter writer = new CaptureWriter().pcapHeader(MAGIC_MICROS, 4, CaptureWriter.ETHERNET);
        for (int i = 0; i < count; i++) {
            writer.pcapRecord(from + i, 0, new byte[60], 60);
        }
        return writer.bytes();
    }

    /** Reads until so many frames came in all. */
    private void read(StreamedCapture stream, int frames) throws IOException {
        while (seconds.size() < frames) {
            assertTrue(stream.fill(block), "a stream goes on");
            for (int i = 0; i < block.count(); i++) {
                seconds.add(block.timeNanos(i) / 1_000_000_000L);
                numbers.add(block.frameNumber(i));
            }
        }
    }

    private void assertFrames(Long... expected) {
        assertEquals(List.of(expected), seconds);
        for (int i = 0; i < numbers.size(); i++) {
            assertEquals(i + 1L, numbers.get(i), "numbers go on over captures");
        }
    }

    @Test
    void aSenderThatIsListenedForGivesFramesAsTheyComeAndComesAgain() throws IOException {
        byte[] first = capture(100, 3);
        try (TcpCaptures captures = TcpCaptures.of("tcp-listen://127.0.0.1:0", System::nanoTime);
                StreamedCapture stream =
                        new StreamedCapture("tcp://x:1", "tcp", captures, System::nanoTime, notices::add)) {
            try (Socket sender = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
                OutputStream out = sender.getOutputStream();
                // two frames and a piece of the third: no frame waits for those behind it
                int cut = first.length - 40;
                out.write(first, 0, cut);
                read(stream, 2);
                assertTrue(stream.completeUntilNanos() <= 102_000_000_000L, "the third may be on its way");
                out.write(first, cut, first.length - cut);
                read(stream, 3);
            }
            try (Socket sender = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
                sender.getOutputStream().write(capture(200, 1));
                read(stream, 4);
            }
            assertFrames(100L, 101L, 102L, 200L);
            stream.run();
            assertFalse(stream.fill(block));
        }
        assertEquals("a capture begins", notices.get(0));
        assertTrue(notices.get(1).startsWith("the capture is over"), notices::toString);
    }

    @Test
    void aSenderThatIsConnectedToMayComeLater() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (StreamedCapture stream = StreamedCapture.tcp("tcp://127.0.0.1:" + port, System::nanoTime, notices::add)) {
            while (notices.isEmpty()) {
                assertTrue(stream.fill(block));
            }
            assertTrue(notices.get(0).startsWith("no capture can be had"), notices::toString);
            try (ServerSocket sensor = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                Thread giver = new Thread(() -> {
                    try (Socket reader = sensor.accept()) {
                        reader.getOutputStream().write(capture(300, 2));
                    } catch (IOException e) {
                        notices.add(e.toString());
                    }
                });
                giver.start();
                read(stream, 2);
                assertFrames(300L, 301L);
            }
        }
    }

    @Test
    void whatIsNoCaptureEndsNothing() throws IOException {
        try (TcpCaptures captures = TcpCaptures.of("tcp-listen://127.0.0.1:0", System::nanoTime);
                StreamedCapture stream =
                        new StreamedCapture("tcp://x:1", "tcp", captures, System::nanoTime, notices::add)) {
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
                stranger.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(9).getBytes(StandardCharsets.US_ASCII));
                while (notices.isEmpty()) {
                    assertTrue(stream.fill(block));
                }
            }
            assertTrue(notices.get(0).contains("is not a capture"), notices::toString);
            try (Socket sender = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
                sender.getOutputStream().write(capture(400, 1));
                read(stream, 1);
            }
            assertFrames(400L);
        }
    }

    /** Who is listened for may come late, whatever strangers said until then. */
    @Test
    void strangersEndNoListening() throws IOException {
        long[] now = new long[1];
        try (TcpCaptures captures = TcpCaptures.of("tcp-listen://127.0.0.1:0", System::nanoTime);
                StreamedCapture stream =
                        new StreamedCapture("tcp://x:1", "tcp", captures, () -> now[0], notices::add)) {
            now[0] = 120_000_000_000L;
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
                stranger.getOutputStream()
                        .write("SSH-2.0-a-stranger-of-another-kind\r\n".getBytes(StandardCharsets.UTF_8));
                while (notices.isEmpty()) {
                    assertTrue(stream.fill(block));
                }
            }
            assertEquals(1, notices.size());
            assertFalse(notices.get(0).contains("given up"), notices::toString);
            try (Socket sender = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
                sender.getOutputStream().write(capture(400, 1));
                now[0] += 1_000_000_000L;
                read(stream, 1);
            }
            assertFrames(400L);
        }
    }

    /** A stranger who connects and is silent holds nobody up for longer than some seconds. */
    @Test
    void whoSaysNothingIsLetGo() throws IOException {
        try (TcpCaptures captures = TcpCaptures.of("tcp-listen://127.0.0.1:0", System::nanoTime);
                StreamedCapture stream =
                        new StreamedCapture("tcp://x:1", "tcp", captures, System::nanoTime, notices::add);
                Socket stranger = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
            while (notices.isEmpty()) {
                assertTrue(stream.fill(block));
            }
            assertTrue(notices.get(0).contains("its beginning does not come"), notices::toString);
            assertFalse(notices.get(0).contains("given up"), notices::toString);
            assertEquals(-1, stranger.getInputStream().read());
        }
    }

    /** A header alone keeps the place while nobody wants it, as on a quiet network, and no longer than a minute. */
    @Test
    void whoSendsAHeaderAloneLosesItsPlaceToWhoWaits() throws IOException {
        byte[] capture = capture(750, 1);
        long[] now = new long[1];
        try (TcpCaptures captures = TcpCaptures.of("tcp-listen://127.0.0.1:0", System::nanoTime);
                StreamedCapture stream = new StreamedCapture("tcp://x:1", "tcp", captures, () -> now[0], notices::add);
                Socket stranger = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
            stranger.getOutputStream().write(capture, 0, PcapVariant.FILE_HEADER_BYTES);
            while (notices.isEmpty()) {
                assertTrue(stream.fill(block));
            }
            now[0] = 3_600_000_000_000L;
            assertTrue(stream.fill(block));
            assertEquals(List.of("a capture begins"), notices, "nobody waits");
            now[0] = 0;
            try (Socket sender = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
                sender.getOutputStream().write(capture);
                now[0] = 59_000_000_000L;
                assertTrue(stream.fill(block));
                assertEquals(1, notices.size(), notices::toString);
                now[0] = 60_000_000_000L;
                read(stream, 1);
            }
            assertFrames(750L);
            assertEquals(-1, stranger.getInputStream().read());
            assertTrue(notices.get(1).contains("another sender waits"), notices::toString);
        }
    }

    /** As where there are no more descriptors. */
    @Test
    void whereNobodyCanBeTakenThePresentOneGoesOn() throws IOException {
        byte[] capture = capture(750, 1);
        long[] now = new long[1];
        try (TcpCaptures captures = TcpCaptures.of("tcp-listen://127.0.0.1:0", System::nanoTime);
                StreamedCapture stream = new StreamedCapture("tcp://x:1", "tcp", captures, () -> now[0], notices::add);
                Socket sender = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
            sender.getOutputStream().write(capture, 0, PcapVariant.FILE_HEADER_BYTES);
            while (notices.isEmpty()) {
                assertTrue(stream.fill(block));
            }
            captures.close();
            now[0] = 60_000_000_000L;
            assertTrue(stream.fill(block));
            sender.getOutputStream()
                    .write(capture, PcapVariant.FILE_HEADER_BYTES, capture.length - PcapVariant.FILE_HEADER_BYTES);
            read(stream, 1);
            assertFrames(750L);
        }
    }

    /** tcpdump -U sends its header at once, and nothing more until a packet passes. */
    @Test
    void aSenderOfAQuietNetworkIsTaken() throws IOException {
        byte[] capture = capture(700, 1);
        try (TcpCaptures captures = TcpCaptures.of("tcp-listen://127.0.0.1:0", System::nanoTime);
                StreamedCapture stream =
                        new StreamedCapture("tcp://x:1", "tcp", captures, System::nanoTime, notices::add);
                Socket sender = new Socket(InetAddress.getLoopbackAddress(), captures.port())) {
            sender.getOutputStream().write(capture, 0, PcapVariant.FILE_HEADER_BYTES);
            while (notices.isEmpty()) {
                assertTrue(stream.fill(block));
            }
            assertEquals(List.of("a capture begins"), notices);
            sender.getOutputStream()
                    .write(capture, PcapVariant.FILE_HEADER_BYTES, capture.length - PcapVariant.FILE_HEADER_BYTES);
            read(stream, 1);
            assertFrames(700L);
        }
    }

    @Test
    void aFileWhoseHeaderComesLateIsFollowed() throws IOException {
        Path file = Files.createFile(temp.resolve("late.pcap"));
        try (StreamedCapture stream = StreamedCapture.follow(file.toString(), System::nanoTime, notices::add)) {
            while (notices.isEmpty()) {
                assertTrue(stream.fill(block));
            }
            assertTrue(notices.get(0).contains("its beginning does not come"), notices::toString);
            assertFalse(notices.get(0).contains("given up"), notices::toString);
            Files.write(file, capture(800, 1));
            read(stream, 1);
            assertFrames(800L);
        }
    }

    /** As tcpdump -z gzip leaves them. */
    @Test
    void whatIsNoCaptureEndsNoFile() throws IOException {
        byte[] capture = capture(900, 2);
        Path growing = temp.resolve("site_2.pcap");
        Files.write(growing, Arrays.copyOf(capture, capture.length - 10));
        try (StreamedCapture stream = StreamedCapture.follow(temp.toString(), System::nanoTime, notices::add)) {
            read(stream, 1);
            Files.write(temp.resolve("site_1.pcap.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3});
            assertTrue(stream.fill(block));
            assertTrue(stream.fill(block));
            Files.write(
                    growing,
                    Arrays.copyOfRange(capture, capture.length - 10, capture.length),
                    StandardOpenOption.APPEND);
            read(stream, 2);
            assertFrames(900L, 901L);
            assertEquals(List.of("a capture begins"), notices);
        }
    }

    /** As dumpcap -b writes them: a file grows, then another begins; what was there before is history. */
    @Test
    void filesThatGrowAndFollowEachOtherAreFollowed() throws IOException {
        Path old = Files.write(temp.resolve("site_00001.pcap"), capture(1, 5));
        Files.setLastModifiedTime(old, FileTime.fromMillis(1000));
        byte[] second = capture(500, 3);
        Path growing = temp.resolve("site_00002.pcap");
        Files.write(growing, Arrays.copyOf(second, 24 + 76 + 10));
        try (StreamedCapture stream = StreamedCapture.follow(temp.toString(), System::nanoTime, notices::add)) {
            read(stream, 1);
            Files.write(growing, Arrays.copyOfRange(second, 24 + 76 + 10, second.length), StandardOpenOption.APPEND);
            read(stream, 3);
            Files.write(temp.resolve("site_00003.pcap"), capture(600, 1));
            read(stream, 4);
            assertFrames(500L, 501L, 502L, 600L);
        }
    }

    @Test
    void addressesAreChecked() {
        for (String wrong : List.of("tcp://", "tcp://a", "tcp://a:70000", "tcp-listen://:x")) {
            assertTrue(StreamedCapture.isAddress(wrong));
            assertThrows(
                    CaptureException.class, () -> StreamedCapture.tcp(wrong, System::nanoTime, notices::add), wrong);
        }
        assertFalse(StreamedCapture.isAddress("tcp.pcap"));
        assertThrows(
                CaptureException.class,
                () -> StreamedCapture.follow(temp.resolve("none").toString(), System::nanoTime, notices::add));
    }
}

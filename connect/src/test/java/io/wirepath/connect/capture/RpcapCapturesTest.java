package io.wirepath.connect.capture;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.file.StreamedCapture;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers as an rpcapd of libpcap 1.10.3 gave them; docs/manual/sniff.md tells of runs against that itself. */
@Timeout(60)
final class RpcapCapturesTest {

    private static final String LOGGED_IN = "008800000000000800000000d4c3b2a1";
    private static final String OPENED = "0083000000000008" + "0000000100000000";
    private static final String STARTED = "0084000000000008" + "00000000%04x0000";
    private static final String STATISTICS = "0089000000000010" + "00000064000000030000000400000060";

    @TempDir
    private Path folder;

    private final List<String> asked = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();
    private ServerSocket control;
    private ServerSocket frames;

    @BeforeEach
    void listen() throws IOException {
        control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        frames = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        control.close();
        frames.close();
    }

    /** Plays an rpcapd that gives these answers, each when it is asked, and these frames. */
    private CompletableFuture<Void> rpcapd(byte[] sent, String... answers) {
        return CompletableFuture.runAsync(() -> {
            try (Socket told = control.accept()) {
                DataInputStream in = new DataInputStream(told.getInputStream());
                for (String answer : answers) {
                    byte[] head = in.readNBytes(8);
                    asked.add(HexFormat.of().formatHex(head, 0, 2) + " "
                            + HexFormat.of()
                                    .formatHex(
                                            in.readNBytes(ByteBuffer.wrap(head).getInt(4))));
                    told.getOutputStream().write(HexFormat.of().parseHex(answer.formatted(frames.getLocalPort())));
                    if (answer.equals(STARTED)) {
                        try (Socket to = frames.accept();
                                OutputStream out = to.getOutputStream()) {
                            out.write(sent);
                        }
                    }
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static byte[] frame(int seconds, int length, int saidLength) {
        return ByteBuffer.allocate(28 + length)
                .put((byte) 0)
                .put((byte) 7)
                .putShort((short) 0)
                .putInt(saidLength)
                .putInt(seconds)
                .putInt(250_000)
                .putInt(length)
                .putInt(length + 4)
                .putInt(1)
                .array();
    }

    private static byte[] frames(byte[]... all) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] each : all) {
            joined.writeBytes(each);
        }
        return joined.toByteArray();
    }

    /** Reads what comes, until the capture is over. */
    private List<String> read(Map<String, String> variables) throws IOException {
        RpcapCaptures store = new RpcapCaptures(variables::get);
        String address = "rpcap://127.0.0.1:" + control.getLocalPort() + "/eth1";
        List<String> read = new ArrayList<>();
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (StreamedCapture capture = StreamedCapture.stored(address, store, now::get, notices::add)) {
            assertEquals("eth1", capture.sniffer());
            while (notices.stream().noneMatch(notice -> notice.contains("is over") || notice.contains("no capture"))) {
                capture.fill(block);
                for (int i = 0; i < block.count(); i++) {
                    read.add(block.timeNanos(i) + " " + block.capturedLength(i) + " of " + block.originalLength(i));
                }
            }
            read.add("dropped " + capture.droppedBeforeCapture());
        }
        return read;
    }

    @Test
    void givesFramesOfAnyLengthWithTheirTimes() throws IOException {
        // the length of a message has 16 bits there
        CompletableFuture<Void> other = rpcapd(
                frames(frame(1_796_000_000, 60, 80), frame(1_796_000_001, 70_000, 70_020 & 0xffff)),
                LOGGED_IN,
                OPENED,
                STARTED);

        assertEquals(
                List.of("1796000000250000000 60 of 64", "1796000001250000000 70000 of 70004", "dropped 0"),
                read(Map.of()));
        other.join();
        assertEquals("0008 0000000000000000", asked.get(0));
        assertEquals("0003 65746831", asked.get(1));
        assertTrue(asked.get(2).startsWith("0004 00040000" + "00000064" + "0001" + "0000" + "00010000"), asked.get(2));
        assertTrue(asked.get(2).contains("0006000000000000"), "what carries the frames is left out: " + asked.get(2));
    }

    @Test
    void logsInWithAPassword() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "geheim\n");
        CompletableFuture<Void> other = rpcapd(
                new byte[0], "0001000500000015" + HexFormat.of().formatHex("Authentication failed".getBytes(US_ASCII)));

        read(Map.of(RpcapCaptures.USER, "ada", RpcapCaptures.PASSWORD, password.toString()));
        other.join();
        assertEquals("0008 " + "0001000000030006" + "616461" + "67656865696d", asked.get(0));
        assertEquals(
                "no capture can be had (rpcapd: Authentication failed); it is tried again, at least each 30 s, and given"
                        + " up after a minute in which nothing is reached",
                notices.get(0));
    }

    @Test
    void endsWhereFramesMakeNoSense() throws IOException {
        byte[] liar = frame(1, 60, 80);
        ByteBuffer.wrap(liar).putInt(16, Integer.MAX_VALUE);
        for (byte[] bad : List.of(liar, frame(1, 60, 81), new byte[100])) {
            notices.clear();
            CompletableFuture<Void> other = rpcapd(frames(frame(1, 60, 80), bad), LOGGED_IN, OPENED, STARTED);

            assertEquals("1250000000 60 of 64", read(Map.of()).get(0));
            other.join();
            assertEquals(
                    "the capture is over: reading failed: what the rpcapd sends are no frames; the next one is awaited",
                    notices.get(1));
        }
    }

    @Test
    void endsWhereAnswersMakeNoSense() throws IOException {
        for (String bad : List.of(
                "0188000000000000", "008800007fffffff", "00880000ffffffff", "0083000000000000", "0001000000000000")) {
            notices.clear();
            CompletableFuture<Void> other = rpcapd(new byte[0], bad);

            assertEquals(List.of("dropped 0"), read(Map.of()));
            other.join();
            assertTrue(notices.get(0).contains("rpcapd"), notices.get(0));
        }
        notices.clear();
        CompletableFuture<Void> other = rpcapd(new byte[0], LOGGED_IN, "0083000000000004" + "00000001");
        assertEquals(List.of("dropped 0"), read(Map.of()));
        other.join();
    }

    @Test
    void readsStatistics() throws Exception {
        CompletableFuture<Void> other = rpcapd(new byte[0], LOGGED_IN, STATISTICS);
        try (RpcapControl told = new RpcapControl("127.0.0.1", control.getLocalPort(), false)) {
            told.logIn("", "");
            assertArrayEquals(new long[] {3, 4}, told.dropped());
        }
        other.join();
    }

    @Test
    void knowsItsAddresses() {
        RpcapCaptures store = new RpcapCaptures(name -> null);

        assertTrue(store.isOf("rpcap://tap7/eth1") && store.isOf("rpcaps://[fd00::7]:2002/eth1"));
        for (String bad : List.of("rpcap://tap7", "rpcap://tap7:70000/eth1", "rpcap:///eth1", "rpcap://a@b/eth1")) {
            assertThrows(CaptureException.class, () -> store.open(bad), bad);
        }
    }
}

package io.wirepath.appliance.serve.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.host.HostRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Logs over TCP and UDP, of who keeps to the rules and of who does not. */
@Timeout(60)
class UlmReceiverTest {

    private static final String BEGIN = "DATE=20260130112320.957943 HOST=db1 PROG=app LVL=Usage NL.EVNT=";

    private final UlmIntake intake = new UlmIntake();

    private UlmReceiver start() throws IOException {
        return UlmReceiver.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), intake, problem -> {
            throw new AssertionError(problem);
        });
    }

    private long count(UlmCounter counter) {
        return intake.counters().stream()
                .filter(value -> value.counter() == counter)
                .mapToLong(value -> value.value())
                .sum();
    }

    private void await(UlmCounter counter, long value) {
        while (count(counter) < value) {
            Thread.onSpinWait();
        }
        assertEquals(value, count(counter));
    }

    private Set<String> names() {
        return intake.records().stream().map(HostRecord::name).collect(Collectors.toSet());
    }

    @Test
    void takesLinesOfConnectionsAndDatagrams() throws IOException {
        try (UlmReceiver receiver = start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), receiver.port());
                DatagramSocket datagrams = new DatagramSocket()) {
            OutputStream out = socket.getOutputStream();
            for (byte each : (BEGIN + "a\r\n" + BEGIN + "b\nnonsense\n" + BEGIN + "c").getBytes(UTF_8)) {
                out.write(each);
            }
            socket.shutdownOutput();
            byte[] two = (BEGIN + "d\nts=2026-01-30T11:23:20.9Z event=e val=3").getBytes(UTF_8);
            datagrams.send(new DatagramPacket(two, two.length, InetAddress.getLoopbackAddress(), receiver.port()));
            await(UlmCounter.LINES, 5);
            await(UlmCounter.LINES_SENSELESS, 1);
            assertEquals(Set.of("a", "b", "c", "d", "e"), names());
            assertEquals(
                    Set.of("db1", "127.0.0.1"),
                    intake.records().stream().map(HostRecord::host).collect(Collectors.toSet()));
        }
    }

    @Test
    void aLineWithoutEndIsNoLineAndTheNextIs() throws IOException {
        try (UlmReceiver receiver = start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), receiver.port())) {
            String endless = BEGIN + "x".repeat(100_000);
            socket.getOutputStream().write((endless + "\n" + BEGIN + "a\n").getBytes(UTF_8));
            await(UlmCounter.LINES, 1);
            assertEquals(1, count(UlmCounter.LINES_SENSELESS));
            assertEquals(Set.of("a"), names());
        }
    }

    @Test
    void anAddressHasSoManyConnections() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try (UlmReceiver receiver = start()) {
            for (int i = 0; i < UlmReceiver.MAX_OF_AN_ADDRESS + 1; i++) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), receiver.port()));
            }
            await(UlmCounter.CONNECTIONS_REFUSED, 1);
            assertEquals(-1, sockets.get(sockets.size() - 1).getInputStream().read());
            sockets.get(0).close();
            // the place is free again once that is seen: until then, others are refused
            boolean taken = false;
            while (!taken) {
                try (Socket again = new Socket(InetAddress.getLoopbackAddress(), receiver.port())) {
                    again.getOutputStream().write((BEGIN + "again\n").getBytes(UTF_8));
                    again.shutdownOutput();
                    again.getInputStream().read();
                } catch (IOException e) {
                    continue;
                }
                taken = names().contains("again");
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void whoFloodsLosesOwnLinesAlone() {
        intake.take("10.0.0.1", BEGIN + "quiet", 0);
        int flood = 3 * UlmIntake.MAX_CHARS / BEGIN.length();
        for (int i = 0; i < flood; i++) {
            intake.take("10.0.0.2", BEGIN + i, i);
        }
        assertTrue(names().contains("quiet"));
        assertTrue(names().contains(Integer.toString(flood - 1)));
        assertEquals(flood + 1 - intake.records().size(), count(UlmCounter.LINES_FORGOTTEN));
        assertTrue(count(UlmCounter.LINES_FORGOTTEN) > flood / 2);
    }

    @Test
    void manyAddressesAreRefusedUntilThoseBeforeAreForgotten() {
        for (int i = 0; i < UlmIntake.MAX_ADDRESSES + 5; i++) {
            intake.take("10.0.1." + i, BEGIN + i, 0);
        }
        assertEquals(5, count(UlmCounter.LINES_REFUSED));
        intake.take("10.0.2.1", BEGIN + "late", 1_000_000_000_000L);
        assertEquals(Set.of("late"), names());
    }
}

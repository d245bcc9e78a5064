package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.WindowId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that hold up the service: whatever they do, health is told. */
class HttpAttackTest extends StillService {

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int ATTACKERS = 40;
    private static final WindowId WINDOW = new WindowId(MINUTE, 2 * MINUTE);

    private final List<Socket> sockets = new ArrayList<>();

    @BeforeEach
    void open() {
        start(HttpSettings.onLoopback(0), "http");
    }

    @AfterEach
    void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private Socket ask(String request) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), http.port()));
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        sockets.add(socket);
        return socket;
    }

    private String answerOf(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    private void assertHealthIsTold() throws IOException {
        assertEquals("HTTP/1.1 200", answerOf(ask("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")));
    }

    @Test
    void whoReadsNothingOfLongAnswersHoldsUpNobody() throws IOException {
        ObjectNode report = JsonNodeFactory.instance.objectNode().put("long", "x".repeat(32 << 20));
        report.putObject("window").put("id", WINDOW.toString());
        service.reports().put(WINDOW, report);
        for (int i = 0; i < ATTACKERS; i++) {
            ask("GET /api/v1/windows/" + WINDOW + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        assertEquals('H', sockets.get(0).getInputStream().read());
        assertHealthIsTold();
        for (Socket socket : sockets) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
        assertEquals("HTTP/1.1 200", answerOf(ask("GET /api/v1/settings HTTP/1.1\r\nHost: localhost\r\n\r\n")));
        assertEquals(List.of(), log, "nothing of this is a fault of the program");
    }

    @Test
    void idleListenersOfOneAddressLockNobodyOut() throws IOException {
        String listen = "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
        for (int i = 0; i < Listeners.MAX + 6; i++) {
            assertEquals("HTTP/1.1 200", answerOf(ask(listen)));
        }
        Socket other = new Socket();
        sockets.add(other);
        other.setSoTimeout(PATIENCE_MILLIS);
        other.bind(new InetSocketAddress("127.0.0.2", 0));
        other.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), http.port()));
        other.getOutputStream().write(listen.getBytes(StandardCharsets.US_ASCII));
        assertEquals("HTTP/1.1 200", answerOf(other));
        sockets.get(0).getInputStream().readAllBytes(); // the oldest was let go: this comes to its end
    }

    @Test
    void aHeaderChangesNoMethod() throws IOException {
        String override = " /api/v1/settings HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: %s\r\n"
                + "Content-Length: 2\r\n\r\n{}";
        assertEquals("HTTP/1.1 405", answerOf(ask("POST" + String.format(override, "PATCH"))));
        assertEquals("HTTP/1.1 200", answerOf(ask("GET" + String.format(override, "DELETE"))));
        assertEquals("HTTP/1.1 405", answerOf(ask("DELETE" + String.format(override, "GET"))));
    }

    @Test
    void anEndBeforeTheBeginningIsNoFaultOfTheProgram() throws IOException {
        for (String asked : List.of(
                "windows?from=5&to=3",
                "patterns?from=5&to=3",
                "findings?from=5&to=3",
                "lifelines?from=5&to=3",
                "lifelines?from=1&to=9&fromSeen=5&toSeen=3")) {
            String line = "GET /api/v1/" + asked + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            assertEquals("HTTP/1.1 400", answerOf(ask(line)), asked);
        }
        assertEquals(List.of(), log);
    }

    @Test
    void bodiesThatNeverComeHoldUpNobodyWhereverTheyAreSent() throws IOException {
        String head = " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
        for (String line : List.of("PUT /api/v1/queries/slow", "PATCH /api/v1/settings")) {
            for (int i = 0; i < ATTACKERS; i++) {
                ask(line + head);
            }
            assertHealthIsTold();
        }
        String first = answerOf(sockets.get(0));
        assertTrue(List.of("HTTP/1.1 400", "HTTP/1.1 408", "HTTP/1.1 503", "").contains(first), first);
        assertEquals(List.of(), log, "nothing of this is a fault of the program");
    }

    @Test
    void bodiesThatDripHoldUpNobody() throws IOException {
        String head = "PATCH /api/v1/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000\r\n\r\n{";
        for (int i = 0; i < ATTACKERS; i++) {
            ask(head);
        }
        List<Socket> dripping = new ArrayList<>(sockets);
        Set<Socket> ended = new HashSet<>();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (ended.size() < ATTACKERS && System.nanoTime() < until) {
            for (Socket socket : dripping) {
                if (!ended.contains(socket) && !drips(socket)) {
                    ended.add(socket);
                }
            }
            assertHealthIsTold();
        }
        assertEquals(ATTACKERS, ended.size(), "who drips is let go of");
        assertEquals(List.of(), log, "nothing of this is a fault of the program");
    }

    private static boolean drips(Socket socket) {
        try {
            socket.getOutputStream().write(' ');
        } catch (IOException e) {
            return false;
        }
        return !isClosed(socket);
    }

    @Test
    void bodiesThatAreBrokenOffAreNoFaultOfTheProgram() throws IOException {
        String head = "PATCH /api/v1/settings HTTP/1.1\r\nHost: localhost\r\n";
        for (String body : List.of(
                "Content-Length: 1000\r\n\r\n{",
                "Transfer-Encoding: chunked\r\n\r\n400\r\n{",
                "Transfer-Encoding: chunked\r\n\r\nno length\r\n{")) {
            for (int i = 0; i < ATTACKERS; i++) {
                Socket reset = ask(head + body);
                reset.setSoLinger(true, 0);
                reset.close();
            }
            Socket half = ask(head + body);
            half.shutdownOutput();
            String answer = answerOf(half);
            assertTrue(List.of("HTTP/1.1 400", "HTTP/1.1 503", "").contains(answer), answer);
        }
        assertHealthIsTold();
        assertEquals(List.of(), log, "nothing of this is a fault of the program");
    }

    @Test
    void whoGuessesTokensIsLoggedAndHasToWait() throws IOException {
        http.close();
        Path token = Files.writeString(directory.resolve("token"), TOKEN);
        http = HttpService.start(new HttpSettings("127.0.0.1", 0, null, null, token), service, log::add);
        String head = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n";
        String answer = "HTTP/1.1 401";
        int guesses = 0;
        for (; answer.equals("HTTP/1.1 401") && guesses < 100; guesses++) {
            answer = answerOf(ask(head + "Authorization: Bearer a-token-of-another-length\r\n\r\n"));
        }
        assertEquals("HTTP/1.1 429", answer, guesses + " guesses");
        assertEquals(
                List.of(
                        "1 wrong tokens from 127.0.0.1",
                        "2 wrong tokens from 127.0.0.1",
                        "4 wrong tokens from 127.0.0.1"),
                log.subList(0, 3));
        assertHealthIsTold();
    }

    @Test
    void ofTooManyConnectionsSomeAreClosedAndTheLatestIsAnswered() throws IOException {
        int more = 20;
        for (int i = 0; i < HttpConnections.MAX + more; i++) {
            ask("GET /healthz HTTP/1.1\r\nX-");
        }
        assertHealthIsTold();
        Set<Socket> closed = new HashSet<>();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (closed.size() < more && System.nanoTime() < until) {
            sockets.stream().filter(HttpAttackTest::isClosed).forEach(closed::add);
        }
        assertTrue(closed.size() >= more, closed.size() + " were closed");
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().readNBytes(1 << 16).length < 1 << 16;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}

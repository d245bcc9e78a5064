package io.wirepath.connect.oidc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.listen.Issuer.Refused;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An issuer that answers badly holds nobody up for ever. */
@Timeout(60)
class ProviderTest {

    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final String ENDLESS = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();

    /** What is done with each who asks, on a thread of the server. */
    @FunctionalInterface
    private interface Answer {
        void to(OutputStream asker) throws IOException, InterruptedException;
    }

    private ServerSocket server(Answer answer) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread serving = new Thread(() -> {
            while (!server.isClosed()) {
                try (Socket asker = server.accept()) {
                    asker.getInputStream().read(new byte[1 << 14]);
                    asked.incrementAndGet();
                    answer.to(asker.getOutputStream());
                } catch (IOException | InterruptedException e) {
                    // who asked is gone, or the test is over
                }
            }
        });
        serving.setDaemon(true);
        serving.start();
        return server;
    }

    private Provider provider(ServerSocket server) {
        return new Provider(URI.create("http://127.0.0.1:" + server.getLocalPort()), PATIENCE, now::get);
    }

    private static String why(Provider provider) {
        return assertThrows(Refused.class, provider::described).getMessage();
    }

    /** A socket's timeout ends a silence, and not a byte now and then: the answer never ends by itself. */
    @Test
    void aByteNowAndThenIsNoAnswer() throws IOException {
        try (ServerSocket server = server(asker -> {
            asker.write(ENDLESS.getBytes(StandardCharsets.US_ASCII));
            while (true) {
                asker.write(' ');
                asker.flush();
                Thread.sleep(20);
            }
        })) {
            String why = why(provider(server));
            assertTrue(why.endsWith("no whole answer within 200 ms"), why);
        }
    }

    @Test
    void anAnswerWithoutEndIsNotKept() throws IOException {
        try (ServerSocket server = server(asker -> {
            asker.write(ENDLESS.getBytes(StandardCharsets.US_ASCII));
            while (true) {
                asker.write(new byte[1 << 16]);
            }
        })) {
            String why = why(new Provider(
                    URI.create("http://127.0.0.1:" + server.getLocalPort()), Duration.ofSeconds(50), now::get));
            assertTrue(why.endsWith("an answer of more than 1 MiB"), why);
        }
    }

    /** Each who signs in would wait for it as long. */
    @Test
    void whoIsNotReachedIsNotAskedAgainAtOnce() throws IOException {
        try (ServerSocket server = server(asker ->
                asker.write("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))) {
            Provider provider = provider(server);
            String why = why(provider);
            assertTrue(why.endsWith("is answered 500"), why);
            int before = asked.get();
            now.addAndGet(4_000_000_000L);
            assertEquals(why, why(provider));
            assertEquals(before, asked.get());
            now.addAndGet(1_000_000_000L);
            assertEquals(why, why(provider));
            assertEquals(before + 1, asked.get());
        }
    }
}

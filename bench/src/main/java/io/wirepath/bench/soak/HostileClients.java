package io.wirepath.bench.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Strangers at the ports of a service on this host: bodies that drip, heads that never end, connections without a word,
 * bytes that are no shipping. Each port has {@value #CONNECTIONS} of them at a time, each is fed a byte a second and
 * replaced after a minute.
 *
 * <pre>
 *  java io.wirepath.bench.soak.HostileClients SECONDS HTTP_PORT RECEIVE_PORT
 * </pre>
 *
 * Prints once in ten seconds how long the service took to tell its health, in ms. One thread.
 */
public final class HostileClients {

    private static final int CONNECTIONS = 300;
    private static final int LIFE_SECONDS = 60;
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Random random = new Random(17);
    /** Bodies that drip, and answers that nobody reads. */
    private static final String[] REQUESTS = {
        "PATCH /api/v1/settings", "PUT /api/v1/queries/slow", "GET /api/v1/report", "GET /page.js"
    };

    private final Deque<Socket> open = new ArrayDeque<>();
    private final int http;
    private final int receive;

    private HostileClients(int http, int receive) {
        this.http = http;
        this.receive = receive;
    }

    /** Runs them. */
    public static void main(String[] arguments) throws InterruptedException {
        HostileClients clients = new HostileClients(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        long seconds = Long.parseLong(arguments[0]);
        for (long second = 0; second < seconds; second++) {
            clients.second();
            if (second % 10 == 0) {
                System.out.println(clients.healthMillis());
            }
            Thread.sleep(1000);
        }
    }

    private void second() {
        for (int i = 0; i < 2 * CONNECTIONS / LIFE_SECONDS + 1; i++) {
            connect(http, true);
            connect(receive, false);
        }
        while (open.size() > 2 * CONNECTIONS) {
            end(open.remove());
        }
        open.removeIf(socket -> !drips(socket));
    }

    private void connect(int port, boolean speaksHttp) {
        try {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            open.add(socket);
            byte[] first = new byte[64];
            random.nextBytes(first);
            if (speaksHttp) {
                String head = REQUESTS[random.nextInt(REQUESTS.length)]
                        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n";
                first = (random.nextBoolean() ? head + "\r\n" : head + "X: ").getBytes(US_ASCII);
            }
            if (random.nextInt(4) > 0) {
                socket.getOutputStream().write(first);
            }
        } catch (IOException e) {
            // Refused: what the service is to do.
        }
    }

    private static boolean drips(Socket socket) {
        try {
            socket.getOutputStream().write('1');
            return true;
        } catch (IOException e) {
            end(socket);
            return false;
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    /** How long the service takes to say that it is well, or why it does not. */
    private String healthMillis() {
        long from = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream()
                    .write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(12), US_ASCII);
            return answer + " " + (System.nanoTime() - from) / 1_000_000;
        } catch (IOException e) {
            return "no health: " + e.getMessage();
        }
    }
}

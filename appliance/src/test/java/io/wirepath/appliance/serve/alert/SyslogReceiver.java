package io.wirepath.appliance.serve.alert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;

/** Receives syslog over TCP or TLS as the grammars of RFC 6587, 3.4.1, and RFC 5424, 6, have it, and nothing else. */
final class SyslogReceiver implements Closeable {

    /** PRI VERSION TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA MSG; no element of data is known. */
    private static final Pattern MESSAGE = Pattern.compile(
            "<(0|[1-9][0-9]?|1[0-8][0-9]|19[01])>1 "
                    + "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?(?:Z|[+-]\\d\\d:\\d\\d)) "
                    + "([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) - (.*)",
            Pattern.DOTALL);

    private static final int NINE_DIGITS = 9;

    private final ServerSocket server;
    private final BlockingQueue<Message> taken = new LinkedBlockingQueue<>();
    private final AtomicInteger unread = new AtomicInteger();
    private final Thread thread;

    /** What was received. */
    record Message(int priority, String time, String host, String app, String id, String text) {}

    /**
     * Receives on a port.
     *
     * @param at an address of the loopback
     * @param port 0 for any
     * @param toReset connections that are reset before any is read
     */
    SyslogReceiver(ServerSocketFactory factory, String at, int port, int toReset) throws IOException {
        server = factory.createServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(at, port));
        unread.set(toReset);
        thread = new Thread(this::work, "syslog-receiver");
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    Message next() throws InterruptedException {
        Message message = taken.poll(30, TimeUnit.SECONDS);
        assertNotNull(message, "nothing was received");
        return message;
    }

    int waiting() {
        return taken.size();
    }

    private void work() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                if (unread.getAndDecrement() > 0) {
                    socket.getInputStream().read();
                    socket.setSoLinger(true, 0);
                } else {
                    frames(new ByteArrayInputStream(socket.getInputStream().readAllBytes()));
                }
            } catch (IOException e) {
                // a sender that went, or the end of this
            }
        }
    }

    private void frames(InputStream in) throws IOException {
        for (int first = in.read(); first >= 0; first = in.read()) {
            StringBuilder length = new StringBuilder().append((char) first);
            for (int next = in.read(); next != ' '; next = in.read()) {
                length.append((char) next);
                assertTrue(length.length() <= NINE_DIGITS, "no length");
            }
            assertTrue(length.toString().matches("[1-9][0-9]*"), length::toString);
            byte[] octets = in.readNBytes(Integer.parseInt(length.toString()));
            assertEquals(Integer.parseInt(length.toString()), octets.length, "cut off");
            taken.add(parse(octets));
        }
    }

    /** The message that these octets are. */
    static Message parse(byte[] octets) throws IOException {
        assertTrue(octets.length <= SyslogMessage.MAX_OCTETS, () -> octets.length + " octets");
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(octets))
                .toString();
        assertTrue(text.chars().noneMatch(Character::isISOControl), text);
        Matcher parts = MESSAGE.matcher(text);
        assertTrue(parts.matches(), text);
        return new Message(
                Integer.parseInt(parts.group(1)),
                parts.group(2),
                parts.group(3),
                parts.group(4),
                parts.group(6),
                parts.group(7));
    }

    @Override
    public void close() throws IOException {
        server.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlowReadersTest {

    private static final int SHORT = 28;
    private static final int LONGER = 1 << 12;
    private static final int PATIENCE_MILLIS = 20_000;

    /** More than both ends' systems buffer. */
    private static final int MUCH = 32 << 20;

    /**
     * Time as the test wants it: what is to be done within a second is done at once, the rest when the test does it.
     */
    private static final class Standing extends AbstractLifeCycle implements Scheduler {

        private final BlockingQueue<Runnable> later = new LinkedBlockingQueue<>();

        @Override
        public Task schedule(Runnable work, long delay, TimeUnit unit) {
            if (unit.toSeconds(delay) < 1) {
                work.run();
            } else {
                later.add(work);
            }
            return () -> later.remove(work);
        }
    }

    private final Standing time = new Standing();
    private final Server server = new Server(new QueuedThreadPool(8), time, null);
    private final ServerConnector connector = new ServerConnector(server);
    private Socket socket = new Socket();

    @BeforeEach
    void start() throws Exception {
        SlowReaders slow = new SlowReaders(request -> false);
        slow.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                int bytes = Integer.parseInt(Request.getPathInContext(request).substring(1));
                response.getHeaders().put("Content-Length", bytes);
                response.write(true, ByteBuffer.allocate(bytes), callback);
                return true;
            }
        });
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(0);
        server.addConnector(connector);
        server.setHandler(slow);
        server.start();
    }

    private void ask(int bytes) throws IOException {
        socket.close();
        socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort()));
        String request = "GET /" + bytes + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    private long read() {
        byte[] some = new byte[1 << 16];
        long all = 0;
        try {
            for (int read = 0; read >= 0; read = socket.getInputStream().read(some)) {
                all += read;
            }
        } catch (IOException e) {
            // it was cut
        }
        return all;
    }

    @AfterEach
    void close() throws Exception {
        socket.close();
        server.stop();
    }

    @Test
    void aShortAnswerComesWholeThoughTheServiceStandsStillForASecond() throws Exception {
        ask(SHORT);
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertTrue(answer.startsWith("HTTP/1.1 200") && answer.endsWith("\0".repeat(SHORT)), answer);
    }

    @Test
    void whoDoesNotReadIsLetGoOfWhenItsTimeIsOver() throws Exception {
        ask(LONGER);
        assertTrue(read() > LONGER);
        ask(MUCH);
        assertEquals('H', socket.getInputStream().read());
        Runnable end = time.later.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        assertNotNull(end, "nothing bounds its time");
        end.run();
        assertTrue(read() < MUCH);
    }

    @Test
    void whoReadsIsNotLetGoOf() throws Exception {
        ask(MUCH);
        assertTrue(read() > MUCH);
    }

    @Test
    void anAnswerWaitsFiveSecondsAndOneForEachKibibyte() {
        long second = TimeUnit.SECONDS.toNanos(1);
        assertEquals(5 * second, SlowReaders.leftNanos(0, 0));
        assertEquals(15 * second, SlowReaders.leftNanos(10 << 10, 0));
        assertEquals(-second, SlowReaders.leftNanos(10 << 10, 16 * second));
    }
}

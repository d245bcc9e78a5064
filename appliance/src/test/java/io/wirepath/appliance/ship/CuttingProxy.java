package io.wirepath.appliance.ship;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A bad network on the loopback: passes bytes on, and cuts each connection after a random number of them. */
final class CuttingProxy implements Closeable {

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Random random;
    private final int longestBytes;
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile int target;

    /**
     * Starts to listen.
     *
     * @param longestBytes most bytes that a connection lives for
     */
    CuttingProxy(int target, int longestBytes, long seed) throws IOException {
        this.target = target;
        this.longestBytes = longestBytes;
        random = new Random(seed);
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    int cuts() {
        return cuts.get();
    }

    /** New connections go to this port. */
    void setTarget(int port) {
        target = port;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket near = listening.accept();
                try {
                    Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                    int budget = 1 + random.nextInt(longestBytes);
                    start(() -> pass(near, far, budget));
                    start(() -> pass(far, near, Integer.MAX_VALUE));
                } catch (IOException e) {
                    near.close();
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to, int budgetBytes) {
        byte[] buffer = new byte[4096];
        int left = budgetBytes;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            while (left > 0) {
                int got = in.read(buffer, 0, Math.min(left, buffer.length));
                if (got < 0) {
                    return;
                }
                out.write(buffer, 0, got);
                left -= got;
            }
            cuts.incrementAndGet();
        } catch (IOException e) {
            // the other side was cut
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}

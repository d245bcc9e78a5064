package io.wirepath.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A network on the loopback that can be cut: then all connections end, and new ones are turned away and counted. */
final class CutNetwork implements Closeable {

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger turnedAway = new AtomicInteger();
    private volatile int target;
    private volatile boolean isCut;

    CutNetwork() throws IOException {
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    void setTarget(int port) {
        target = port;
    }

    void cut() throws IOException {
        isCut = true;
        for (Socket each : open) {
            each.close();
        }
    }

    void mend() {
        isCut = false;
    }

    int turnedAway() {
        return turnedAway.get();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cut-network");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket near = listening.accept();
                if (isCut) {
                    turnedAway.incrementAndGet();
                    near.close();
                    continue;
                }
                try {
                    Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                    open.add(near);
                    open.add(far);
                    start(() -> pass(near, far));
                    start(() -> pass(far, near));
                } catch (IOException e) {
                    near.close();
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            while (true) {
                int got = in.read(buffer);
                if (got < 0) {
                    return;
                }
                out.write(buffer, 0, got);
            }
        } catch (IOException e) {
            // it was cut
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}

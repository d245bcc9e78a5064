package io.wirepath.appliance.serve.run;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Clients and a server on the loopback that talk by turns until they are stopped. */
final class EchoLoad implements Closeable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /** Starts to talk on so many connections. */
    EchoLoad(int clients) throws IOException {
        start(this::accept);
        for (int i = 0; i < clients; i++) {
            int client = i;
            start(() -> ask(client));
        }
    }

    /** Talks in a process of its own until that is ended; says on which port. */
    public static void main(String[] clients) throws IOException {
        EchoLoad load = new EchoLoad(Integer.parseInt(clients[0]));
        System.out.println("talks on port " + load.port() + ".");
        LockSupport.park(load);
    }

    int port() {
        return server.getLocalPort();
    }

    private synchronized void start(Runnable work) {
        Thread thread = new Thread(work, "echo-load");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        while (!stopped) {
            try {
                Socket client = server.accept();
                start(() -> answer(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void answer(Socket client) {
        Random random = new Random(client.getPort());
        try (client;
                DataInputStream in = new DataInputStream(client.getInputStream());
                DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
            while (true) {
                byte[] request = new byte[in.readInt()];
                in.readFully(request);
                byte[] response = new byte[1 + request.length % 300];
                random.nextBytes(response);
                out.write(response);
                out.flush();
            }
        } catch (IOException e) {
            // the client is done
        }
    }

    private void ask(int client) {
        Random random = new Random(client);
        try (Socket socket = new Socket(server.getInetAddress(), port());
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            for (int i = 0; !stopped; i++) {
                byte[] request = new byte[Integer.BYTES + 50 + (client * 31 + i) % 400];
                random.nextBytes(request);
                request[0] = 0;
                request[1] = 0;
                request[3] = (byte) (request.length - Integer.BYTES & 0xff);
                request[2] = (byte) (request.length - Integer.BYTES >> 8);
                out.write(request);
                out.flush();
                in.readNBytes(1 + (request.length - Integer.BYTES) % 300);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException e) {
            // the load is being stopped
        }
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        server.close();
    }
}

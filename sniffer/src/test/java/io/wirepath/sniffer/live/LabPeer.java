package io.wirepath.sniffer.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/**
 * Either end of plain traffic, to be run in a namespace: {@code serve ADDRESS...} sends back what it gets by TCP and
 * UDP at port 7000; {@code ask-from ADDRESS CLIENTS BYTES} sends so much by both from each of so many addresses
 * of this host, those after number 100 of the same network, and waits for the same to come back.
 */
public final class LabPeer {

    private static final int PORT = 7000;
    private static final int TIMEOUT_MILLIS = 10_000;

    private LabPeer() {}

    /** Runs one of them. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("serve")) {
            serve(Arrays.copyOfRange(arguments, 1, arguments.length));
        } else {
            ask(InetAddress.getByName(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        }
    }

    private static void serve(String... addresses) throws IOException {
        for (String address : addresses) {
            InetAddress at = InetAddress.getByName(address);
            ServerSocket listener = new ServerSocket(PORT, 100, at);
            DatagramSocket datagrams = new DatagramSocket(PORT, at);
            new Thread(() -> answerConnections(listener)).start();
            new Thread(() -> answerDatagrams(datagrams)).start();
        }
        System.out.println("serving");
    }

    private static void answerConnections(ServerSocket listener) {
        while (true) {
            try (Socket socket = listener.accept()) {
                InputStream in = socket.getInputStream();
                in.transferTo(socket.getOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void answerDatagrams(DatagramSocket socket) {
        DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
        while (true) {
            try {
                packet.setLength(65_535);
                socket.receive(packet);
                socket.send(packet);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void ask(InetAddress server, int clients, int bytes) throws IOException {
        byte[] payload = new byte[bytes];
        String address = server.getHostAddress();
        String network = address.substring(0, Math.max(address.lastIndexOf('.'), address.lastIndexOf(':')) + 1);
        for (int i = 1; i <= clients; i++) {
            InetAddress client = InetAddress.getByName(network + (100 + i));
            try (Socket socket = new Socket()) {
                socket.setSoTimeout(TIMEOUT_MILLIS);
                socket.bind(new InetSocketAddress(client, 0));
                socket.connect(new InetSocketAddress(server, PORT), TIMEOUT_MILLIS);
                socket.getOutputStream().write(payload);
                socket.shutdownOutput();
                if (socket.getInputStream().readAllBytes().length != bytes) {
                    throw new IOException("TCP gave back less");
                }
            }
            try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(client, 0))) {
                socket.setSoTimeout(TIMEOUT_MILLIS);
                socket.send(new DatagramPacket(payload, bytes, server, PORT));
                DatagramPacket answer = new DatagramPacket(new byte[65_535], 65_535);
                socket.receive(answer);
                if (answer.getLength() != bytes) {
                    throw new IOException("UDP gave back less");
                }
            }
        }
    }
}

package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Captures over TCP, one connection each, as others call it PCAP over IP: a capture file's bytes as they are made.
 * Nobody is asked who he is.
 */
final class TcpCaptures implements StreamedCapture.Captures {

    private static final Pattern ADDRESS =
            Pattern.compile("(tcp|tcp-listen)://(\\[[0-9a-fA-F:.]+]|[^:/]*):([0-9]{1,5})");
    private static final int MAX_PORT = 0xffff;
    private static final int CONNECT_MILLIS = 3000;
    private static final int POLL_MILLIS = 100;

    private final String address;
    private final InetSocketAddress at;
    private final @Nullable ServerSocket listening;
    private final LongSupplier ticker;
    /** Who connected while another had the place. */
    private @Nullable Socket waiting;

    private boolean wasReached;

    private TcpCaptures(String address, InetSocketAddress at, @Nullable ServerSocket listening, LongSupplier ticker) {
        this.address = address;
        this.at = at;
        this.listening = listening;
        this.ticker = ticker;
    }

    static boolean isAddress(String path) {
        return path.startsWith("tcp://") || path.startsWith("tcp-listen://");
    }

    static TcpCaptures of(String address, LongSupplier ticker) throws IOException {
        Matcher parts = ADDRESS.matcher(address);
        int port = parts.matches() ? Integer.parseInt(parts.group(3)) : MAX_PORT + 1;
        if (port > MAX_PORT) {
            throw new CaptureException(address, "is no address", "write tcp://HOST:PORT or tcp-listen://HOST:PORT");
        }
        String host = parts.group(2).replaceAll("[\\[\\]]", "");
        if (parts.group(1).equals("tcp")) {
            return new TcpCaptures(address, InetSocketAddress.createUnresolved(host, port), null, ticker);
        }
        try {
            InetSocketAddress local = new InetSocketAddress(
                    host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host), port);
            ServerSocket listening = new ServerSocket(local.getPort(), 1, local.getAddress());
            listening.setSoTimeout(POLL_MILLIS);
            return new TcpCaptures(address, local, listening, ticker);
        } catch (IOException e) {
            throw new CaptureException(address, "cannot be listened on (" + e.getMessage() + ")", "choose another", e);
        }
    }

    /** Where is listened. */
    int port() {
        return listening == null ? at.getPort() : listening.getLocalPort();
    }

    String sniffer() {
        return "tcp-" + (at.getHostString() + "-" + at.getPort()).replaceAll("[^0-9A-Za-z.-]", "-");
    }

    @Override
    public @Nullable CaptureReader next() throws IOException {
        Socket socket = listening == null ? connected() : accepted(listening);
        if (socket == null) {
            return null;
        }
        wasReached = true;
        try {
            // of a host that went without a word the system finds out, and the next capture may begin
            socket.setKeepAlive(true);
            return CaptureFile.openLive(address, new ChannelSupply(new SocketTurns(socket, ticker)));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(at.getHostString(), at.getPort()), CONNECT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private @Nullable Socket accepted(ServerSocket from) throws IOException {
        Socket first = waiting;
        waiting = null;
        try {
            return first == null ? from.accept() : first;
        } catch (SocketTimeoutException e) {
            return null;
        }
    }

    @Override
    public boolean wasReached() {
        return wasReached;
    }

    @Override
    public boolean followEachOther() {
        return false;
    }

    @Override
    public boolean anotherWaits() throws IOException {
        if (listening != null && waiting == null) {
            waiting = accepted(listening);
        }
        return waiting != null;
    }

    @Override
    public void close() throws IOException {
        Socket last = waiting;
        try {
            if (last != null) {
                last.close();
            }
        } finally {
            if (listening != null) {
                listening.close();
            }
        }
    }
}

package io.wirepath.appliance.serve.alert;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends each body as a message of syslog: {@code syslog+tcp} and {@code syslog+tls} count its octets, {@code syslog} is
 * a datagram, which nobody confirms. Syslog has no answers. So a message has a connection of its own, and is taken once
 * the receiver closed it after our end of it, in order: one that goes away with octets unread resets it. Thread-safe.
 *
 * <p>Sources: RFC 6587, 3.4.1 (TCP); RFC 5425, 4.3 and 4.4 (TLS); RFC 5426 (UDP).
 */
final class SyslogTransport implements Transport {

    private static final String UDP = "syslog";
    private static final String TLS = "syslog+tls";
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int MAX_PORT = 65_535;
    private static final long MILLI = 1_000_000;
    private static final int SINK = 256;

    private final URI address;
    private final SSLSocketFactory tls;
    private @Nullable Socket open;
    private boolean ended;

    /** With whom TLS trusts, and what it shows. */
    SyslogTransport(URI address, SSLSocketFactory tls) {
        this.address = address;
        this.tls = tls;
    }

    /** Whether it is the address of a receiver of syslog: a scheme, a host and a port, and nothing else. */
    static boolean isAddress(String address) {
        try {
            URI parsed = new URI(address);
            return address.matches("syslog(\\+tcp|\\+tls)?://[^/?#@]+:[0-9]+")
                    && parsed.getHost() != null
                    && parsed.getPort() > 0
                    && parsed.getPort() <= MAX_PORT;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    @Override
    public String host() {
        return address.getHost();
    }

    @Override
    public Outcome send(byte[] body) throws IOException {
        if (UDP.equals(address.getScheme())) {
            try (DatagramSocket socket = new DatagramSocket()) {
                InetAddress to = InetAddress.getByName(host());
                socket.send(new DatagramPacket(body, body.length, to, address.getPort()));
            }
            return Outcome.TAKEN;
        }
        try (Socket plain = new Socket()) {
            hold(plain);
            plain.connect(new InetSocketAddress(host(), address.getPort()), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            try (Socket socket = TLS.equals(address.getScheme()) ? secured(plain) : plain) {
                socket.getOutputStream().write(counted(body));
                socket.getOutputStream().flush();
                socket.shutdownOutput();
                return end(socket);
            }
        }
    }

    private static byte[] counted(byte[] body) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes((body.length + " ").getBytes(StandardCharsets.US_ASCII));
        frame.writeBytes(body);
        return frame.toByteArray();
    }

    private Socket secured(Socket plain) throws IOException {
        String name = host().replaceAll("[\\[\\]]", "");
        SSLSocket socket = (SSLSocket) tls.createSocket(plain, name, address.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Reads to the receiver's end of the connection. */
    private static Outcome end(Socket socket) throws IOException {
        long until = System.nanoTime() + PATIENCE_MILLIS * MILLI;
        byte[] sink = new byte[SINK];
        try {
            for (long rest = PATIENCE_MILLIS; rest > 0; rest = (until - System.nanoTime()) / MILLI) {
                socket.setSoTimeout((int) rest);
                if (socket.getInputStream().read(sink) < 0) {
                    return Outcome.TAKEN;
                }
            }
        } catch (SocketTimeoutException e) {
            // as below
        }
        return Outcome.again("it did not close the connection after the message");
    }

    private synchronized void hold(Socket socket) throws IOException {
        if (ended) {
            throw new IOException("ended");
        }
        open = socket;
    }

    @Override
    public void close() {
        Socket last;
        synchronized (this) {
            ended = true;
            last = open;
        }
        if (last != null) {
            try {
                last.close();
            } catch (IOException e) {
                // it is gone all the same
            }
        }
    }
}

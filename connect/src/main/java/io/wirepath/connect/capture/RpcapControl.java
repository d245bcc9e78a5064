package io.wirepath.connect.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.system.PcapCapture;
import io.wirepath.sniffer.live.system.PcapException;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The connection by which an rpcapd is told what to do. Numbers are big-endian.
 *
 * <pre>
 *  message        0 u8 version  1 u8 type, 128 more in an answer  2 u16 value  4 u32 length of what follows
 *  log-in         0 u16 how: 0 nobody, 1 password  4 u16 length of the name  6 u16 of the password, then both
 *  opened         0 u32 link type
 *  start          0 u32 bytes a frame  4 u32 ms  8 u16 flags  10 u16 port, then the filter
 *  filter         0 u16 1: BPF  4 u32 instructions, then each: u16 code  u8, u8 jumps  u32 value
 *  started        4 u16 port for the frames
 *  statistics     0 u32 received  4 u32 dropped by the interface  8 u32 by the kernel  12 u32 sent
 * </pre>
 *
 * Source: libpcap, rpcap-protocol.h.
 */
final class RpcapControl implements Closeable {

    private static final int ERROR = 1;
    private static final int OPEN = 3;
    private static final int START = 4;
    private static final int LOG_IN = 8;
    private static final int STATISTICS = 9;
    private static final int ANSWER = 0x80;
    private static final int PROMISCUOUS = 1;
    private static final int BPF = 1;
    private static final int FRAMES_MILLIS = 100;
    private static final int MAX_ANSWER_BYTES = 1 << 12;
    private static final int PATIENCE_MILLIS = 5000;

    /** What raw IP is called by the system of the sender, and in files. */
    private static final int RAW_IP = 12;

    private static final int RAW_IP_IN_FILES = 101;

    private final SocketFactory sockets;
    private final Socket control;
    private final DataInputStream in;

    /**
     * Connects.
     *
     * @param secret whether by TLS; then its certificate must be of this host
     */
    RpcapControl(String host, int port, boolean secret) throws IOException {
        sockets = secret ? SSLSocketFactory.getDefault() : SocketFactory.getDefault();
        control = connect(sockets.createSocket(), new InetSocketAddress(host, port));
        in = new DataInputStream(control.getInputStream());
    }

    private static Socket connect(Socket socket, InetSocketAddress to) throws IOException {
        try {
            if (socket instanceof SSLSocket tls) {
                SSLParameters parameters = tls.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS"); // else any certificate of any host does
                tls.setSSLParameters(parameters);
            }
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(to, PATIENCE_MILLIS);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    void logIn(String user, String password) throws IOException {
        byte[] name = user.getBytes(UTF_8);
        byte[] word = password.getBytes(UTF_8);
        ask(
                LOG_IN,
                ByteBuffer.allocate(8 + name.length + word.length)
                        .putInt(name.length == 0 ? 0 : 1 << Short.SIZE)
                        .putShort((short) name.length)
                        .putShort((short) word.length)
                        .put(name)
                        .put(word),
                0);
    }

    /** Opens an interface; gives its link type as files have it. */
    int open(String device) throws IOException {
        int type = ask(OPEN, ByteBuffer.wrap(device.getBytes(UTF_8)).position(device.getBytes(UTF_8).length), 8)
                .getInt();
        return type == RAW_IP ? RAW_IP_IN_FILES : type;
    }

    /**
     * Has frames captured, but not those that carry them here.
     *
     * @return what they come by
     */
    Socket start(int linkType) throws IOException {
        Socket frames = sockets.createSocket();
        try {
            frames.bind(new InetSocketAddress(control.getLocalAddress(), 0));
            String here = control.getLocalAddress().getHostAddress().replaceFirst("%.*", "");
            int[] filter = PcapCapture.program(
                    "not (tcp and host %s and (port %d or port %d))"
                            .formatted(here, control.getLocalPort(), frames.getLocalPort()),
                    linkType == RAW_IP_IN_FILES ? RAW_IP : linkType);
            ByteBuffer start = ByteBuffer.allocate(20 + filter.length * Integer.BYTES)
                    .putInt(FrameBlock.MAX_FRAME_BYTES)
                    .putInt(FRAMES_MILLIS)
                    .putShort((short) PROMISCUOUS)
                    .putShort((short) 0)
                    .putShort((short) BPF)
                    .putShort((short) 0)
                    .putInt(filter.length / 2);
            for (int i = 0; i < filter.length; i += 2) {
                ByteBuffer own = ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putInt(0, filter[i]);
                start.putShort(own.getShort()).put(own.get()).put(own.get()).putInt(filter[i + 1]);
            }
            int port = Short.toUnsignedInt(ask(START, start, 8).getShort(4));
            return connect(frames, new InetSocketAddress(control.getInetAddress(), port));
        } catch (PcapException e) {
            frames.close();
            throw new IOException("no filter that leaves out the capture itself: " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            frames.close();
            throw e;
        }
    }

    /** Frames that did not reach the rpcapd so far, by its interface, and by its kernel. */
    long[] dropped() throws IOException {
        ByteBuffer told = ask(STATISTICS, ByteBuffer.allocate(0), 16);
        return new long[] {Integer.toUnsignedLong(told.getInt(4)), Integer.toUnsignedLong(told.getInt(8))};
    }

    /** Asks, and gives the answer's bytes, as many at least. */
    private ByteBuffer ask(int type, ByteBuffer content, int atLeast) throws IOException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        ByteBuffer message = ByteBuffer.allocate(8 + content.position())
                .put((byte) 0)
                .put((byte) type)
                .putShort((short) 0);
        message.putInt(content.position()).put(content.flip());
        control.getOutputStream().write(message.array());
        byte[] head = read(8, until);
        int length = ByteBuffer.wrap(head).getInt(4);
        if (head[0] != 0 || length < 0 || length > MAX_ANSWER_BYTES) {
            throw new IOException("this is no rpcapd, or one of another version");
        }
        byte[] answer = read(length, until);
        int told = Byte.toUnsignedInt(head[1]);
        if (told == ERROR) {
            throw new IOException("rpcapd: " + new String(answer, UTF_8).replaceAll("\\p{Cntrl}", " "));
        }
        if (told != (type | ANSWER) || length < atLeast) {
            throw new IOException("this rpcapd answers something else");
        }
        return ByteBuffer.wrap(answer);
    }

    private byte[] read(int length, long until) throws IOException {
        byte[] bytes = new byte[length];
        for (int count = 0; count < length; ) {
            int read = in.read(bytes, count, length - count);
            if (read < 0 || System.nanoTime() > until) {
                throw new IOException(read < 0 ? "rpcapd ended the connection" : "rpcapd does not answer");
            }
            count += read;
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        control.close();
    }
}

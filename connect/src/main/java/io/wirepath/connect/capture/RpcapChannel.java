package io.wirepath.connect.capture;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.file.PcapngBlocks;
import io.wirepath.sniffer.file.SocketTurns;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The frames of an rpcapd as pcapng, with what it lost.
 *
 * <pre>
 *  frame   as a message of the control, type 7: 0 u32 s  4 u32 µs  8 u32 length here  12 u32 length  16 u32 number
 * </pre>
 *
 * Source: libpcap, rpcap-protocol.h.
 */
final class RpcapChannel implements ReadableByteChannel {

    private static final int FRAME = 7;
    private static final int HEADS = 8 + 20;
    private static final int STATISTICS = 5;

    /** What an rpcapd (1.10.3) leaves of the length of a message. */
    private static final int SENT_BITS = 0xffff;

    private static final int DROPPED_BY_INTERFACE = 5;
    private static final int DROPPED_BY_SYSTEM = 7;
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int BUFFER = 2 * FrameBlock.MAX_FRAME_BYTES;

    private final RpcapControl control;
    private final SocketTurns socket;
    private final ByteBuffer in = ByteBuffer.allocate(BUFFER).limit(0);
    private final ByteBuffer out = ByteBuffer.allocate(2 * BUFFER);
    private long askedNanos = System.nanoTime();
    private @Nullable IOException lost;

    private RpcapChannel(RpcapControl control, Socket frames, int linkType, String device) throws IOException {
        this.control = control;
        this.socket = new SocketTurns(frames, System::nanoTime);
        PcapngBlocks.section(out);
        PcapngBlocks.describe(out, linkType, device);
        out.flip();
    }

    /** Begins a capture; the control is closed with it. */
    static RpcapChannel open(RpcapControl control, String user, String password, String device) throws IOException {
        try {
            control.logIn(user, password);
            int linkType = control.open(device);
            return new RpcapChannel(control, control.start(linkType), linkType, device);
        } catch (IOException | RuntimeException e) {
            control.close();
            throw e;
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (!out.hasRemaining()) {
            if (lost != null) {
                throw lost;
            }
            in.compact();
            int count = socket.read(in);
            in.flip();
            out.clear();
            convert();
            losses();
            out.flip();
            if (lost == null && count < 0 && !out.hasRemaining()) {
                return -1;
            }
        }
        int count = Math.min(out.remaining(), into.remaining());
        into.put(into.position(), out, out.position(), count).position(into.position() + count);
        out.position(out.position() + count);
        return count;
    }

    /** Whole frames of what came. */
    private void convert() throws IOException {
        while (in.remaining() >= HEADS) {
            int at = in.position();
            int captured = in.getInt(at + 16);
            int original = in.getInt(at + 20);
            boolean isFrame = in.get(at) == 0
                    && in.get(at + 1) == FRAME
                    && captured >= 0
                    && captured <= FrameBlock.MAX_FRAME_BYTES
                    && (in.getInt(at + 4) - captured - HEADS + 8 & SENT_BITS) == 0;
            if (!isFrame && out.position() > 0) {
                return; // what came before it counts
            }
            if (!isFrame) {
                throw new IOException("what the rpcapd sends are no frames");
            }
            if (in.remaining() < HEADS + captured || out.remaining() < captured + PcapngBlocks.PACKET_BYTES + HEADS) {
                return;
            }
            long nanos = TimeUnit.SECONDS.toNanos(Integer.toUnsignedLong(in.getInt(at + 8)))
                    + TimeUnit.MICROSECONDS.toNanos(Integer.toUnsignedLong(in.getInt(at + 12)));
            int start = PcapngBlocks.packet(out, 0, nanos, captured, original);
            out.put(out.position(), in, at + HEADS, captured).position(out.position() + captured);
            PcapngBlocks.end(out, start);
            in.position(at + HEADS + captured);
        }
    }

    /** Once a second, what was lost so far. */
    private void losses() {
        if (System.nanoTime() - askedNanos < ASK_NANOS || out.remaining() < BUFFER / 2) {
            return;
        }
        long[] dropped;
        try {
            dropped = control.dropped();
        } catch (IOException e) {
            lost = e; // what came before it counts
            return;
        }
        askedNanos = System.nanoTime();
        int start = PcapngBlocks.begin(out, STATISTICS);
        out.putInt(0).putLong(0);
        PcapngBlocks.field(out, DROPPED_BY_INTERFACE, count(dropped[0]));
        PcapngBlocks.field(out, DROPPED_BY_SYSTEM, count(dropped[1]));
        PcapngBlocks.end(out, start);
    }

    private static byte[] count(long count) {
        return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        try (control) {
            socket.close();
        }
    }
}

package io.wirepath.flows;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.sniffer.FrameBlock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Builds packets by hand, as raw IP frames (link type 101), with the index that a decoder would make of them.
 *
 * <pre>
 *  packets.from("10.0.0.1", 1000).to("10.0.0.2", 80).at(5).seq(100).ack(7).flags("PA").tcp("GET /");
 *  packets.replay(shard::onPacket);
 * </pre>
 *
 * Every setting stays until it is changed. IP identification counts up with each packet unless set.
 */
public final class PacketBuilder {

    private static final int LINK_TYPE_RAW = 101;

    private FrameBlock block = new FrameBlock(1 << 20);
    private PacketIndex index = new PacketIndex(block);
    private final PacketView view = new PacketView();
    private long nextFrame = 1;
    private int end;

    private byte[] source = address("10.0.0.1");
    private byte[] destination = address("10.0.0.2");
    private int sourcePort = 1000;
    private int destinationPort = 80;
    private long timeNanos;
    private int sequence;
    private int acknowledgment;
    private int flags = 0x10;
    private int window = 1000;
    private int ttl = 64;
    private int vlan = -1;
    private long scope;
    private int cut;
    private int nextIpId = 1;
    private int fixedIpId = -1;
    private int shard;
    private boolean stamped;
    private int stamp;
    private int echo;
    private Sums sums = Sums.NONE;

    /** What the packets have for a checksum. */
    public enum Sums {
        NONE,
        RIGHT,
        WRONG,
        /** Of the addresses alone, as a host hands them to a network card. */
        PARTIAL
    }

    public PacketBuilder() {
        block.reset(nextFrame);
    }

    public PacketBuilder from(String address, int port) {
        source = address(address);
        sourcePort = port;
        return this;
    }

    public PacketBuilder to(String address, int port) {
        destination = address(address);
        destinationPort = port;
        return this;
    }

    /** Exchanges source and destination. */
    public PacketBuilder turn() {
        byte[] address = source;
        int port = sourcePort;
        source = destination;
        sourcePort = destinationPort;
        destination = address;
        destinationPort = port;
        return this;
    }

    public PacketBuilder at(long nanos) {
        timeNanos = nanos;
        return this;
    }

    public PacketBuilder atMillis(double millis) {
        return at((long) (millis * 1e6));
    }

    public PacketBuilder seq(int number) {
        sequence = number;
        return this;
    }

    public PacketBuilder ack(int number) {
        acknowledgment = number;
        return this;
    }

    /** Any of the letters F, S, R, P, A. */
    public PacketBuilder flags(String letters) {
        flags = 0;
        for (int i = 0; i < letters.length(); i++) {
            flags |= 1 << "FSRPA".indexOf(letters.charAt(i));
        }
        return this;
    }

    public PacketBuilder window(int bytes) {
        window = bytes;
        return this;
    }

    public PacketBuilder ttl(int hops) {
        ttl = hops;
        return this;
    }

    public PacketBuilder vlan(int id) {
        vlan = id;
        return this;
    }

    public PacketBuilder scope(long number) {
        scope = number;
        return this;
    }

    public PacketBuilder shard(int number) {
        shard = number;
        return this;
    }

    /** Bytes that the next packets lack at their end. */
    public PacketBuilder cut(int bytes) {
        cut = bytes;
        return this;
    }

    /** Identification of the next packets; -1 to count up again. */
    public PacketBuilder ipId(int id) {
        fixedIpId = id;
        return this;
    }

    /** Time stamps of the next segment alone: the sender's own, and the one that it echoes. */
    public PacketBuilder stamps(int own, int echoed) {
        stamped = true;
        stamp = own;
        echo = echoed;
        return this;
    }

    /** What the next packets have for a checksum. */
    public PacketBuilder sums(Sums next) {
        sums = next;
        return this;
    }

    public PacketBuilder tcp(String payload) {
        return tcp(payload.getBytes(ISO_8859_1));
    }

    public PacketBuilder tcp(byte[] payload) {
        ByteBuffer header = ByteBuffer.allocate(stamped ? 32 : 20);
        header.putShort((short) sourcePort).putShort((short) destinationPort);
        header.putInt(sequence).putInt(acknowledgment);
        header.put((byte) (header.capacity() << 2)).put((byte) flags).putShort((short) window);
        if (stamped) {
            header.position(20).putInt(0x0101080a).putInt(stamp).putInt(echo);
            stamped = false;
        }
        return add(IpProtocol.TCP, header.array(), payload);
    }

    public PacketBuilder udp(String payload) {
        return udp(payload.getBytes(ISO_8859_1));
    }

    public PacketBuilder udp(byte[] payload) {
        ByteBuffer header = ByteBuffer.allocate(8);
        header.putShort((short) sourcePort).putShort((short) destinationPort);
        header.putShort((short) (8 + payload.length + cut));
        return add(IpProtocol.UDP, header.array(), payload);
    }

    private PacketBuilder add(int transport, byte[] header, byte[] payload) {
        int ipLength = source.length == 4 ? 20 : 40;
        int length = ipLength + header.length + payload.length;
        ByteBuffer bytes = block.bytes();
        int at = end;
        end += length;
        if (source.length == 4) {
            int ipId = fixedIpId >= 0 ? fixedIpId : nextIpId++;
            bytes.put(at, (byte) 0x45).putShort(at + 2, (short) (length + cut));
            bytes.putShort(at + 4, (short) ipId);
            bytes.put(at + 8, (byte) ttl).put(at + 9, (byte) transport);
            bytes.put(at + 12, source).put(at + 16, destination);
        } else {
            bytes.put(at, (byte) 0x60).putShort(at + 4, (short) (length - 40 + cut));
            bytes.put(at + 6, (byte) transport).put(at + 7, (byte) ttl);
            bytes.put(at + 8, source).put(at + 24, destination);
        }
        bytes.put(at + ipLength, header).put(at + ipLength + header.length, payload);
        if (sums != Sums.NONE) {
            int field = at + ipLength + (transport == IpProtocol.TCP ? 16 : 6);
            bytes.putShort(field, (short) sum(transport, header, payload, sums));
        }
        block.add(timeNanos, at, length, length + cut, LINK_TYPE_RAW);
        index.add(
                index.count(),
                transport,
                at,
                at + ipLength,
                at + ipLength + header.length,
                payload.length,
                cut,
                false,
                scope,
                vlan,
                shard << 28);
        return this;
    }

    private int sum(int transport, byte[] header, byte[] payload, Sums of) {
        ByteBuffer all = ByteBuffer.allocate(2 * source.length + 4 + header.length + payload.length + 1);
        all.put(source).put(destination).putShort((short) transport);
        all.putShort((short) (header.length + payload.length));
        if (of != Sums.PARTIAL) {
            all.put(header).put(payload);
        }
        int sum = 0;
        for (int i = 0; i + 1 < all.capacity(); i += 2) {
            sum += all.getShort(i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        return of == Sums.PARTIAL ? sum : of == Sums.RIGHT ? ~sum : ~sum ^ 0x5555;
    }

    /** The packets built since the last {@link #replay} or {@link #next}. */
    public PacketIndex index() {
        return index;
    }

    /** The frames of those packets. */
    public FrameBlock block() {
        return block;
    }

    /** Hands over the packets built so far, in order, and begins a new block, whose frames are numbered on. */
    public PacketBuilder replay(Consumer<PacketView> consumer) {
        for (int i = 0; i < index.count(); i++) {
            consumer.accept(view.wrap(index, i));
        }
        return next();
    }

    /** Begins a new block, whose frames are numbered on. */
    public PacketBuilder next() {
        nextFrame += index.count();
        index.reset();
        block.reset(nextFrame);
        end = 0;
        return this;
    }

    private static byte[] address(String text) {
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}

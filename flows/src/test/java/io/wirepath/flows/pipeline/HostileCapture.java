package io.wirepath.flows.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.wirepath.flows.IpProtocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * Makes captures of 64 KB that are meant to hurt: each floods one table, buffer or parser, or several. A pcap file
 * whose link type is raw IP, or any.
 */
final class HostileCapture {

    static final int BYTES = 64 << 10;

    /** Kinds of captures; see {@link #make}. */
    static final int ATTACKS = 12;

    private static final int[] LINK_TYPES = {1, 9, 101, 105, 108, 113, 127, 192, 228, 229, 258, 276};
    private static final int[] PORTS = {53, 80, 443, 1701, 2152, 3306, 3544, 4789, 5432, 5672, 6081, 6379, 9042, 9092};

    private static final byte[][] OPENINGS = {
        "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n".getBytes(ISO_8859_1),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(ISO_8859_1),
        "*1000000\r\n$1\r\na\r\n".getBytes(ISO_8859_1),
        "\26\3\1\2\0\1\0\1\374\3\3".getBytes(ISO_8859_1),
        "\0\0\0\10\4\322\26\57".getBytes(ISO_8859_1),
        "AMQP\0\0\11\1".getBytes(ISO_8859_1),
        "\22\64\1\0\0\1\377\377\0\0\0\0\300\14\300\14".getBytes(ISO_8859_1)
    };

    private final Random random;
    private final ByteBuffer file = ByteBuffer.allocate(BYTES);

    private HostileCapture(long seed) {
        random = new Random(seed);
    }

    /** A capture without frames. */
    static byte[] empty() {
        HostileCapture capture = new HostileCapture(0);
        capture.header(101);
        return Arrays.copyOf(capture.file.array(), capture.file.position());
    }

    /** The capture of this seed; what it attacks goes round with the seed. */
    static byte[] of(int seed) {
        return new HostileCapture(seed).make(seed % ATTACKS);
    }

    private byte[] make(int attack) {
        if (attack == 11) {
            return interfaces();
        }
        header(attack == 5 ? LINK_TYPES[random.nextInt(LINK_TYPES.length)] : attack == 7 ? 1 : 101);
        int sequence = 0;
        while (file.remaining() > 64) {
            switch (attack) {
                case 0 -> segment(random.nextInt(), 2, random.nextInt(), new byte[0]);
                case 1 -> segment(7, 16, random.nextInt(1 << 20), noise(1 + random.nextInt(3)));
                case 2 -> fragment();
                case 3 -> datagram(opening(300));
                case 4 -> {
                    byte[] payload = opening(random.nextInt(10) == 0 ? 1400 : 40);
                    segment(random.nextInt(3), 24, sequence, payload);
                    sequence += payload.length;
                }
                case 6 -> nested(1 + random.nextInt(60));
                case 7 -> record(tagged());
                case 8 -> segment(7, 24, 1000 + 2 * random.nextInt(1 << 17), noise(1 + random.nextInt(2)));
                case 9 -> overlappingFragment();
                case 10 -> {
                    byte[] payload = sequence == 0 ? OPENINGS[1] : http2Frame();
                    segment(7, 24, sequence, payload);
                    sequence += payload.length;
                }
                default -> record(noise(random.nextInt(200)));
            }
        }
        return file.array();
    }

    /** IP in IP in IP … */
    private void nested(int layers) {
        byte[] packet = noise(4);
        for (int i = 0; i < layers; i++) {
            packet = ip(i == 0 ? IpProtocol.UDP : 4, 0, random.nextInt(1 << 16), packet);
        }
        record(packet);
    }

    /** A frame of VLAN tags, MPLS labels and session headers. */
    private byte[] tagged() {
        ByteBuffer frame = ByteBuffer.allocate(600);
        frame.position(12);
        for (int i = random.nextInt(120); i > 0; i--) {
            frame.putShort((short) 0x8100).putShort((short) random.nextInt());
        }
        frame.putShort((short) 0x8847);
        for (int i = random.nextInt(20); i > 0; i--) {
            frame.putInt(random.nextInt() & ~0x100);
        }
        frame.putInt(0x100).put((byte) 0x45);
        return Arrays.copyOf(frame.array(), frame.position() + random.nextInt(30));
    }

    /** Fragments of few datagrams, which overlap in every way. */
    private void overlappingFragment() {
        int more = random.nextInt(50) == 0 ? 0 : 0x2000;
        byte[] fragment = ip(IpProtocol.UDP, more | random.nextInt(200), 1, noise(8 * (1 + random.nextInt(4))));
        fragment[4] = 0;
        fragment[5] = (byte) random.nextInt(3);
        record(fragment);
    }

    /** Header blocks that fill the table and point into it, messages cut small, streams that never end. */
    private byte[] http2Frame() {
        int type = random.nextInt(3) == 0 ? 0 : 1;
        int size = 5 + random.nextInt(200);
        ByteBuffer frame = ByteBuffer.allocate(9 + size);
        frame.putInt(size << 8 | type).put((byte) (type == 0 ? 0 : 4)).putInt(1 + 2 * random.nextInt(3000));
        if (type == 0) {
            frame.put((byte) 0).putInt(random.nextInt(4) == 0 ? size - 5 : random.nextInt(3));
            return frame.array();
        }
        if (size > 120 && random.nextBoolean()) {
            frame.put((byte) 0x44).put((byte) (size - 2));
            return frame.array();
        }
        while (frame.hasRemaining()) {
            frame.put((byte) (0x80 | random.nextInt(127)));
        }
        return frame.array();
    }

    /** A pcapng file of interfaces, each with options, and packets of all of them. */
    private byte[] interfaces() {
        file.putInt(0x0a0d0d0a)
                .putInt(28)
                .putInt(0x1a2b3c4d)
                .putInt(0x00010000)
                .putLong(-1)
                .putInt(28);
        int count = 0;
        while (file.remaining() > 128) {
            boolean packet = random.nextInt(3) == 0 && count > 0;
            int options = 4 * random.nextInt(10);
            int length = (packet ? 32 : 20) + options;
            file.putInt(packet ? 6 : 1).putInt(length);
            if (packet) {
                file.putInt(random.nextInt(count))
                        .putInt(0)
                        .putInt(random.nextInt())
                        .putInt(0)
                        .putInt(0);
            } else {
                file.putShort((short) LINK_TYPES[random.nextInt(LINK_TYPES.length)])
                        .putShort((short) 0)
                        .putInt(0);
                count++;
            }
            for (int i = 0; i < options; i += 4) {
                file.putShort((short) (1 + random.nextInt(14))).putShort((short) 0);
            }
            file.putInt(length);
        }
        return Arrays.copyOf(file.array(), file.position());
    }

    private void header(int linkType) {
        file.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0);
        file.putInt(65_535).putInt(linkType);
    }

    /** A record, shortened to what the file has room for; it says that much more was on the wire. */
    private void record(byte[] frame) {
        int length = Math.min(frame.length, file.remaining() - 16);
        file.putInt(random.nextInt(20) == 0 ? random.nextInt() & 0x7fffffff : 1_700_000_000);
        file.putInt(random.nextInt(1_000_000)).putInt(length);
        file.putInt(random.nextInt(8) == 0 ? 1_000_000 : frame.length).put(frame, 0, length);
    }

    private void segment(int client, int flags, int sequence, byte[] payload) {
        ByteBuffer tcp = ByteBuffer.allocate(20 + payload.length);
        tcp.putShort((short) (1024 + client)).putShort((short) port()).putInt(sequence);
        tcp.putInt(random.nextInt(4) == 0 ? random.nextInt() : 0)
                .put((byte) 0x50)
                .put((byte) flags);
        tcp.position(20).put(payload);
        packet(IpProtocol.TCP, 0, client, tcp.array());
    }

    private void datagram(byte[] payload) {
        ByteBuffer udp = ByteBuffer.allocate(8 + payload.length);
        udp.putShort((short) random.nextInt()).putShort((short) port()).putShort((short) (8 + payload.length));
        udp.position(8).put(payload);
        packet(IpProtocol.UDP, 0, random.nextInt(), udp.array());
    }

    private void fragment() {
        packet(IpProtocol.UDP, 0x2000 | random.nextInt(0x1fff), random.nextInt(2000), noise(8));
    }

    private void packet(int transport, int fragmentation, int client, byte[] body) {
        record(ip(transport, fragmentation, client, body));
    }

    private byte[] ip(int transport, int fragmentation, int client, byte[] body) {
        ByteBuffer ip = ByteBuffer.allocate(20 + body.length);
        ip.put((byte) 0x45).put((byte) 0).putShort((short) ip.capacity()).putShort((short) random.nextInt());
        ip.putShort((short) fragmentation).put((byte) 64).put((byte) transport).putShort((short) 0);
        ip.putInt(0x0a000000 | client & 0xffffff).putInt(0x0b000001).put(body);
        return ip.array();
    }

    private int port() {
        return PORTS[random.nextInt(PORTS.length)];
    }

    /** The start of some protocol, and noise. */
    private byte[] opening(int noiseBytes) {
        byte[] start = OPENINGS[random.nextInt(OPENINGS.length)];
        byte[] bytes = Arrays.copyOf(noise(noiseBytes), Math.max(noiseBytes, start.length));
        System.arraycopy(start, 0, bytes, 0, start.length);
        return bytes;
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}

package io.wirepath.bench.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.appliance.synthetic.FrameComposer;
import io.wirepath.appliance.synthetic.FrameComposer.Way;
import java.nio.ByteBuffer;
import java.util.Random;

/** Attacks by addresses, packets and segments. Not thread-safe. */
final class PacketAttacks {

    private static final int VICTIM = Wire.address(10, 9, 9, 9);
    private static final int ATTACKER = Wire.address(10, 66, 6, 6);
    private static final int RESOLVER_OF_NOBODY = Wire.address(10, 66, 6, 7);
    private static final int ACK_PUSH = FrameComposer.ACK | FrameComposer.PUSH;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int STREAM_BYTES = 1 << 16;

    private final Wire wire;
    private final Random random = new Random(11);
    private final byte[] noise = new byte[STREAM_BYTES];

    PacketAttacks(Wire wire) {
        this.wire = wire;
        random.nextBytes(noise);
    }

    /** A client of the domain name system that no other act has. */
    void spoofedDnsClient(long number, long nanos) {
        Way way = new Way(Wire.address(12, 0, 0, 0) + (int) (number % (1 << 24)), port(number), VICTIM, 53);
        String name = number + ".example";
        wire.udp(nanos, way, DnsBytes.query((int) number, name));
        wire.udp(nanos + 3000, way.reversed(), DnsBytes.answer((int) number, name, random.nextInt()));
    }

    /** A connection to the honest server that is never answered. */
    void synFlood(long number, long nanos) {
        wire.tcp(nanos, stranger(10), random.nextInt(), 0, FrameComposer.SYN);
    }

    /** A connection to the honest server that stays open, with one initial number and half a request, as all others. */
    void halfOpen(long number, long nanos) {
        new CraftedConnection(wire, nanos, stranger(11), 100, 200).open().asks("GET /x HT".getBytes(US_ASCII));
    }

    /** A whole call of the honest server, with the initial number and the bytes of all others. */
    void oneInitialNumber(long number, long nanos) {
        CraftedConnection call = new CraftedConnection(wire, nanos, stranger(13), 100, random.nextInt()).open();
        call.asks("GET /x HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
        call.answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII))
                .close();
    }

    /**
     * One client calls two honest servers with one initial number and the same bytes, as if one were translated to the
     * other.
     */
    void madeUpTranslation(long number, long nanos) {
        int initial = random.nextInt();
        for (int server : new int[] {HonestCalls.WEB, HonestCalls.APP}) {
            Way way = new Way(ATTACKER, port(2 * number + (server == HonestCalls.WEB ? 0 : 1)), server, 80);
            CraftedConnection call = new CraftedConnection(wire, nanos, way, initial, random.nextInt()).open();
            call.asks(("GET /t" + number + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(US_ASCII));
            call.answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII))
                    .close();
        }
    }

    /** An answer that nobody asked for renames the honest server. */
    void unsolicitedName(long number, long nanos) {
        Way way = new Way(RESOLVER_OF_NOBODY, 53, ATTACKER, port(number));
        wire.udp(nanos, way, DnsBytes.answer((int) number, "payments.evil", HonestCalls.WEB));
    }

    /** A datagram of no use from an address of its own. */
    void datagram(long number, long nanos) {
        wire.udp(nanos, stranger(14), "12345678".getBytes(US_ASCII));
    }

    /** A part of a datagram whose other parts never come. */
    void fragment(long number, long nanos) {
        byte[] frame = wire.datagram(stranger(15), new byte[8]);
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        bytes.putShort(Wire.IP_AT + 4, (short) number);
        bytes.putShort(Wire.IP_AT + 6, (short) (MORE_FRAGMENTS | random.nextInt(8100)));
        wire.put(nanos, frame);
    }

    /** A segment of one byte behind a hole, on one of 16 connections that are never closed. */
    void hole(long number, long nanos) {
        Way way = new Way(ATTACKER, 1024 + (int) (number % 16), VICTIM, 81);
        wire.tcp(nanos, way, 2L * random.nextInt(1 << 22), 1, ACK_PUSH, new byte[] {'a'});
    }

    /** A segment that overlaps those before it with other bytes. */
    void overlap(long number, long nanos) {
        Way way = new Way(ATTACKER, 2048 + (int) (number / 10_000 % 60_000), VICTIM, 82);
        int at = (int) (number * 7 % (STREAM_BYTES - 2000));
        byte[] part = java.util.Arrays.copyOfRange(noise, at, at + 1400);
        wire.tcp(nanos, way, number % 10_000, 1, ACK_PUSH, part);
    }

    /** A connection whose sequence numbers jump by a gigabyte. */
    void jump(long number, long nanos) {
        Way way = new Way(ATTACKER, 3000 + (int) (number / 1000 % 60_000), VICTIM, 83);
        wire.tcp(nanos, way, number * (1L << 30), 1, ACK_PUSH, "GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
    }

    /** A packet of tunnels in tunnels, or with bits turned over. */
    void broken(long number, long nanos) {
        byte[] inner = wire.datagram(stranger(16), new byte[64]);
        if (number % 2 == 0) {
            for (int depth = 0; depth < 40; depth++) {
                byte[] payload = new byte[8 + inner.length];
                payload[0] = 8;
                System.arraycopy(inner, 0, payload, 8, inner.length);
                inner = wire.datagram(new Way(ATTACKER, 4789, VICTIM, 4789), payload);
            }
        } else {
            for (int flips = 0; flips < 8; flips++) {
                inner[random.nextInt(inner.length)] ^= (byte) (1 << random.nextInt(8));
            }
        }
        wire.put(nanos, inner);
    }

    /** From some address of a net, to the honest server. */
    private Way stranger(int net) {
        int address = Wire.address(net, 0, 0, 0) + random.nextInt(1 << 24);
        if (net == 10) {
            address = Wire.address(100, 0, 0, 0) + random.nextInt(1 << 24);
        }
        return new Way(address, 1024 + random.nextInt(60_000), HonestCalls.WEB, 80);
    }

    private static int port(long number) {
        return 1024 + (int) (number % 60_000);
    }
}

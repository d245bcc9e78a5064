package io.wirepath.bench.soak;

import io.wirepath.appliance.synthetic.FrameComposer;
import io.wirepath.appliance.synthetic.FrameComposer.Way;
import io.wirepath.appliance.synthetic.PcapWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Frames on their way to the mirror port, given out in the order of their times. Times are ns since the epoch. Not
 * thread-safe.
 */
final class Wire {

    private static final byte[] NOTHING = {};

    /** Offsets in an Ethernet frame without tags and an IPv4 header without options. */
    static final int IP_AT = 14;

    private final FrameComposer composer = new FrameComposer();
    private final PriorityQueue<Passing> passing =
            new PriorityQueue<>(Comparator.comparingLong(Passing::nanos).thenComparingLong(Passing::number));
    private long frames;

    private record Passing(long nanos, long number, byte[] frame) {}

    /** An address as a number. */
    static int address(int a, int b, int c, int d) {
        return a << 24 | b << 16 | c << 8 | d;
    }

    /** Puts any frame. */
    void put(long nanos, byte[] frame) {
        passing.add(new Passing(nanos, frames++, frame));
    }

    /** Puts a segment. */
    void tcp(long nanos, Way way, long sequence, long acknowledged, int flags, byte[] payload) {
        put(nanos, composer.tcp(way, sequence, acknowledged, flags, payload, 0, payload.length));
    }

    /** Puts a segment without payload. */
    void tcp(long nanos, Way way, long sequence, long acknowledged, int flags) {
        tcp(nanos, way, sequence, acknowledged, flags, NOTHING);
    }

    /** Puts a datagram. */
    void udp(long nanos, Way way, byte[] payload) {
        put(nanos, composer.udp(way, payload));
    }

    /** A datagram that is not put, for those who change it first. */
    byte[] datagram(Way way, byte[] payload) {
        return composer.udp(way, payload);
    }

    /** Frames that were put so far. */
    long frames() {
        return frames;
    }

    /** Writes what passed before a time. */
    void drain(long untilNanos, PcapWriter out) throws IOException {
        while (!passing.isEmpty() && passing.element().nanos < untilNanos) {
            Passing next = passing.remove();
            out.write(next.nanos, next.frame, next.frame.length, next.frame.length);
        }
    }
}

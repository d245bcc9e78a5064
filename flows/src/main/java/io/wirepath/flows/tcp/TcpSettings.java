package io.wirepath.flows.tcp;

import io.wirepath.sniffer.FrameTimes;

/**
 * Bounds and times of TCP reassembly. Times are nanoseconds of capture time; {@link #NEVER} switches one off. Bounds
 * that hold for all shards together are split evenly, so that the number of workers changes nothing.
 *
 * @param maxHeldBytes bytes held back for all connections together, counted in whole buffers
 * @param maxHeldBytesPerConnection bytes held back for one connection, so that one cannot use up all
 * @param maxConnections connections followed at a time, of about 1 KiB each with what the layer above keeps; the
 *     longest silent goes first, one that has ended before one that has not
 * @param holeTimeoutNanos how long a hole is kept open for a retransmission: several retransmission timeouts
 * @param acknowledgedHoleGraceNanos how long a hole is kept open after the receiver has acknowledged past it. The
 *     receiver has the bytes, so they will not be sent again: only a capture that reorders can still bring them
 * @param pickUpHoldNanos how long the first segments of a direction without SYN are held, so that an earlier one that
 *     was captured later still comes in front
 * @param pickUpHoldBytes most bytes held for that purpose in one direction
 * @param mirrorCopyNanos furthest apart in time that two copies of a packet by the mirror may be
 * @param mirrorCopyWithoutIdNanos the same for packets without IP identification, where copy and retransmission differ
 *     in nothing else if the sender uses no TCP time stamps
 * @param mirrorMemoryPackets packets remembered by all shards together to tell mirror copies
 * @param idleTimeoutNanos silence after which a connection is over
 * @param lingerNanos silence after the end (both FIN, or RST) after which a connection is forgotten; until then late
 *     segments still find it
 * @param ordersAcrossDirections whether bytes wait for those of the other direction that they acknowledge, so that
 *     request and response come in their order even where the capture swapped or lost packets
 */
public record TcpSettings(
        long maxHeldBytes,
        int maxHeldBytesPerConnection,
        int maxConnections,
        long holeTimeoutNanos,
        long acknowledgedHoleGraceNanos,
        long pickUpHoldNanos,
        int pickUpHoldBytes,
        long mirrorCopyNanos,
        long mirrorCopyWithoutIdNanos,
        int mirrorMemoryPackets,
        long idleTimeoutNanos,
        long lingerNanos,
        boolean ordersAcrossDirections) {

    /** A time that does not come: behind the last one that a frame may have, and yet safe to add to it. */
    public static final long NEVER = FrameTimes.LATEST_NANOS + 1;

    /**
     * What 100 ms bring at 320,000 packets/s, and few enough that looking one up does not leave the processor's cache.
     */
    private static final int MIRROR_MEMORY_PACKETS = 1 << 15;

    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1000 * MILLISECOND;

    /**
     * Whether a SYN+ACK tells where the direction begins whose SYN was not captured, so that bytes that are missing in
     * front are known. Of contents the first byte captured is the first.
     */
    boolean infersStart() {
        return ordersAcrossDirections;
    }

    /** For rebuilding messages: in time, and in the order in which the applications acted. */
    public static TcpSettings defaults() {
        return new TcpSettings(
                128L << 20,
                4 << 20,
                1 << 17,
                5 * SECOND,
                30 * MILLISECOND,
                10 * MILLISECOND,
                64 << 10,
                100 * MILLISECOND,
                30 * MILLISECOND,
                MIRROR_MEMORY_PACKETS,
                600 * SECOND,
                2 * SECOND,
                true);
    }

    /** For the contents of streams: memory alone bounds what is waited for, since nobody waits for the result. */
    public static TcpSettings forStreams() {
        return new TcpSettings(
                256L << 20,
                16 << 20,
                1 << 16,
                NEVER,
                NEVER,
                NEVER,
                1 << 20,
                100 * MILLISECOND,
                30 * MILLISECOND,
                MIRROR_MEMORY_PACKETS,
                NEVER,
                NEVER,
                false);
    }
}

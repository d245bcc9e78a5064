package io.wirepath.flows.udp;

/**
 * Bounds and times of UDP conversations. Times are nanoseconds of capture time; bounds hold for all shards together.
 *
 * @param maxConversations conversations followed at a time; the longest silent goes first
 * @param idleTimeoutNanos silence after which a conversation is over (RFC 4787 asks of a NAT at least two minutes)
 * @param mirrorCopyNanos furthest apart in time that two copies of a datagram by the mirror may be
 * @param mirrorCopyWithoutIdNanos the same for datagrams without IP identification, which an application may
 *     well have sent twice
 * @param mirrorMemoryPackets datagrams remembered to tell mirror copies
 */
public record UdpSettings(
        int maxConversations,
        long idleTimeoutNanos,
        long mirrorCopyNanos,
        long mirrorCopyWithoutIdNanos,
        int mirrorMemoryPackets) {

    private static final long MILLISECOND = 1_000_000;

    /** For rebuilding messages. */
    public static UdpSettings defaults() {
        return new UdpSettings(1 << 17, 120_000 * MILLISECOND, 100 * MILLISECOND, 2 * MILLISECOND, 1 << 14);
    }

    /** For the contents of streams: silence ends no conversation. */
    public static UdpSettings forStreams() {
        return new UdpSettings(1 << 16, Long.MAX_VALUE / 2, 100 * MILLISECOND, 2 * MILLISECOND, 1 << 14);
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.SplitMix64;

/**
 * Deals connections out to shards: both directions of a connection, its fragments included, have the same hash. Mixing
 * by multiplication and xor-shift (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
 */
public final class FlowHash {

    private static final long ODD_1 = SplitMix64.STEP;
    private static final long ODD_2 = 0xBF58_476D_1CE4_E5B9L;
    private static final int SHARD_SHIFT = 28;

    private FlowHash() {}

    /** The shard, 0 to 15, of a connection with this hash. */
    static int shard(int hash) {
        return hash >>> SHARD_SHIFT;
    }

    /**
     * Hash of a connection between these endpoints, the same for both directions but for bit 0, which tells them apart.
     */
    static int connection(
            long sourceHigh,
            long sourceLow,
            int sourcePort,
            long destinationHigh,
            long destinationLow,
            int destinationPort,
            long scope) {
        long source = endpoint(sourceHigh, sourceLow, sourcePort);
        long destination = endpoint(destinationHigh, destinationLow, destinationPort);
        int hash = (int) ((source + destination ^ scope) * ODD_1 >>> Integer.SIZE);
        return source < destination ? hash | 1 : hash & ~1;
    }

    /** A hash that has nothing in common with the shard. */
    static int endpoints(
            long sourceHigh,
            long sourceLow,
            int sourcePort,
            long destinationHigh,
            long destinationLow,
            int destinationPort) {
        long sum = endpoint(sourceHigh, sourceLow, sourcePort)
                + endpoint(destinationHigh, destinationLow, destinationPort);
        long hash = (sum ^ sum >>> 31) * ODD_2;
        return (int) (hash >>> Integer.SIZE);
    }

    private static long endpoint(long high, long low, int port) {
        return endpoint(high, low, port, 0);
    }

    /** Hash of an address with a port of a transport: 64 bits, as good as the endpoint where a mistake costs little. */
    public static long endpoint(long high, long low, int port, int transport) {
        long hash = (low ^ high * ODD_2 ^ (long) port << 40 ^ (long) transport << 56) * ODD_1;
        hash = (hash ^ hash >>> 32) * ODD_2;
        return hash ^ hash >>> 29;
    }

    /** A scope within a scope: what told addresses apart so far, and one more identifier of a kind. */
    static long scope(long scope, int kind, int identifier) {
        long hash = (scope ^ ((long) kind << 32 | identifier & 0xffff_ffffL) + 1) * ODD_2;
        return hash ^ hash >>> 31;
    }
}

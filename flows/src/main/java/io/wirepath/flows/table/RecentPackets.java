package io.wirepath.flows.table;

/**
 * Fingerprints of the packets seen last, with their times: a two-way associative table that forgets the older of two.
 * Fixed memory, one cache line a packet. Used by one thread.
 */
public final class RecentPackets {

    private static final int WAYS = 2;
    private static final int LONGS_A_SET = 2 * WAYS;

    private final long[] entries;
    private final int setMask;

    /**
     * Makes an empty memory.
     *
     * @param packets how many to remember; rounded up to a power of two
     */
    public RecentPackets(int packets) {
        int sets = Integer.highestOneBit(Math.max(1, packets / WAYS - 1)) << 1;
        entries = new long[sets * LONGS_A_SET];
        setMask = sets - 1;
    }

    /**
     * Whether a packet with this fingerprint was seen at most {@code windowNanos} before or after; if not, it is
     * remembered. The first of several copies is what the others are measured by. Two different packets
     * are taken for the same with probability 2⁻⁶⁴ each pair.
     */
    public boolean seenOrRemember(long fingerprint, long timeNanos, long windowNanos) {
        long print = fingerprint == 0 ? 1 : fingerprint;
        int at = ((int) (print >>> 40) & setMask) * LONGS_A_SET;
        long[] table = entries;
        if (table[at] == print && isNear(table[at + 1], timeNanos, windowNanos)
                || table[at + 2] == print && isNear(table[at + 3], timeNanos, windowNanos)) {
            return true;
        }
        table[at + 2] = table[at];
        table[at + 3] = table[at + 1];
        table[at] = print;
        table[at + 1] = timeNanos;
        return false;
    }

    private static boolean isNear(long a, long b, long windowNanos) {
        long distance = a - b;
        return distance <= windowNanos && distance >= -windowNanos;
    }
}

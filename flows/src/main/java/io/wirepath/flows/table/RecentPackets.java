package io.wirepath.flows.table;

/**
 * Fingerprints of the packets seen last, with their times: a two-way associative table that forgets the older of two.
 * Fixed memory. Used by one thread.
 *
 * <pre>
 *  entry, one long:  | 1 | 39 bits of the fingerprint | time in units of 2^16 ns, modulo 2^24 |
 * </pre>
 *
 * An entry is small so that the tables of all shards stay in the processor's cache: each packet looks at another place.
 * Two different packets are taken for the same with probability 2⁻⁵⁰ each pair, since the place depends on other
 * bits of the fingerprint. A time is told apart from one 18 minutes earlier only by the fingerprint.
 */
public final class RecentPackets {

    private static final int WAYS = 2;
    private static final int TIME_BITS = 24;
    private static final int TIME_UNIT_SHIFT = 16;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;

    private final long[] entries;
    private final int setMask;

    /**
     * Makes an empty memory.
     *
     * @param packets how many to remember; rounded up to a power of two
     */
    public RecentPackets(int packets) {
        int sets = Integer.highestOneBit(Math.max(1, packets / WAYS - 1)) << 1;
        entries = new long[sets * WAYS];
        setMask = sets - 1;
    }

    /**
     * Whether a packet with this fingerprint was seen at most {@code windowNanos} before or after, to 65 µs; if not, it is
     * remembered. The first of several copies is what the others are measured by.
     *
     * @param windowNanos at most 9 minutes
     */
    public boolean seenOrRemember(long fingerprint, long timeNanos, long windowNanos) {
        long time = timeNanos >> TIME_UNIT_SHIFT & TIME_MASK;
        long window = windowNanos >> TIME_UNIT_SHIFT;
        // an empty entry is 0, and never looks like one that is written
        long print = fingerprint & ~TIME_MASK | 1L << Long.SIZE - 1;
        int at = ((int) fingerprint & setMask) * WAYS;
        long[] table = entries;
        long newer = table[at];
        if (isSame(newer, print, time, window) || isSame(table[at + 1], print, time, window)) {
            return true;
        }
        table[at + 1] = newer;
        table[at] = print | time;
        return false;
    }

    private static boolean isSame(long entry, long print, long time, long window) {
        if ((entry & ~TIME_MASK) != print) {
            return false;
        }
        long distance = (entry - time) << Long.SIZE - TIME_BITS >> Long.SIZE - TIME_BITS;
        return distance <= window && distance >= -window;
    }
}

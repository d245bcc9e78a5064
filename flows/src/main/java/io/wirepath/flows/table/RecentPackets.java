package io.wirepath.flows.table;

/**
 * Fingerprints of the packets seen last, with their times: a two-way associative table that forgets the older of two.
 * Fixed memory, and little of it: it is asked for every packet, and has to stay in the processor's cache beside the
 * packets themselves. Used by one thread.
 *
 * <pre>
 *  entry   63            24 23         0
 *         | fingerprint    | time       |   in ticks of 2^16 ns, about 66 µs, so it wraps after 18 minutes
 * </pre>
 *
 * The place in the table stands for further bits of the fingerprint. Two different packets close in time are taken for
 * the same with a probability below 2⁻⁵⁰ each pair.
 */
public final class RecentPackets {

    private static final int WAYS = 2;
    private static final int TICK_SHIFT = 16;
    private static final int TIME_BITS = 24;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;

    /** Set in every fingerprint, so that none looks like an empty entry. */
    private static final long IN_USE = 1L << TIME_BITS;

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
     * Whether a packet with this fingerprint was seen at most {@code windowNanos} before or after; if not, it is
     * remembered. The first of several copies is what the others are measured by.
     *
     * @param fingerprint its low bits say where in the table, its high bits which packet
     * @param windowNanos at most eight minutes
     */
    public boolean seenOrRemember(long fingerprint, long timeNanos, long windowNanos) {
        int at = ((int) fingerprint & setMask) * WAYS;
        long entry = (fingerprint | IN_USE) & ~TIME_MASK | timeNanos >>> TICK_SHIFT & TIME_MASK;
        long[] table = entries;
        long newer = table[at];
        if (isSame(newer, entry, windowNanos) || isSame(table[at + 1], entry, windowNanos)) {
            return true;
        }
        table[at + 1] = newer;
        table[at] = entry;
        return false;
    }

    private static boolean isSame(long remembered, long entry, long windowNanos) {
        if ((remembered ^ entry) >>> TIME_BITS != 0) {
            return false;
        }
        long ticks = entry - remembered << Long.SIZE - TIME_BITS >> Long.SIZE - TIME_BITS;
        return Math.abs(ticks) <= windowNanos >>> TICK_SHIFT;
    }
}

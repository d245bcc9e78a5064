package io.wirepath.causes.nesting;

/**
 * Bins of {@code log_1.05} of a delay, found without a logarithm: the highest bits of a delay tell the bin to within
 * one, and its upper edge tells the rest.
 *
 * <pre>
 *  delay   0 … 0 1 m m m m m m m x x x … x
 *                └─ octave, 7 bits ─┘         at most one edge lies in 1/128 of an octave, which has 14 bins
 * </pre>
 */
final class DelayBins {

    /** Bins of nanoseconds from 1 to about four hours. */
    static final int COUNT = 620;

    private static final double LOG_BASE = Math.log(1.05);
    private static final int MANTISSA_BITS = 7;
    /** The least delay of each bin, and beyond the last one a delay that none reaches. */
    private static final long[] MIN = leastDelays();
    /** Bin of the least delay that has these highest bits. */
    private static final short[] BIN_AT = binsByHighestBits();

    private DelayBins() {}

    /** Bin of a delay; a delay of none or less, which only clocks can produce, shares the first. */
    static int of(long delayNanos) {
        if (delayNanos <= 1) {
            return 0;
        }
        int bin = BIN_AT[highestBits(delayNanos)];
        while (delayNanos >= MIN[bin + 1]) {
            bin++;
        }
        return bin;
    }

    private static int byLogarithm(long delayNanos) {
        return delayNanos <= 1 ? 0 : Math.min(COUNT - 1, (int) (Math.log((double) delayNanos) / LOG_BASE));
    }

    private static int highestBits(long delayNanos) {
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(delayNanos);
        long mantissa =
                octave > MANTISSA_BITS ? delayNanos >>> octave - MANTISSA_BITS : delayNanos << MANTISSA_BITS - octave;
        return octave << MANTISSA_BITS | (int) mantissa & (1 << MANTISSA_BITS) - 1;
    }

    private static long[] leastDelays() {
        long[] least = new long[COUNT + 1];
        for (int bin = 1; bin < COUNT; bin++) {
            long low = least[bin - 1];
            long high = (long) Math.exp((bin + 1) * LOG_BASE) + 1;
            while (high - low > 1) {
                long middle = low + high >>> 1;
                if (byLogarithm(middle) < bin) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            least[bin] = high;
        }
        least[COUNT] = Long.MAX_VALUE;
        return least;
    }

    private static short[] binsByHighestBits() {
        short[] bins = new short[Long.SIZE - 1 << MANTISSA_BITS];
        for (int octave = 0; octave < Long.SIZE - 1; octave++) {
            for (int m = 0; m < 1 << MANTISSA_BITS; m++) {
                long mantissa = 1L << MANTISSA_BITS | m;
                long delay = octave > MANTISSA_BITS
                        ? mantissa << octave - MANTISSA_BITS
                        : mantissa >>> MANTISSA_BITS - octave;
                bins[octave << MANTISSA_BITS | m] = (short) byLogarithm(delay);
            }
        }
        return bins;
    }
}

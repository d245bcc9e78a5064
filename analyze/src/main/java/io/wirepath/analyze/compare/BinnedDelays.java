package io.wirepath.analyze.compare;

import java.util.Arrays;

/**
 * Delays, each known to a bin of 1/{@value #BINS_PER_OCTAVE} octave (2 %): how many lie in each bin. Immutable.
 *
 * @param bin the bins that hold any, ascending
 * @param count how many each holds, more than 0
 */
public record BinnedDelays(int[] bin, int[] count) {

    /** No delays. */
    public static final BinnedDelays NONE = new BinnedDelays(new int[0], new int[0]);

    /** Bins whose upper bound is twice the lower one. */
    public static final int BINS_PER_OCTAVE = 32;

    /** The greatest bin there is. */
    public static final int MOST = Long.SIZE * BINS_PER_OCTAVE;

    /** The bin of a delay; of one that is not positive 0. */
    static int of(long nanos) {
        return nanos < 1 ? 0 : (int) (Math.log((double) nanos) / Math.log(2) * BINS_PER_OCTAVE) + 1;
    }

    /** The delay in the middle of this bin, ns. */
    public static double nanos(int bin) {
        return bin == 0 ? 0 : Math.pow(2, (bin - 0.5) / BINS_PER_OCTAVE);
    }

    /** The same bins, counted. */
    static BinnedDelays ofBins(int[] bins, int size) {
        int[] sorted = Arrays.copyOf(bins, size);
        Arrays.sort(sorted);
        int[] bin = new int[size];
        int[] count = new int[size];
        int number = 0;
        for (int i = 0; i < size; i++) {
            if (number == 0 || bin[number - 1] != sorted[i]) {
                bin[number++] = sorted[i];
            }
            count[number - 1]++;
        }
        return new BinnedDelays(Arrays.copyOf(bin, number), Arrays.copyOf(count, number));
    }

    /** The same with each delay longer by this. */
    BinnedDelays later(double nanos) {
        int[] bins = new int[size()];
        int number = 0;
        for (int i = 0; i < bin.length; i++) {
            for (int each = 0; each < count[i]; each++) {
                bins[number++] = of(Math.round(nanos(bin[i]) + nanos));
            }
        }
        return ofBins(bins, number);
    }

    /** How many there are. */
    int size() {
        return Arrays.stream(count).sum();
    }
}

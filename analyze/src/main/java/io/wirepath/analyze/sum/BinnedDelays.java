package io.wirepath.analyze.sum;

import io.wirepath.analyze.delay.KeptForm;
import java.util.Arrays;
import java.util.List;

/**
 * Delays, each known to a bin of 1/{@value #BINS_PER_OCTAVE} octave (2 %): how many lie in each bin. Immutable.
 *
 * @param bin the bins that hold any, ascending
 * @param count how many each holds, more than 0
 */
public record BinnedDelays(int[] bin, int[] count) implements KeptForm.Itself {

    /** No delays. */
    public static final BinnedDelays NONE = new BinnedDelays(new int[0], new int[0]);

    /** Bins whose upper bound is twice the lower one. */
    public static final int BINS_PER_OCTAVE = 32;

    /** The greatest bin there is. */
    public static final int MAX = Long.SIZE * BINS_PER_OCTAVE;

    /** The bin of a delay; of one that is not positive 0. */
    public static int of(long nanos) {
        return nanos < 1 ? 0 : (int) (Math.log((double) nanos) / Math.log(2) * BINS_PER_OCTAVE) + 1;
    }

    /** The delay in the middle of this bin, ns. */
    public static double nanos(int bin) {
        return bin == 0 ? 0 : Math.pow(2, (bin - 0.5) / BINS_PER_OCTAVE);
    }

    /** A delay within a block of time, as one number. */
    public static int placed(int block, long nanos) {
        return block * (MAX + 1) + of(nanos);
    }

    /** The delays of each of so many blocks, of what was {@link #placed}. */
    public static List<BinnedDelays> ofPlaced(int[] placed, int blocks) {
        int[] sorted = placed.clone();
        Arrays.sort(sorted);
        BinnedDelays[] all = new BinnedDelays[blocks];
        int from = 0;
        for (int block = 0; block < blocks; block++) {
            int to = from;
            while (to < sorted.length && sorted[to] < (block + 1) * (MAX + 1)) {
                sorted[to++] -= block * (MAX + 1);
            }
            all[block] = counted(Arrays.copyOfRange(sorted, from, to));
            from = to;
        }
        return List.of(all);
    }

    /** The same bins, counted. */
    public static BinnedDelays ofBins(int[] bins) {
        int[] sorted = bins.clone();
        Arrays.sort(sorted);
        return counted(sorted);
    }

    private static BinnedDelays counted(int[] sorted) {
        if (sorted.length == 0) {
            return NONE;
        }
        int[] bin = new int[sorted.length];
        int[] count = new int[sorted.length];
        int number = 0;
        for (int i = 0; i < sorted.length; i++) {
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
        return ofBins(bins);
    }

    /** These and others together. */
    public BinnedDelays plus(BinnedDelays other) {
        if (bin.length == 0 || other.bin.length == 0) {
            return bin.length == 0 ? other : this;
        }
        int[] bins = new int[bin.length + other.bin.length];
        int[] counts = new int[bins.length];
        int number = 0;
        for (int i = 0, j = 0; i < bin.length || j < other.bin.length; number++) {
            boolean mine = j == other.bin.length || i < bin.length && bin[i] <= other.bin[j];
            boolean theirs = i == bin.length || j < other.bin.length && other.bin[j] <= bin[i];
            bins[number] = mine ? bin[i] : other.bin[j];
            counts[number] = (mine ? count[i++] : 0) + (theirs ? other.count[j++] : 0);
        }
        return new BinnedDelays(Arrays.copyOf(bins, number), Arrays.copyOf(counts, number));
    }

    @Override
    public BinnedDelays keep(KeptForm form) {
        int[] bins = new int[form.size(bin.length)];
        int[] counts = new int[bins.length];
        for (int i = 0, before = -1; i < bins.length; before = bins[i++]) {
            bins[i] = before + 1 + form.limited(form.isRead() ? 0 : bin[i] - before - 1, MAX - before - 1);
            counts[i] = 1 + form.limited(form.isRead() ? 0 : count[i] - 1, Integer.MAX_VALUE - 1);
        }
        return bins.length == 0 ? NONE : new BinnedDelays(bins, counts);
    }

    /** How many there are. */
    public int size() {
        int size = 0;
        for (int own : count) {
            size += own;
        }
        return size;
    }
}

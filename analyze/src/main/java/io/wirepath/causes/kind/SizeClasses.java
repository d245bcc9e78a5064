package io.wirepath.causes.kind;

import java.util.Arrays;

/** Cuts lengths into classes where a gap in their distribution separates enough messages on both sides. */
final class SizeClasses {

    private static final int MIN_GAP_BYTES = 8;
    private static final double MIN_RATIO = 1.2;
    private static final double MIN_SHARE = 0.02;
    private static final int MIN_MESSAGES = 5;
    private static final int MAX_CUTS = 8;

    private final long[] cut;

    private SizeClasses(long[] cut) {
        this.cut = cut;
    }

    /** Finds the cuts of these lengths. */
    static SizeClasses of(long[] lengths) {
        long[] x = lengths.clone();
        Arrays.sort(x);
        double few = Math.max(MIN_MESSAGES, MIN_SHARE * x.length);
        long[] cuts = new long[MAX_CUTS];
        int count = 0;
        int last = 0;
        for (int i = 1; i < x.length && count < MAX_CUTS; i++) {
            boolean isGap = x[i] - x[i - 1] >= MIN_GAP_BYTES && x[i] >= MIN_RATIO * x[i - 1];
            if (isGap && i - last >= few && x.length - i >= few) {
                cuts[count++] = x[i];
                last = i;
            }
        }
        return new SizeClasses(Arrays.copyOf(cuts, count));
    }

    /** Number of classes. */
    int count() {
        return cut.length + 1;
    }

    /** Class of a length, from 0. */
    int of(long length) {
        int own = 0;
        while (own < cut.length && length >= cut[own]) {
            own++;
        }
        return own;
    }
}

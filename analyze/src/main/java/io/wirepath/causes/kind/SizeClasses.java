package io.wirepath.causes.kind;

import java.util.Arrays;

/** Cuts lengths into classes where a gap in their distribution separates enough messages on both sides. */
final class SizeClasses {

    private static final int LEAST_GAP_BYTES = 8;
    private static final double LEAST_RATIO = 1.2;
    private static final double LEAST_SHARE = 0.02;
    private static final int LEAST_MESSAGES = 5;
    private static final int MOST_CUTS = 8;

    private final long[] cut;

    private SizeClasses(long[] cut) {
        this.cut = cut;
    }

    /** Finds the cuts of these lengths. */
    static SizeClasses of(long[] lengths) {
        long[] x = lengths.clone();
        Arrays.sort(x);
        double few = Math.max(LEAST_MESSAGES, LEAST_SHARE * x.length);
        long[] cuts = new long[MOST_CUTS];
        int count = 0;
        int last = 0;
        for (int i = 1; i < x.length && count < MOST_CUTS; i++) {
            boolean isGap = x[i] - x[i - 1] >= LEAST_GAP_BYTES && x[i] >= LEAST_RATIO * x[i - 1];
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
        int its = 0;
        while (its < cut.length && length >= cut[its]) {
            its++;
        }
        return its;
    }
}

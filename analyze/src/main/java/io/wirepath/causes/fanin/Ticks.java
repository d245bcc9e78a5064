package io.wirepath.causes.fanin;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;

/** Sendings at the ticks of a clock. */
final class Ticks {

    /** A timer's ticks vary by less than this share of their distance; arrivals at chance vary by all of it. */
    private static final double TIMER_JITTER = 0.05;

    private static final double CHANCE = 0.3;
    private static final double MIN_CORRELATION = 0.7;

    private Ticks() {}

    /** Whether these rows were sent at the ticks of a clock, some of which may be left out. */
    static boolean isTimed(MessageTable messages, int[] rows) {
        long[] gaps = new long[rows.length - 1];
        for (int x = 0; x < gaps.length; x++) {
            gaps[x] = messages.timeNanos(rows[x + 1]) - messages.timeNanos(rows[x]);
        }
        long[] sorted = gaps.clone();
        Arrays.sort(sorted);
        double tick = sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        if (tick <= 0) {
            return false;
        }
        int fitting = 0;
        for (long gap : gaps) {
            double ticks = Math.max(1, Math.rint(gap / tick));
            fitting += Math.abs(gap / tick - ticks) < TIMER_JITTER ? 1 : 0;
        }
        // Chance alone puts a tenth of all gaps so near to a multiple.
        return fitting > (1 - CHANCE) * gaps.length;
    }

    /**
     * Whether sendings are the longer the more messages waited for them, so that they do hold these.
     *
     * @param counts how many waited at each sending but the first
     */
    static boolean growsWith(MessageTable messages, int[] sendings, int[] counts) {
        double[] length = new double[counts.length];
        Arrays.setAll(length, x -> messages.lengthBytes(sendings[x + 1]));
        double meanLength = Arrays.stream(length).average().orElse(0);
        double meanCount = Arrays.stream(counts).average().orElse(0);
        double both = 0;
        double ofLength = 0;
        double ofCount = 0;
        for (int x = 0; x < counts.length; x++) {
            both += (length[x] - meanLength) * (counts[x] - meanCount);
            ofLength += (length[x] - meanLength) * (length[x] - meanLength);
            ofCount += (counts[x] - meanCount) * (counts[x] - meanCount);
        }
        return both > MIN_CORRELATION * Math.sqrt(ofLength * ofCount);
    }
}

package io.wirepath.flows;

import java.util.Arrays;

/** Medians. The values are sorted in their place; of none the median is 0. */
public final class Median {

    private Median() {}

    /** The upper median: a value that was observed. */
    public static long upper(long... values) {
        return upper(values, values.length);
    }

    /** That of the first so many. */
    public static long upper(long[] values, int count) {
        Arrays.sort(values, 0, count);
        return count == 0 ? 0 : values[count / 2];
    }

    /** The median: between the two in the middle where their number is even. */
    public static double middle(double... values) {
        return middle(values, values.length);
    }

    /** That of the first so many. */
    public static double middle(double[] values, int count) {
        Arrays.sort(values, 0, count);
        return count == 0 ? 0 : (values[(count - 1) / 2] + values[count / 2]) / 2;
    }
}

package io.wirepath.merge.order;

import java.util.Arrays;

/** Sorts numbers that are nearly in order, as the times of sightings are: each goes a few places back, if any. */
final class NearlySorted {

    /** Places that numbers go back on average before they count as not nearly in order. */
    private static final int PLACES = 8;

    private NearlySorted() {}

    /** Sorts the first {@code count} numbers. */
    static void sort(long[] numbers, int count) {
        long left = (long) PLACES * count;
        for (int i = 1; i < count; i++) {
            long number = numbers[i];
            int place = i;
            while (place > 0 && numbers[place - 1] > number && left > 0) {
                numbers[place] = numbers[--place];
                left--;
            }
            numbers[place] = number;
            if (left == 0) {
                Arrays.sort(numbers, 0, count);
                return;
            }
        }
    }
}

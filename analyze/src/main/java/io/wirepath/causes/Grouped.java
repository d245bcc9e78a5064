package io.wirepath.causes;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Numbers from 0 on by the group that each is in, those of a group in order: a counting sort. Immutable; safe to share.
 *
 * <pre>
 *  group of 0 1 2 3 4:   1 – 0 1 0          first   0   2   4
 *                                           number  2 4 0 3
 * </pre>
 */
public final class Grouped {

    private final int[] first;
    private final int[] number;

    private Grouped(int[] first, int[] number) {
        this.first = first;
        this.number = number;
    }

    /**
     * Groups them.
     *
     * @param groupOf group of each number, below {@code groups}; negative of those that are in none
     */
    public static Grouped of(int groups, int[] groupOf) {
        int[] first = new int[groups + 1];
        for (int group : groupOf) {
            if (group >= 0) {
                first[group + 1]++;
            }
        }
        for (int group = 0; group < groups; group++) {
            first[group + 1] += first[group];
        }
        int[] next = first.clone();
        int[] number = new int[first[groups]];
        for (int each = 0; each < groupOf.length; each++) {
            if (groupOf[each] >= 0) {
                number[next[groupOf[each]]++] = each;
            }
        }
        return new Grouped(first, number);
    }

    /** The same of so many numbers. */
    public static Grouped of(int groups, int size, IntUnaryOperator groupOf) {
        return of(groups, IntStream.range(0, size).map(groupOf).toArray());
    }

    /** Place of the first of a group. */
    public int first(int group) {
        return first[group];
    }

    /** Place after the last of a group. */
    public int end(int group) {
        return first[group + 1];
    }

    /** The number at a place. */
    public int at(int place) {
        return number[place];
    }

    /** All of a group. */
    public IntStream of(int group) {
        return Arrays.stream(number, first[group], first[group + 1]);
    }

    /** All that are in a group, by their groups. */
    public IntStream all() {
        return Arrays.stream(number);
    }
}

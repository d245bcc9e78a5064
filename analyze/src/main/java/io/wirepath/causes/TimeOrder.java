package io.wirepath.causes;

/**
 * Orders messages by time: a stable radix sort, so equal times keep the order in which they were added. There are about
 * as many digits as times: to sort a few must not cost as much as to count thousands of digits. Pure.
 */
public final class TimeOrder {

    private static final int MIN_DIGIT_BITS = 4;
    private static final int MAX_DIGIT_BITS = 11;

    private TimeOrder() {}

    /** Places in order of these times. */
    public static int[] of(long[] times) {
        return of(times, times, times.length);
    }

    /** Row numbers in order of the first time of each, or of the second where the first is {@link MessageTable#NIL}. */
    public static int[] of(long[] preferredNanos, long[] otherNanos, int size) {
        long[] key = new long[size];
        boolean isInOrder = true;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            key[i] = preferredNanos[i] != MessageTable.NIL ? preferredNanos[i] : otherNanos[i];
            isInOrder &= i == 0 || key[i - 1] <= key[i];
            least = Math.min(least, key[i]);
            greatest = Math.max(greatest, key[i]);
        }
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        long range = isInOrder ? 0 : greatest - least;
        int bits =
                Math.max(MIN_DIGIT_BITS, Math.min(MAX_DIGIT_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(size)));
        for (int shift = 0; shift < Long.SIZE && range >>> shift != 0; shift += bits) {
            order = sortByDigit(order, key, least, shift, (1 << bits) - 1);
        }
        return order;
    }

    /** How many of these times, which are sorted, lie before this one. */
    public static int before(long[] sorted, long nanos) {
        return firstFrom(sorted, 0, sorted.length, nanos);
    }

    /** The first place in {@code [from, to)} of a time that is not before this one; {@code to} without one. */
    public static int firstFrom(long[] sorted, int from, int to, long nanos) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sorted[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int[] sortByDigit(int[] order, long[] key, long least, int shift, int mask) {
        int[] start = new int[mask + 2];
        for (int row : order) {
            start[digit(key[row] - least, shift, mask) + 1]++;
        }
        for (int i = 0; i <= mask; i++) {
            start[i + 1] += start[i];
        }
        int[] sorted = new int[order.length];
        for (int row : order) {
            sorted[start[digit(key[row] - least, shift, mask)]++] = row;
        }
        return sorted;
    }

    private static int digit(long value, int shift, int mask) {
        return (int) (value >>> shift) & mask;
    }
}

package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeOrderTest {

    private final Random random = new Random(5);

    @Test
    void isStableForFewTimesAndForMany() {
        for (int size : new int[] {0, 1, 2, 3, 7, 16, 33, 500, 2047, 2048, 20_000}) {
            for (int bits : new int[] {1, 4, 12, 30, 63}) {
                long[] times = random.longs(size, 0, 1L << bits - 1 | 1).toArray();
                agrees(times);
                agrees(IntStream.range(0, size).mapToLong(i -> -times[i]).toArray());
            }
        }
    }

    @Test
    void takesTheWholeRangeOfTimes() {
        agrees(new long[] {Long.MAX_VALUE, Long.MIN_VALUE + 1, 0, -1, Long.MAX_VALUE, 5});
        agrees(random.longs(100)
                .map(time -> time == MessageTable.NIL ? 0 : time)
                .toArray());
    }

    private static void agrees(long[] times) {
        int[] sorted = IntStream.range(0, times.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> times[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        assertArrayEquals(sorted, TimeOrder.of(times));
    }
}

package io.wirepath.merge.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NearlySortedTest {

    private final Random random = new Random(5);

    /** From in order to no order at all: 40 places back on average are more than are taken back one by one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 20, 80, 100_000})
    void sortsWhateverTheOrder(int places) {
        for (int count : new int[] {0, 1, 2, 3, 1000, 5000}) {
            long[] numbers = new long[count + 3];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (long) i + random.nextInt(places);
            }
            long[] wanted = numbers.clone();
            Arrays.sort(wanted, 0, count);
            NearlySorted.sort(numbers, count);
            assertArrayEquals(wanted, numbers);
        }
    }
}

package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyNumbersTest {

    @Test
    void numbersKeysInTheOrderInWhichTheyAreFirstSeen() {
        KeyNumbers numbers = new KeyNumbers();
        assertEquals(KeyNumbers.UNKNOWN, numbers.find(7));
        assertEquals(0, numbers.of(7));
        assertEquals(1, numbers.of(0));
        assertEquals(2, numbers.of(-7));
        assertEquals(1, numbers.of(0));
        assertEquals(2, numbers.find(-7));
        assertEquals(KeyNumbers.UNKNOWN, numbers.find(8));
        assertEquals(3, numbers.size());
    }

    @Test
    void keepsPairsOfNumbersApart() {
        assertEquals(0x3_0000_0005L, KeyNumbers.pair(3, 5));
        assertEquals(0x7fff_ffff_7fff_ffffL, KeyNumbers.pair(Integer.MAX_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void agreesWithAMapWhileItGrows() {
        KeyNumbers numbers = new KeyNumbers();
        Map<Long, Integer> wanted = new HashMap<>();
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            long key = KeyNumbers.pair(random.nextInt(300), random.nextInt(200));
            assertEquals(wanted.computeIfAbsent(key, k -> wanted.size()), numbers.of(key));
        }
        assertEquals(wanted.size(), numbers.size());
        wanted.forEach((key, number) -> assertEquals(number, numbers.find(key)));
    }
}

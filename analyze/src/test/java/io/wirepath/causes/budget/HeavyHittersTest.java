package io.wirepath.causes.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.collections.LongHashSet;
import org.junit.jupiter.api.Test;

final class HeavyHittersTest {

    private final HeavyHitters keys = new HeavyHitters(100);

    @Test
    void countsExactlyWhileKeysAreFew() {
        for (int i = 0; i < 1000; i++) {
            keys.add(i % 100);
        }
        assertEquals(10, keys.count(7));
        assertEquals(0, keys.error());
        assertEquals(100, keys.heaviest(100).size());
    }

    @Test
    void findsWhatComesOftenAmongMillionsThatComeOnceInBoundedMemory() {
        int most = 0;
        for (int i = 0; i < 2_000_000; i++) {
            keys.add(i % 20 == 0 ? i / 20 % 5 : 1000 + i);
            most = Math.max(most, keys.size());
        }
        assertTrue(most <= 101, most + " keys");
        LongHashSet heaviest = keys.heaviest(5);
        for (int key = 0; key < 5; key++) {
            assertTrue(heaviest.contains(key), "key " + key);
            assertTrue(keys.count(key) <= 20_000 && keys.count(key) + keys.error() >= 20_000);
        }
        assertTrue(keys.error() <= 2 * 2_000_000 / 100);
    }

    @Test
    void letsWhatCameLongAgoWeighLess() {
        for (int i = 0; i < 9; i++) {
            keys.add(1);
        }
        keys.add(2);
        keys.age();
        assertEquals(4, keys.count(1));
        assertEquals(1, keys.size());
    }
}

package io.wirepath.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HopCountTest {

    @ParameterizedTest
    @CsvSource({
        "64, 0", "63, 1", "24, 40", "23, 255", "128, 0", "127, 1", "100, 28", "65, 255", "255, 0", "250, 5", "0, 255"
    })
    void countsRoutersFromTheNextUsualStart(int timeToLive, int wanted) {
        assertEquals(wanted, HopCount.of(timeToLive));
    }
}

package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayTextTest {

    @ParameterizedTest
    @CsvSource({"9.94e6, 9.9 ms", "9.96e6, 10 ms", "10.04e6, 10 ms", "99.6e6, 100 ms"})
    void hasTwoDigitsAlsoWhereItRoundsUp(double nanos, String told) {
        assertEquals(told, DelayText.of(nanos));
    }

    @Test
    void endsThatLookAlikeAreNoRange() {
        assertEquals("about 10 ms", DelayText.range(9.97e6, 10.02e6));
    }
}

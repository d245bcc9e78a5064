package io.wirepath.analyze.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DelayTest {

    private static final int DRAWS = 40_000;

    static Stream<Arguments> delays() {
        return Stream.of(
                Arguments.of(Delay.fixed(7), 7e6, 0.0),
                Arguments.of(Delay.uniform(2, 8), 5e6, 6e6 / Math.sqrt(12)),
                Arguments.of(Delay.gaussian(50, 5), 50e6, 5e6),
                Arguments.of(Delay.exponential(3), 3e6, 3e6),
                Arguments.of(Delay.lognormal(10, 4), 10e6, 4e6));
    }

    @ParameterizedTest
    @MethodSource("delays")
    void hasTheMeanAndTheDeviationThatItSays(Delay delay, double mean, double deviation) {
        SplittableRandom random = new SplittableRandom(1);
        long[] drawn =
                LongStream.generate(() -> delay.draw(random)).limit(DRAWS).toArray();
        double measured = LongStream.of(drawn).average().orElseThrow();
        double variance = LongStream.of(drawn)
                .mapToDouble(each -> (each - measured) * (each - measured))
                .average()
                .orElseThrow();
        assertEquals(mean, measured, 0.03 * mean);
        assertEquals(deviation, Math.sqrt(variance), 0.05 * deviation);
    }

    @Test
    void isNeverNegative() {
        SplittableRandom random = new SplittableRandom(1);
        Delay wild = Delay.gaussian(1, 10);
        assertTrue(LongStream.generate(() -> wild.draw(random)).limit(DRAWS).allMatch(each -> each >= 0));
    }

    @Test
    void takesAnotherDeviationWhereItHasOneOfItsOwn() {
        assertEquals(Delay.gaussian(50, 25), Delay.gaussian(50, 5).withRelativeDeviation(0.5));
        assertEquals(Delay.lognormal(50, 0), Delay.lognormal(50, 5).withRelativeDeviation(0));
        assertEquals(Delay.fixed(50), Delay.fixed(50).withRelativeDeviation(0.5));
        assertEquals(Delay.exponential(50), Delay.exponential(50).withRelativeDeviation(0.5));
    }

    @Test
    void refusesNegativeMeans() {
        assertThrows(IllegalArgumentException.class, () -> Delay.fixed(-1));
        assertThrows(IllegalArgumentException.class, () -> Delay.uniform(3, 2));
    }
}

package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RampTest {

    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;
    private static final double CHANCE = 1e-4;

    /**
     * Two requests a second for five minutes, of two kinds; from 150 s on each takes longer, by so much at once and by
     * so much more each second.
     */
    private static Observations series(long seed, double leap, double growth) {
        Random random = new Random(seed);
        Observations series = new Observations();
        for (double t = 0; t < 300; t -= 0.5 * Math.log(1 - random.nextDouble())) {
            double since = t - 150;
            double added = since < 0 ? 0 : (leap + growth * since) * (0.7 + 0.6 * random.nextDouble());
            int kind = random.nextInt(2);
            double took = (10 + 20 * kind) * Math.exp(0.3 * random.nextGaussian()) + added;
            series.add(Math.round(t * SECOND), kind, took * MILLI, 0);
        }
        return series;
    }

    /** Of a hundred, how often the interval of the onset holds it, and how often it is said to grow. */
    private static int[] held(double leap, double growth) {
        int[] held = new int[2];
        for (int seed = 0; seed < 100; seed++) {
            List<Change> changes = LevelChange.of(series(seed, leap, growth), CHANCE);
            Change first = changes.get(0);
            boolean holds = first.onsetFromNanos() <= 150 * SECOND && first.onsetToNanos() >= 150 * SECOND;
            held[0] += holds ? 1 : 0;
            held[1] += first.growth() > 0 ? 1 : 0;
        }
        return held;
    }

    @ParameterizedTest
    @CsvSource({"0.1, 75", "0.3, 95", "1, 95"})
    void theIntervalHoldsTheMomentAtWhichALeakBegan(double growth, int told) {
        int[] held = held(0, growth);
        assertTrue(held[0] >= 95, held[0] + " of 100 held");
        assertTrue(held[1] >= told, held[1] + " of 100 told");
    }

    @ParameterizedTest
    @CsvSource({"10", "30", "100"})
    void whatLeapsIsNotSaidToGrow(double leap) {
        int[] held = held(leap, 0);
        assertTrue(held[0] >= 95, held[0] + " of 100 held");
        assertEquals(0, held[1]);
    }

    @Test
    void tellsByHowMuchItGrows() {
        Change change = LevelChange.of(series(1, 0, 0.5), CHANCE).get(0);
        assertEquals(0.5 * MILLI, change.growth(), 0.05 * MILLI);
    }

    @Test
    void whatCodeDecidesLeaps() {
        Observations calls = new Observations();
        for (int at = 0; at < 300; at++) {
            calls.add(Math.round(at * SECOND), 0, at < 150 ? 1 : 2 + at / 200, 0);
        }
        assertEquals(0, LevelChange.of(calls, CHANCE).get(0).growth());
    }
}

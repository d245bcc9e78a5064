package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShiftTest {

    private static final int TRIALS = 1000;
    private static final double SHIFT = 50;

    private final Random random = new Random(7);

    /** What takes longer varies more as well, and was often seen less; of very few the interval is wide. */
    @ParameterizedTest
    @CsvSource({
        "1, 20, 400, 10, 0.97",
        "1, 200, 200, 1, 0.97",
        "1, 400, 40, 10, 0.97",
        "12, 4, 30, 10, 1",
        "4, 3, 200, 5, 1"
    })
    void theIntervalHoldsTheShift(int kinds, int inside, int outside, double spread, double most) {
        int held = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            List<double[]> samples = new ArrayList<>();
            List<double[]> others = new ArrayList<>();
            for (int kind = 0; kind < kinds; kind++) {
                samples.add(sample(inside, SHIFT, spread));
                others.add(sample(outside, 0, 1));
            }
            Shift shift = Shift.of(samples, others);
            held += Math.abs(shift.nanos() - SHIFT) <= shift.halfWidthNanos() ? 1 : 0;
        }
        double share = (double) held / TRIALS;
        assertTrue(share >= 0.93 && share <= most, () -> String.valueOf(share));
    }

    /** One of sixteen is much later, of several kinds: the interval of the mean holds what that makes. */
    @Test
    void theIntervalOfTheMeanHoldsWhatSomeMakeOfIt() {
        int held = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Observations own = new Observations();
            for (int at = 0; at < 1000; at++) {
                int kind = random.nextInt(3);
                boolean isLate = at >= 500 && random.nextInt(16) == 0;
                own.add(at, kind, 10 * kind + random.nextGaussian() + (isLate ? 16 * SHIFT : 0), 0);
            }
            Shift mean = Shift.ofMeans(own, Change.lasting(500, 500, 500, 0));
            held += Math.abs(mean.nanos() - SHIFT) <= mean.halfWidthNanos() ? 1 : 0;
        }
        double share = (double) held / TRIALS;
        assertTrue(share >= 0.91 && share <= 0.97, () -> String.valueOf(share));
    }

    /** Of six requests of two kinds the spread is hardly known, and of one of each kind not at all. */
    @Test
    void theIntervalOfAMeanOfFewIsWideOrNotKnown() {
        int held = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Shift mean = Shift.ofMeans(ofKinds(2, 3), Change.lasting(500, 500, 500, 0));
            held += Math.abs(mean.nanos() - SHIFT) <= mean.halfWidthNanos() ? 1 : 0;
        }
        double share = (double) held / TRIALS;
        assertTrue(share >= 0.93, () -> String.valueOf(share));
        Shift single = Shift.ofMeans(ofKinds(6, 1), Change.lasting(500, 500, 500, 0));
        assertEquals(0, single.halfWidthNanos());
        assertEquals(6, single.compared());
    }

    /** So many later ones of each of these kinds, after thirty of each. */
    private Observations ofKinds(int kinds, int late) {
        Observations own = new Observations();
        for (int at = 0; at < kinds * 30; at++) {
            own.add(at, at % kinds, random.nextGaussian(), 0);
        }
        for (int at = 0; at < kinds * late; at++) {
            own.add(500 + at, at % kinds, SHIFT + random.nextGaussian(), 0);
        }
        return own;
    }

    /** A level that wanders by itself tells less than as many independent times would: of such intervals 45 % held. */
    @Test
    void theIntervalHoldsWhereNeighboursAreAlike() {
        int held = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Observations own = new Observations();
            double wave = 0;
            for (int at = 0; at < 600; at++) {
                wave = 0.9 * wave + 0.5 * random.nextGaussian();
                own.add(at, 0, wave + random.nextGaussian() + (at < 300 ? 0 : SHIFT), 0);
            }
            Shift shift = Shift.of(own, Change.lasting(300, 300, 300, 0));
            held += Math.abs(shift.nanos() - SHIFT) <= shift.halfWidthNanos() ? 1 : 0;
        }
        double share = (double) held / TRIALS;
        assertTrue(share >= 0.91 && share <= 0.97, () -> String.valueOf(share));
    }

    private double[] sample(int size, double mean, double spread) {
        double[] sample = new double[size];
        Arrays.setAll(sample, at -> mean + spread * random.nextGaussian());
        Arrays.sort(sample);
        return sample;
    }
}

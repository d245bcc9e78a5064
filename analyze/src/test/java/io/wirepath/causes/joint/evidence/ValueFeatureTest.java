package io.wirepath.causes.joint.evidence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.model.Factor;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueFeatureTest {

    private static final int PAIRS = 40;
    private static final int CHANCE = 24 * PAIRS;
    private static final int VALUES = 100_000;

    /** Lengths at random: hardly a value of the few likely pairs was ever seen among the chance pairs. */
    @Test
    void takesNothingFromValuesThatAreMerelyNew() {
        Random random = new Random(3);
        int[] value = random.ints(PAIRS + CHANCE, 0, VALUES).toArray();

        assertArrayEquals(new double[PAIRS], evidence(value));
    }

    @Test
    void favoursTheValueThatLikelyPairsShare() {
        Random random = new Random(3);
        int[] value = random.ints(PAIRS + CHANCE, 0, VALUES).toArray();
        Arrays.fill(value, 0, PAIRS, 17);

        assertTrue(Arrays.stream(evidence(value)).allMatch(nats -> nats > 3));
    }

    private static double[] evidence(int[] value) {
        int[] slot = new int[PAIRS];
        Arrays.setAll(slot, pair -> pair);
        int[] chance = new int[CHANCE];
        Arrays.setAll(chance, pair -> pair % PAIRS);
        SlotPairs pairs = new SlotPairs(new int[PAIRS], slot, slot, new int[CHANCE], chance, chance, 1);
        double[] marginal = new double[PAIRS];
        Arrays.fill(marginal, 1);
        double[] evidence = new double[PAIRS];
        ValueFeature feature = new ValueFeature("length", pairs, 0, value, own -> own / (VALUES / 10), told -> "");
        feature.fit(new Factor.Marginals(1, marginal, new double[0]));
        feature.addTo(evidence);
        return evidence;
    }
}

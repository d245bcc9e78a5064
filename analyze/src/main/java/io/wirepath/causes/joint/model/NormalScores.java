package io.wirepath.causes.joint.model;

import io.wirepath.causes.TimeOrder;
import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;

/**
 * Numbers as standard normal ones of the same rank, so that how two of them go together does not hang on their
 * distributions.
 */
final class NormalScores {

    private NormalScores() {}

    /**
     * The standard normal number that such a share of all is below, within 0.0005 (Abramowitz and Stegun, <em>Handbook
     * of Mathematical Functions</em>, 26.2.23).
     */
    static double of(double share) {
        double tail = Math.max(1 - Priors.NEARLY_ALL, Math.min(share, 1 - share));
        double t = Math.sqrt(-2 * Math.log(tail));
        double number =
                t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
        return share < 0.5 ? -number : number;
    }

    /** Scores the numbers at these places among each other; equal ones share the middle of their ranks. */
    static void rank(long[] numbers, int[] places, double[] scores) {
        long[] sorted =
                Arrays.stream(places).mapToLong(x -> numbers[x]).sorted().toArray();
        for (int x : places) {
            int before = TimeOrder.before(sorted, numbers[x]);
            int upTo = TimeOrder.before(sorted, numbers[x] + 1);
            scores[x] = of((before + upTo) / 2.0 / sorted.length);
        }
    }
}

package io.wirepath.analyze.change;

import java.util.Arrays;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * How far the durations of each place lie beyond what is usual for their kind, as logarithms: a place that was hardly
 * seen is probably like one of the others, or as unlike them as one more would be (empirical Bayes over places;
 * Robbins, 1956). Immutable.
 */
public final class Excess {
    /** Of no other place anything is known. */
    public static final Excess NONE = new Excess(new double[0][], 0);

    private final double[][] logs;
    private final int place;

    private Excess(double[][] logs, int place) {
        this.logs = logs;
        this.place = place;
    }

    /** What each of these places can expect by what the others show. */
    public static Excess[] of(Observations[] places, double floor) {
        Leap.Scale scale = Leap.Scale.ofDurations(floor, NONE);
        double[][] logs = new double[places.length][];
        Arrays.setAll(logs, place -> new LeapChance(places[place].bounded(), scale, 1).logs());
        Excess[] each = new Excess[places.length];
        Arrays.setAll(each, place -> new Excess(logs, place));
        return each;
    }

    /**
     * How probable chance makes it that of {@code in} witnesses at least {@code inside} lie so far beyond the usual,
     * when {@code outside} of {@code out} others do. Each of the other places, and one that is unlike all of them, is
     * as probable before; what the others show says how probable it is then.
     *
     * @param each durations of which the longest is a witness
     * @param alone the chance where nothing is known of other places
     */
    double chance(int inside, int in, int outside, int out, double limit, double each, double alone) {
        double weights = 1.0 / (out + 1);
        double chance = weights * alone;
        for (int other = 0; other < logs.length; other++) {
            int size = logs[other].length;
            if (other != place && size >= ChangeModel.MIN_WITNESSES) {
                int beyond = size - RankScores.below(logs[other], limit, false);
                double rate = 1 - Math.pow(1 - (beyond + 0.5) / (size + 1), each);
                double weight = new BinomialDistribution(null, out, rate).probability(outside);
                weights += weight;
                chance += weight * (1 - new BinomialDistribution(null, in, rate).cumulativeProbability(inside - 1));
            }
        }
        return chance / weights;
    }
}

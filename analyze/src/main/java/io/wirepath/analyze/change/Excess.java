package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * How far the durations of each place lie beyond what is usual for their kind, as logarithms: a place that was hardly
 * seen is probably like one of the others, or as unlike them as one more would be (empirical Bayes over places;
 * Robbins, 1956). Immutable.
 */
public final class Excess {
    /** Of no other place anything is known. */
    public static final Excess NONE = new Excess(List.of(), -1);

    /** Of more places so many stand for all. */
    private static final int MAX_PLACES = 64;

    /**
     * What a place shows, and those that it stands for.
     *
     * @param number its place
     * @param logs in order
     * @param weight how many places
     */
    private record Shown(int number, double[] logs, double weight) {

        /** What hardly any of its durations reaches. */
        double high() {
            return logs[logs.length - ChangeModel.MIN_WITNESSES];
        }
    }

    private final List<Shown> shown;
    private final int place;

    private Excess(List<Shown> shown, int place) {
        this.shown = shown;
        this.place = place;
    }

    /** What each of these places can expect by what the others show. */
    public static Excess[] of(Observations[] places, double floor) {
        Leap.Scale scale = Leap.Scale.ofDurations(floor, NONE);
        List<Shown> all = new ArrayList<>();
        for (int place = 0; place < places.length; place++) {
            double[] logs = new LeapChance(places[place].bounded(), scale, 1).logs();
            if (logs.length >= ChangeModel.MIN_WITNESSES) {
                all.add(new Shown(place, logs, 1));
            }
        }
        List<Shown> some = bounded(all);
        Excess[] each = new Excess[places.length];
        Arrays.setAll(each, place -> new Excess(some, place));
        return each;
    }

    /** Those that stand for all, evenly from the one with the least tail to the one with the greatest. */
    private static List<Shown> bounded(List<Shown> all) {
        if (all.size() <= MAX_PLACES) {
            return all;
        }
        List<Shown> sorted =
                all.stream().sorted(Comparator.comparingDouble(Shown::high)).toList();
        double weight = (double) all.size() / MAX_PLACES;
        return IntStream.range(0, MAX_PLACES)
                .mapToObj(i -> sorted.get((int) ((i + 0.5) * weight)))
                .map(own -> new Shown(own.number, own.logs, weight))
                .toList();
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
        for (Shown other : shown) {
            if (other.number != place) {
                int size = other.logs.length;
                int beyond = size - RankScores.below(other.logs, limit, false);
                double rate = 1 - Math.pow(1 - (beyond + 0.5) / (size + 1), each);
                double weight = other.weight * new BinomialDistribution(null, out, rate).probability(outside);
                weights += weight;
                chance += weight * (1 - new BinomialDistribution(null, in, rate).cumulativeProbability(inside - 1));
            }
        }
        return chance / weights;
    }
}

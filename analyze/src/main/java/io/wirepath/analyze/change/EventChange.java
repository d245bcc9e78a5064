package io.wirepath.analyze.change;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.math3.special.Beta;

/**
 * Whether something that happens now and then (an error, a lost segment) began to happen more often. Observations have the value
 * 1 where it happened and 0 where it did not.
 *
 * <p>Two tests, each with half of the chance: {@link BlockScan} over the shares of the blocks, for what happens often; and, for what happens
 * rarely, the binomial scan: how probable is it that so many of all events fall into a stretch that holds so few of the
 * observations? Events that follow each other closely are one cause and count once, and the binomial numbers are divided by
 * the dispersion of what is left, where it is above 1. Pure.
 */
public final class EventChange {

    /** Events nearer to each other than this count once. */
    private static final long ONE_CAUSE_NANOS = 100_000_000L;

    private static final int LEAST_EVENTS = 6;
    private static final int MOST_EVENTS = 300;
    private static final int SPREAD_BLOCKS = 32;
    /** The beginning is looked for within this part of all observations. */
    private static final int SEARCHED_PART = 8;

    private static final double TOP = Math.sqrt(3);

    private final Observations observations;
    private final int[] event;

    private EventChange(Observations observations) {
        this.observations = observations;
        int[] found = new int[observations.size()];
        int number = 0;
        long last = Long.MIN_VALUE;
        for (int at = 0; at < found.length; at++) {
            if (observations.value(at) > 0) {
                if (number == 0 || observations.nanos(at) - last > ONE_CAUSE_NANOS) {
                    found[number++] = at;
                }
                last = observations.nanos(at);
            }
        }
        event = Arrays.copyOf(found, number);
    }

    /** The stretch in which it happens more often and that chance explains least, if with at most this probability. */
    public static Optional<Change> of(Observations observations, double mostChance) {
        double[] score = new double[observations.size()];
        Arrays.setAll(score, at -> observations.value(at) > 0 ? TOP : -TOP);
        Optional<Change> often = LevelChange.of(observations, score, mostChance / 2)
                .filter(change -> share(observations, change) > shareElsewhere(observations, change));
        return often.isPresent() ? often : new EventChange(observations).rare(score, mostChance / 2);
    }

    /** Share of the observations in the changed time at which it happened. */
    public static double share(Observations observations, Change change) {
        return share(observations, change.from(), change.to());
    }

    private static double share(Observations observations, int from, int to) {
        double events = 0;
        for (int at = from; at < to; at++) {
            events += observations.value(at) > 0 ? 1 : 0;
        }
        return to == from ? 0 : events / (to - from);
    }

    /** Share of all other observations at which it happened. */
    public static double shareElsewhere(Observations observations, Change change) {
        int size = observations.size();
        int number = size - change.to() + change.from();
        double events = share(observations, 0, change.from()) * change.from()
                + share(observations, change.to(), size) * (size - change.to());
        return number == 0 ? 0 : events / number;
    }

    private Optional<Change> rare(double[] score, double mostChance) {
        if (event.length < LEAST_EVENTS || event.length > MOST_EVENTS) {
            return Optional.empty();
        }
        int size = observations.size();
        double least = 1;
        int first = 0;
        int after = size;
        for (int i = 0; i < event.length; i++) {
            double shift = chance(event.length - i - 1, size - event[i], event.length - 1, event[i], size);
            if (event.length * shift < least) {
                least = event.length * shift;
                first = i;
                after = size;
            }
            for (int j = i + LEAST_EVENTS; j < event.length; j++) {
                double episode = BlockScan.EPISODE_CARE
                        * event.length
                        * event.length
                        * chance(j - i - 1, event[j] - event[i], event.length - 2, event[i], event[j]);
                if (episode < least) {
                    least = episode;
                    first = i;
                    after = event[j] + 1;
                }
            }
        }
        return least > mostChance || event[first] < size / SPREAD_BLOCKS
                ? Optional.empty()
                : Optional.of(
                        Place.of(observations, score, event[first], after, Math.max(2, size / SEARCHED_PART), least));
    }

    /** P(Bin(all, length / size) ≥ inside), both numbers divided by the dispersion. */
    private double chance(int inside, int length, int all, int from, int to) {
        if (inside < LEAST_EVENTS - 1) {
            return 1;
        }
        double spread = dispersion(from, to);
        double k = inside / spread;
        return Beta.regularizedBeta((double) length / observations.size(), k, Math.max(0, all - inside) / spread + 1);
    }

    /** Variance by mean of the numbers of events in short stretches, within and without; at least 1. */
    private double dispersion(int from, int to) {
        int size = observations.size();
        double[] count = new double[SPREAD_BLOCKS];
        for (int its : event) {
            count[(int) ((long) its * SPREAD_BLOCKS / size)]++;
        }
        double inside = 0;
        double outside = 0;
        for (int its : event) {
            inside += its >= from && its < to ? 1 : 0;
            outside += its >= from && its < to ? 0 : 1;
        }
        double length = to - from;
        double squares = 0;
        for (int block = 0; block < SPREAD_BLOCKS; block++) {
            double low = (double) block * size / SPREAD_BLOCKS;
            double high = (double) (block + 1) * size / SPREAD_BLOCKS;
            double common = Math.max(0, Math.min(high, to) - Math.max(low, from));
            double expected = inside * common / Math.max(1, length)
                    + outside * (high - low - common) / Math.max(1, size - length);
            squares += expected > 0 ? (count[block] - expected) * (count[block] - expected) / expected : 0;
        }
        return Math.max(1, squares / (SPREAD_BLOCKS - 2));
    }
}

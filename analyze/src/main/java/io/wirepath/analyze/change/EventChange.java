package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.special.Beta;

/**
 * Whether something that happens now and then (an error, a lost segment) began to happen more often. Observations have
 * the value 1 where it happened and 0 where it did not.
 *
 * <p>Three tests, each with a third of the chance: {@link Segmentation} over the shares of the blocks, for what happens
 * often; for what happens rarely, the binomial scan: how probable is it that so many of all events fall into a stretch
 * that holds so few of the observations? And {@link Leap}, for what hardly happened before, and then to some of a few.
 * Events that follow each other closely are one cause and count once, and the binomial numbers are divided by the
 * dispersion of what is left, where it is above 1. What is found is left out, and the rest looked through again. Pure.
 */
public final class EventChange {

    private static final int TESTS = 3;
    private static final Leap.Scale FROM_NONE =
            new Leap.Scale(ChangeModel.FLOOR_OF_COUNTS, 1, ChangeModel.WAVES_FREEDOM, 1, Excess.NONE);
    private static final int MAX_EVENTS = 300;
    private static final int SPREAD_BLOCKS = 32;

    private final int size;
    private final int[] event;
    private final int[] inBlock = new int[SPREAD_BLOCKS];

    private EventChange(Observations observations) {
        size = observations.size();
        int[] found = new int[size];
        int number = 0;
        long last = Long.MIN_VALUE;
        for (int at = 0; at < size; at++) {
            if (observations.value(at) > 0) {
                if (number == 0 || observations.nanos(at) - last > ChangeModel.ONE_CAUSE_NANOS) {
                    found[number++] = at;
                }
                last = observations.nanos(at);
            }
        }
        event = Arrays.copyOf(found, number);
        for (int own : event) {
            inBlock[(int) ((long) own * SPREAD_BLOCKS / size)]++;
        }
    }

    /**
     * The stretches in which it happens more often and that chance explains with at most this probability, in order of
     * time.
     */
    public static List<Change> of(Observations observations, double mostChance) {
        double[] score = scores(observations);
        List<Change> often = LevelChange.of(observations, score, mostChance / TESTS).stream()
                .filter(change -> share(observations, change) > shareElsewhere(observations, change))
                .toList();
        List<Change> found = often.isEmpty() ? rare(observations, mostChance / TESTS) : often;
        return found.isEmpty()
                ? Leap.of(observations.bounded(), FROM_NONE, mostChance / TESTS).stream()
                        .map(Leap::change)
                        .filter(change -> shareElsewhere(observations, change) <= ChangeModel.FLOOR_OF_COUNTS)
                        .toList()
                : found;
    }

    /** Whether it happened often enough to show that it became more frequent: what never happens is no test. */
    public static boolean canShow(Observations observations) {
        return observations.sum() >= ChangeModel.MIN_WITNESSES;
    }

    private static double[] scores(Observations observations) {
        return RankScores.of(observations.size(), at -> observations.value(at) > 0);
    }

    /** Share of the observations in the changed time at which it happened. */
    public static double share(Observations observations, Change change) {
        double events = 0;
        int number = 0;
        for (int at = 0; at < observations.size(); at++) {
            if (change.isWithin(observations.nanos(at))) {
                events += observations.value(at) > 0 ? 1 : 0;
                number++;
            }
        }
        return number == 0 ? 0 : events / number;
    }

    /** Share of the observations that it is compared with at which it happened. */
    public static double shareElsewhere(Observations observations, Change change) {
        double events = 0;
        int number = 0;
        for (int at = 0; at < observations.size(); at++) {
            if (change.isReference(observations.nanos(at))) {
                events += observations.value(at) > 0 ? 1 : 0;
                number++;
            }
        }
        return number == 0 ? 0 : events / number;
    }

    private record Stretch(int from, int to, double chance) {}

    private static List<Change> rare(Observations observations, double mostChance) {
        EventChange own = new EventChange(observations);
        Stretch stretch = own.best();
        if (stretch.chance() > mostChance || stretch.from() < own.size / SPREAD_BLOCKS) {
            return List.of();
        }
        boolean lasts = stretch.to() == own.size;
        int[] starts = lasts ? new int[] {stretch.from()} : new int[] {stretch.from(), stretch.to()};
        double[] level = {0, 1, 0};
        int search = Math.max(2, own.size / LevelChange.SEARCHED_PART);
        Levels levels = new Levels(
                observations,
                scores(observations),
                starts,
                Arrays.copyOf(level, starts.length + 1),
                search,
                stretch.chance());
        List<Change> found = new ArrayList<>(levels.changes());
        if (!lasts) {
            found.addAll(rare(observations.between(0, stretch.from()), mostChance));
            found.addAll(rare(observations.between(stretch.to(), own.size), mostChance));
            found.sort(Comparator.comparingLong(Change::onsetNanos));
        }
        return found;
    }

    private Stretch best() {
        Stretch best = new Stretch(0, size, 1);
        if (event.length < ChangeModel.MIN_WITNESSES || event.length > MAX_EVENTS) {
            return best;
        }
        for (int i = 0; i < event.length; i++) {
            double shift =
                    event.length * chance(event.length - i - 1, event.length - 1, event[i], size, event.length - i);
            best = shift < best.chance() ? new Stretch(event[i], size, shift) : best;
            for (int j = i + ChangeModel.MIN_WITNESSES; j < event.length; j++) {
                // the event that ends the stretch is beside it
                double episode = ChangeModel.CARE_OF_END
                        * event.length
                        * event.length
                        * chance(j - i - 1, event.length - 2, event[i], event[j], j - i);
                best = episode < best.chance() ? new Stretch(event[i], event[j] + 1, episode) : best;
            }
        }
        return best;
    }

    /**
     * P(Bin(all, length / size) ≥ inside), both numbers divided by the dispersion.
     *
     * @param held events from {@code from} to before {@code to}
     */
    private double chance(int inside, int all, int from, int to, int held) {
        // no more than are to be expected need no tail
        if (inside < ChangeModel.MIN_WITNESSES - 1 || (double) inside * size <= (double) all * (to - from)) {
            return 1;
        }
        double spread = dispersion(from, to, held);
        double k = inside / spread;
        return Beta.regularizedBeta((double) (to - from) / size, k, Math.max(0, all - inside) / spread + 1);
    }

    /** Variance by mean of the numbers of events in short stretches, within and without; at least 1. */
    private double dispersion(int from, int to, double inside) {
        double outside = event.length - inside;
        double length = to - from;
        double squares = 0;
        for (int block = 0; block < SPREAD_BLOCKS; block++) {
            double low = (double) block * size / SPREAD_BLOCKS;
            double high = (double) (block + 1) * size / SPREAD_BLOCKS;
            double common = Math.max(0, Math.min(high, to) - Math.max(low, from));
            double expected = inside * common / Math.max(1, length)
                    + outside * (high - low - common) / Math.max(1, size - length);
            double off = inBlock[block] - expected;
            squares += expected > 0 ? off * off / expected : 0;
        }
        return Math.max(1, squares / (SPREAD_BLOCKS - 2));
    }
}

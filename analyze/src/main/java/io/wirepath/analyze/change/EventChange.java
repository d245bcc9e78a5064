package io.wirepath.analyze.change;

import java.util.List;
import java.util.function.LongPredicate;

/**
 * Whether something that happens now and then (an error, a lost segment) began to happen more often. Observations have
 * the value 1 where it happened and 0 where it did not. Each kind is compared with itself: that of which it always
 * happens, or never, tells nothing.
 *
 * <p>Two tests, each with half of the chance: {@link Segmentation} over the shares of the blocks, for what happens
 * often; and {@link Leap}, for what hardly happened before. Pure.
 */
public final class EventChange {

    private static final int TESTS = 2;

    /** So many standard errors are half of a 95 % interval. */
    private static final double NORMAL_95 = 1.96;

    private static final Leap.Scale FROM_NONE =
            new Leap.Scale(ChangeModel.FLOOR_OF_COUNTS, 1, ChangeModel.WAVES_FREEDOM, 1, Excess.NONE);

    private EventChange() {}

    /**
     * The stretches in which it happens more often and that chance explains with at most this probability, in order of
     * time.
     */
    public static List<Change> of(Observations observations, double mostChance) {
        double[] score = RankScores.ofLike(observations, at -> observations.value(at) > 0);
        List<Change> often = LevelChange.of(observations, score, mostChance / TESTS).stream()
                .filter(change -> share(observations, change) > shareElsewhere(observations, change))
                .toList();
        return often.isEmpty()
                ? Leap.of(observations.bounded(), FROM_NONE, mostChance / TESTS).stream()
                        .map(Leap::change)
                        .filter(change -> shareElsewhere(observations, change) <= ChangeModel.FLOOR_OF_COUNTS)
                        .toList()
                : often;
    }

    /** Whether it happened often enough to show that it became more frequent: what never happens is no test. */
    public static boolean canShow(Observations observations) {
        return observations.sum() >= ChangeModel.MIN_WITNESSES;
    }

    /** Share of the observations in the changed time at which it happened. */
    public static double share(Observations observations, Change change) {
        return share(observations, change::isWithin);
    }

    /** Share of the observations that it is compared with at which it happened. */
    public static double shareElsewhere(Observations observations, Change change) {
        return share(observations, change::isReference);
    }

    /**
     * By how much the share rises, give or take half of the 95 % interval of two shares, to each of which one of both
     * outcomes is added (Agresti and Caffo, 2000).
     */
    public static Shift rise(Observations observations, Change change) {
        int within = observations.number(change);
        int elsewhere = observations.number(change::isReference);
        double then = share(observations, change);
        double otherwise = shareElsewhere(observations, change);
        return new Shift(
                then - otherwise,
                NORMAL_95 * Math.sqrt(variance(then, within) + variance(otherwise, elsewhere)),
                within,
                1);
    }

    private static double variance(double share, int number) {
        double adjusted = (share * number + 1) / (number + 2);
        return adjusted * (1 - adjusted) / (number + 2);
    }

    private static double share(Observations observations, LongPredicate counts) {
        double events = 0;
        int number = 0;
        for (int at = 0; at < observations.size(); at++) {
            if (counts.test(observations.nanos(at))) {
                events += observations.value(at) > 0 ? 1 : 0;
                number++;
            }
        }
        return number == 0 ? 0 : events / number;
    }
}

package io.wirepath.analyze.compare;

import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Beta;
import org.jspecify.annotations.Nullable;

/**
 * Whether something happens more or less often in one run than in the other. Where it happens rarely: given how often
 * it happened in both, how probable is it that so many fall into one of them (the conditional test of Przyborowski and
 * Wilenski, 1940), all numbers divided by their dispersion over the blocks where it is above 1. Where it happens often,
 * Student's test of the shares with the spread of {@link BlockVariance} must agree. Pure.
 */
final class ShareContrast {

    /** Both runs together must have this many events, or nothing is told. */
    private static final int MIN_EVENTS = 5;

    private static final double OFTEN = 40;
    private static final double NORMAL_95 = 1.96;
    private static final double MORE = 2;

    private ShareContrast() {}

    /** Compares two tracks of one place and measure; null where too little happened. */
    static @Nullable Contrast of(ShareTrack one, ShareTrack other) {
        double events = one.allEvents();
        double others = other.allEvents();
        if (events + others < MIN_EVENTS || one.allTrials() == 0 || other.allTrials() == 0) {
            return null;
        }
        double part = one.allTrials() / (one.allTrials() + other.allTrials());
        double spread = Math.max(dispersion(one), dispersion(other));
        double rare = bothTails(events / spread, others / spread, part);
        double difference = other.share() - one.share();
        BlockVariance variance = BlockVariance.of(deviations(one), deviations(other), independent(one, other));
        double t = Math.abs(difference) / Math.sqrt(Math.max(variance.variance(), Double.MIN_NORMAL));
        double often = 2 * new TDistribution(null, variance.freedom()).cumulativeProbability(-t);
        boolean happensOften = Math.min(events, others) >= OFTEN;
        return new Contrast(
                one.place(),
                one.measure(),
                "",
                one.share(),
                other.share(),
                difference,
                NORMAL_95 * Math.sqrt(Math.max(variance.variance(), fewest(one) + fewest(other))),
                Math.round(events),
                Math.round(others),
                Math.min(1, happensOften ? Math.max(rare, often) : rare),
                false,
                "");
    }

    /** Twice the lesser tail of Bin(one + other, part). */
    private static double bothTails(double one, double other, double part) {
        double atMost = Beta.regularizedBeta(1 - part, other, one + 1);
        double atLeast = Beta.regularizedBeta(part, one, other + 1);
        return Math.min(1, 2 * Math.min(one == 0 ? 1 : atLeast, other == 0 ? 1 : atMost));
    }

    /** Variance by mean of the events of a block; at least 1. */
    private static double dispersion(ShareTrack track) {
        double share = track.share();
        double squares = 0;
        int used = 0;
        for (int block = 0; block < track.events().length; block++) {
            double expected = share * track.trials()[block];
            if (expected > 0) {
                double off = track.events()[block] - expected;
                squares += off * off / expected;
                used++;
            }
        }
        return used < 2 ? 1 : Math.max(1, squares / (used - 1));
    }

    private static double[] deviations(ShareTrack track) {
        double share = track.share();
        double all = track.allTrials();
        double[] deviations = new double[track.events().length];
        Arrays.setAll(deviations, block -> (track.events()[block] - share * track.trials()[block]) / all);
        return deviations;
    }

    /**
     * Variance of a share that few trials show, with two more that show it and two that do not (Agresti and Coull,
     * 1998): what always happened in five may happen in half of all. Of a rate none.
     */
    private static double fewest(ShareTrack track) {
        double trials = track.allTrials() + 2 * MORE;
        double share = (track.allEvents() + MORE) / trials;
        return track.measure().form() == Measure.Form.SHARE ? Math.max(0, share * (1 - share)) / trials : 0;
    }

    private static double independent(ShareTrack one, ShareTrack other) {
        double share = (one.allEvents() + other.allEvents()) / (one.allTrials() + other.allTrials());
        double left = one.measure().form() == Measure.Form.RATE ? 1 : Math.max(0, 1 - share);
        return share * left * (1 / one.allTrials() + 1 / other.allTrials());
    }
}

package io.wirepath.causes.joint.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A clock that makes calls at equal intervals: a health check, a heartbeat, a cache that is refreshed.
 *
 * @param period ticks from one call to the next
 * @param spread mean deviation from that, in ticks
 * @param reliability share of the calls that are followed by another one a period later
 */
record Timer(double period, double spread, double reliability) {

    /** So many calls in a row show a timer. */
    private static final int MIN_STEPS = 3;
    /** And this share of all that could be followed by another one. */
    private static final double MIN_SHARE = 0.6;
    /** No call deviates by more than this share of a period. */
    private static final double TOLERANCE = 1.0 / 64;

    private static final int LAGS = 3;
    /** A period is looked for in so many calls at most. */
    private static final int ENOUGH = 300;
    /** A part of a period counts if it explains nearly as much: where a call is missing, twice the period shows. */
    private static final double NEARLY = 0.75;

    private static final int MAX_PARTS = 6;
    /** Deviations beyond the usual ones. */
    private static final double OUTLIERS = 0.1;

    /** How far a call can be away from where it is expected. */
    double tolerance() {
        return period * TOLERANCE;
    }

    /** Density per tick of a call that deviates so far from a period after, or before, another one. */
    double density(double deviation) {
        if (Math.abs(deviation) > tolerance()) {
            return 0;
        }
        double usual = Math.exp(-Math.abs(deviation) / spread) / (2 * spread);
        return reliability * ((1 - OUTLIERS) * usual + OUTLIERS / (2 * tolerance()));
    }

    /** The timer that made most of these calls, or null where none did; times in rising order. */
    static @Nullable Timer of(long[] times) {
        long[] some = times.length > ENOUGH ? Arrays.copyOf(times, ENOUGH) : times;
        Steps best = new Steps();
        for (int lag = 1; lag <= LAGS; lag++) {
            for (int x = lag; x < some.length; x++) {
                Steps steps = Steps.of(some, (double) (some[x] - some[x - lag]));
                best = steps.found >= MIN_STEPS && steps.share() > best.share() ? steps : best;
            }
        }
        for (int part = MAX_PARTS; part > 1; part--) {
            Steps shorter = Steps.of(some, best.meanPeriod() / part);
            if (shorter.found >= MIN_STEPS && shorter.share() > NEARLY * best.share()) {
                return of(some, shorter);
            }
        }
        return of(some, best);
    }

    private static @Nullable Timer of(long[] times, Steps steps) {
        if (steps.found < MIN_STEPS || steps.share() < MIN_SHARE) {
            return null;
        }
        // The candidate was one difference; the mean of all that match it is steadier.
        double period = steps.meanPeriod();
        Steps steady = Steps.of(times, period);
        return new Timer(period, Math.max(1, steady.away / steady.found), steady.share());
    }

    /** The calls that have another one a period later. */
    private static final class Steps {
        private int found;
        private int possible;
        private double sum;
        private double away;

        static Steps of(long[] times, double period) {
            Steps steps = new Steps();
            double tolerance = period * TOLERANCE;
            int next = 0;
            for (int x = 0; x < times.length && period > 0; x++) {
                double expected = times[x] + period;
                if (expected > times[times.length - 1] + tolerance) {
                    break;
                }
                steps.possible++;
                while (times[next] < expected - tolerance) {
                    next++;
                }
                if (times[next] <= expected + tolerance) {
                    steps.found++;
                    steps.sum += times[next] - times[x];
                    steps.away += Math.abs(times[next] - expected);
                }
            }
            return steps;
        }

        double meanPeriod() {
            return found == 0 ? 0 : sum / found;
        }

        double share() {
            return found == 0 ? 0 : (found + 1.0) / (possible + 2.0);
        }
    }
}

package io.wirepath.causes.joint.scene;

import java.util.Arrays;

/**
 * How long a message that nobody answers may go on causing others: the longest delay at which sendings follow arrivals
 * more often than chance alone would have it.
 *
 * <pre>
 *  pairs of an   │    ▄█
 *  arrival and a │    ██▄
 *  later sending │▂▂▂▂███▂▂▂▂▂▂▂▂   chance: as many as the rates of both make
 *                └──────┬──┬─────► delay
 *                  last excess, twice that is the horizon
 * </pre>
 */
final class OneWayHorizon {

    private static final long LONGEST_NANOS = 1_000_000_000L;
    /** A queue has a sending for each arrival, but for this share. */
    private static final double QUEUE_SHARE = 0.1;

    private static final long LONGEST_QUEUED_NANOS = 30_000_000_000L;
    private static final double QUEUED_QUANTILE = 0.999;
    private static final int BINS_AN_OCTAVE = 3;
    private static final int BINS = 30 * BINS_AN_OCTAVE;
    private static final int ENOUGH_SENDINGS = 5000;
    /** An excess counts from so many standard deviations, and from this share of the sendings. */
    private static final double DEVIATIONS = 5;

    private static final double MIN_SHARE = 0.05;
    private static final double MARGIN = 2;
    private static final double NEAREST_QUANTILE = 0.9;
    private static final double NEAREST_MARGIN = 3;
    /** Arrivals within the horizon at most, on average: more could not be told apart anyway. */
    private static final int MAX_CANDIDATES = 100;

    private final double[] seen = new double[BINS];
    private final long[] nearest;
    private int sendings;

    private OneWayHorizon(int most) {
        nearest = new long[most];
    }

    /**
     * Finds it.
     *
     * @param arrivals when messages came, rising
     * @param sendings when others left, rising
     */
    static long nanos(long[] arrivals, long[] sendings) {
        if (arrivals.length < 2 || sendings.length == 0) {
            return LONGEST_NANOS;
        }
        OneWayHorizon horizon = new OneWayHorizon(sendings.length);
        int step = Math.max(1, sendings.length / ENOUGH_SENDINGS);
        int next = 0;
        for (int s = 0; s < sendings.length; s += step) {
            while (next < arrivals.length && arrivals[next] <= sendings[s]) {
                next++;
            }
            horizon.add(arrivals, next, sendings[s]);
        }
        double span = Math.max(1.0, (double) arrivals[arrivals.length - 1] - arrivals[0]);
        return horizon.nanos(arrivals.length / span);
    }

    /**
     * The shortest horizon under which nearly every sending can have an arrival of its own, where there are as many of
     * both: a queue hands on each message once, however long it waits. First come, first served makes the longest wait
     * shortest.
     *
     * @return 0 where there are not as many of both
     */
    static long queuedNanos(long[] arrivals, long[] sendings) {
        if (arrivals.length == 0 || Math.abs(arrivals.length - sendings.length) > QUEUE_SHARE * arrivals.length) {
            return 0;
        }
        long[] waited = new long[sendings.length];
        int next = 0;
        int served = 0;
        for (long sending : sendings) {
            if (next < arrivals.length && arrivals[next] <= sending) {
                waited[served++] = sending - arrivals[next++];
            }
        }
        if (served == 0) {
            return 0;
        }
        Arrays.sort(waited, 0, served);
        return (long) Math.min(LONGEST_QUEUED_NANOS, MARGIN * waited[(int) (QUEUED_QUANTILE * (served - 1))]);
    }

    private void add(long[] arrivals, int next, long sending) {
        for (int a = next - 1; a >= 0 && sending - arrivals[a] < LONGEST_NANOS; a--) {
            if (a == next - 1) {
                nearest[sendings++] = sending - arrivals[a];
            }
            seen[bin(sending - arrivals[a])]++;
        }
    }

    private static int bin(long nanos) {
        double log2 = Math.log((double) Math.max(1, nanos)) / Math.log(2);
        return Math.min(BINS - 1, (int) (BINS_AN_OCTAVE * log2));
    }

    private static double edge(int bin) {
        return Math.pow(2, (double) bin / BINS_AN_OCTAVE);
    }

    private long nanos(double arrivalsANano) {
        if (sendings == 0) {
            return LONGEST_NANOS;
        }
        double horizon = 0;
        for (int b = 0; b < BINS; b++) {
            double chance = sendings * arrivalsANano * (edge(b + 1) - edge(b));
            double excess = seen[b] - chance;
            if (excess > DEVIATIONS * Math.sqrt(chance + 1) && excess > MIN_SHARE * sendings) {
                horizon = MARGIN * edge(b + 1);
            }
        }
        Arrays.sort(nearest, 0, sendings);
        double usual = NEAREST_MARGIN * nearest[(int) (NEAREST_QUANTILE * (sendings - 1))];
        double most = Math.min(LONGEST_NANOS, MAX_CANDIDATES / arrivalsANano);
        return (long) Math.max(1, Math.min(most, Math.max(usual, horizon)));
    }
}

package io.wirepath.causes.joint.scene;

import java.util.Arrays;

/**
 * Until when events are more frequent than later, by the time since what may cause them: where the likelihood of two
 * rates, one before and one after, is greatest; and of what is after that likewise, as long as two rates pay, since
 * rare delays are long.
 *
 * <pre>
 *  rate │ ▄█
 *       │ ███▄
 *       │▂████▂▂▂▂▂▂▂▂   chance
 *       └────┬────────► delay
 *          longest
 * </pre>
 */
final class RateSplits {

    private static final int BINS = Long.SIZE * Priors.BINS_AN_OCTAVE;

    private final double[] exposure = new double[BINS];
    private final double[] seen = new double[BINS];

    /** Counts an event so long after a cause that is possible. */
    void see(long delay) {
        seen[bin(delay)]++;
    }

    /** Counts that events could be seen for so long after a cause. */
    void expose(long time) {
        int last = bin(time);
        for (int b = 0; b <= last; b++) {
            exposure[b] += Math.max(0, Math.min(edge(b + 1), (double) time) - edge(b));
        }
    }

    /** Could see events when another one could. */
    void exposeAs(RateSplits other) {
        System.arraycopy(other.exposure, 0, exposure, 0, BINS);
    }

    private static int bin(long time) {
        double log2 = Math.log((double) Math.max(1, time)) / Math.log(2);
        return Math.min(BINS - 1, (int) (Priors.BINS_AN_OCTAVE * log2));
    }

    private static double edge(int bin) {
        return bin == 0 ? 0 : Math.pow(2, (double) bin / Priors.BINS_AN_OCTAVE);
    }

    /** The delay; 0 where one rate does for all. */
    double longest() {
        int end = 0;
        for (int next = split(end); next > end; next = split(end)) {
            end = next;
        }
        return edge(end);
    }

    /** Events up to this delay beyond those that the rate after it makes. */
    double excess(double delay) {
        int end = delay == 0 ? 0 : bin((long) delay + 1);
        double rate = Arrays.stream(seen, end, BINS).sum()
                / Math.max(1, Arrays.stream(exposure, end, BINS).sum());
        return Arrays.stream(seen, 0, end).sum()
                - rate * Arrays.stream(exposure, 0, end).sum();
    }

    /**
     * The bin before which events are more frequent than from it on, of those from {@code from} on; or that one. What
     * is tried at every bin must pay twice.
     */
    private int split(int from) {
        double events = Arrays.stream(seen, from, BINS).sum();
        double time = Arrays.stream(exposure, from, BINS).sum();
        double best = 2 * Priors.PAYS + rated(events, time);
        int at = from;
        double early = 0;
        double earlyTime = 0;
        for (int b = from; b < BINS; b++) {
            early += seen[b];
            earlyTime += exposure[b];
            double gain = rated(early, earlyTime) + rated(events - early, time - earlyTime);
            if (gain > best && early * time > events * earlyTime) {
                best = gain;
                at = b + 1;
            }
        }
        return at;
    }

    /** Log-likelihood of so many events in this time at their own rate. */
    private static double rated(double events, double time) {
        return events <= 0 ? 0 : events * Math.log(events / Math.max(1, time));
    }
}

package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;

/**
 * How regularly a node sends by itself: health checks, heartbeats, gossip with a random peer. The time from one such
 * sending to the next has a density, whatever it is: narrow for a clock, exponential for chance.
 *
 * <pre>
 *  likely orphans   |────────|────────|────────|────────|
 *  a call                  ↑ splits a gap in two: f(before) f(after) / f(both)
 * </pre>
 *
 * <p>The density is that of the nearest gaps (about the root of their number), backed off to the exponential one of the
 * same mean; for exponential gaps the split is just the rate. A call never supports itself. Immutable.
 */
final class Renewals {

    private final long[] times;
    private final long[] gaps;
    private final double mean;
    private final int nearest;

    /** Learns from these times, which rise. */
    Renewals(long[] times) {
        this.times = times;
        gaps = new long[Math.max(0, times.length - 1)];
        Arrays.setAll(gaps, x -> times[x + 1] - times[x]);
        Arrays.sort(gaps);
        mean = Math.max(1, Arrays.stream(gaps).average().orElse(1));
        nearest = (int) Math.ceil(Math.sqrt(gaps.length));
    }

    /**
     * Whether they are more regular than chance, and so much likelier than at a steady rate that it is none. Each gap
     * counts twice. Bursts are no clock: what stands close together is caused by what is not seen as a cause here.
     */
    boolean pays() {
        double nats = 0;
        for (long time : times) {
            nats += Math.log(density(time) * mean);
        }
        double squares = 0;
        for (long gap : gaps) {
            squares += (gap - mean) * (gap - mean);
        }
        return gaps.length > nearest && squares < mean * mean * gaps.length && Factor.pays(nats / 2);
    }

    /** Density per tick of a sending at this time, between those before and after it. */
    double density(long time) {
        int at = Arrays.binarySearch(times, time);
        boolean among = at >= 0;
        int after = among ? at + 1 : -at - 1;
        int before = among ? at - 1 : after - 1;
        if (before < 0 && after == times.length) {
            return 1 / mean;
        }
        if (before < 0) {
            return gap(times[after] - time, among);
        }
        if (after == times.length) {
            return gap(time - times[before], among);
        }
        return gap(time - times[before], among)
                * gap(times[after] - time, among)
                / gap(times[after] - times[before], !among);
    }

    /** Density per tick of this gap; one of the gaps may be this one itself, which does not count. */
    private double gap(long ticks, boolean isSeen) {
        int own = isSeen ? 1 : 0;
        double others = gaps.length - own;
        double chance = Math.exp(-ticks / mean) / mean;
        if (others < nearest) {
            return chance;
        }
        long reach = reach(ticks, nearest + own);
        double width = reach + Math.min(reach, ticks) + 1.0;
        return (nearest / width + Priors.BACKED_OFF * chance) / (others + Priors.BACKED_OFF);
    }

    /** How far the farthest of so many gaps that are nearest to this one is away from it. */
    private long reach(long ticks, int many) {
        int low = 0;
        int high = gaps.length - many;
        while (low < high) {
            int middle = low + high >>> 1;
            if (ticks - gaps[middle] > gaps[middle + many] - ticks) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.max(Math.abs(ticks - gaps[low]), Math.abs(gaps[low + many - 1] - ticks));
    }
}

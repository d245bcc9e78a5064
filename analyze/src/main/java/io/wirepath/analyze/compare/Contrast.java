package io.wirepath.analyze.compare;

import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;

/**
 * How a measure of a place differs between two runs.
 *
 * @param place where
 * @param measure what was measured
 * @param kind what kind of request, in words; empty for all kinds, like compared with like
 * @param before its usual value: of a delay the median in nanoseconds, else a share, or events per second
 * @param after the same in the other run
 * @param effect how far the other run lies above; of delays like compared with like
 * @param halfWidth half of the 95 % interval of the effect
 * @param countBefore delays measured, or events counted (expected numbers rounded)
 * @param countAfter the same in the other run
 * @param chance probability that two runs of an unchanged system differ as much, for this contrast alone
 * @param differs whether it is told: sure, among all contrasts of the comparison, and large enough to matter
 * @param mayWaitFor the server that a node may wait for, in calls that nobody captured, where it takes longer of its
 *     own; empty where nothing tells of one
 */
public record Contrast(
        ComparedPlace place,
        Measure measure,
        String kind,
        double before,
        double after,
        double effect,
        double halfWidth,
        long countBefore,
        long countAfter,
        double chance,
        boolean differs,
        String mayWaitFor) {

    /** The same, judged. */
    Contrast judged(boolean itDiffers) {
        return with(itDiffers, mayWaitFor);
    }

    /** The same, of a node that may wait for this server. */
    Contrast waitingFor(String server) {
        return with(differs, server);
    }

    private Contrast with(boolean itDiffers, String server) {
        return new Contrast(
                place,
                measure,
                kind,
                before,
                after,
                effect,
                halfWidth,
                countBefore,
                countAfter,
                chance,
                itDiffers,
                server);
    }
}

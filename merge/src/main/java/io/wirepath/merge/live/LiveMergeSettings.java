package io.wirepath.merge.live;

import io.wirepath.nat.NatRules;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits and what the operator says of a live merge. Sniffers are meant by name.
 *
 * @param holdNanos how long a sighting is held so that those which complete late come in their turn: longer than the
 *     longest pause that ends a message
 * @param silentNanos a sniffer not heard of for this long, by the clock of {@code advance}, holds nobody up
 * @param lateNanos a sniffer whose progress is this far behind the foremost one's holds nobody up
 * @param warmUpNanos how long sightings are held at most until the clocks are known
 * @param solveNanos how often clocks and homes are learnt anew
 * @param spanNanos how much of the past clocks and homes are learnt from: this much to twice as much
 * @param contextNanos how far before the first unconsumed sighting a resume goes back, so that it knows the
 *     connections and the clocks again
 * @param maxHeld sightings held at most, of all sniffers
 * @param maxOpen sightings that wait in the merge for others at most
 * @param maxConnections connections at hand at most
 * @param reference the sniffer whose clock is right, or null for the one with most in common with others
 * @param ties how far a sniffer's clock is ahead of the reference's, nanoseconds; used where it has no traffic in common
 *     with the others
 * @param rules what is known of translations
 */
public record LiveMergeSettings(
        long holdNanos,
        long silentNanos,
        long lateNanos,
        long warmUpNanos,
        long solveNanos,
        long spanNanos,
        long contextNanos,
        int maxHeld,
        int maxOpen,
        int maxConnections,
        @Nullable String reference,
        Map<String, Long> ties,
        NatRules rules) {

    private static final long SECOND = 1_000_000_000L;

    /** Right for a site of some sniffers: 6 s hold, 10 s silence, 30 s lateness and warm-up, about 150 MB at most. */
    public static LiveMergeSettings defaults() {
        return new LiveMergeSettings(
                6 * SECOND,
                10 * SECOND,
                30 * SECOND,
                30 * SECOND,
                3 * SECOND,
                120 * SECOND,
                60 * SECOND,
                1 << 18,
                1 << 18,
                1 << 18,
                null,
                Map.of(),
                NatRules.NONE);
    }

    /** These settings with other patience: see the parameters of the same names. */
    public LiveMergeSettings withTimes(long newHoldNanos, long newSilentNanos, long newLateNanos) {
        return new LiveMergeSettings(
                newHoldNanos,
                newSilentNanos,
                newLateNanos,
                warmUpNanos,
                solveNanos,
                spanNanos,
                contextNanos,
                maxHeld,
                maxOpen,
                maxConnections,
                reference,
                ties,
                rules);
    }

    /** These settings with what the operator says. */
    public LiveMergeSettings with(@Nullable String newReference, Map<String, Long> newTies, NatRules newRules) {
        return new LiveMergeSettings(
                holdNanos,
                silentNanos,
                lateNanos,
                warmUpNanos,
                solveNanos,
                spanNanos,
                contextNanos,
                maxHeld,
                maxOpen,
                maxConnections,
                newReference,
                newTies,
                newRules);
    }

    /** These settings with other bounds on the sightings that wait: for their turn, and for others. */
    public LiveMergeSettings withMost(int newMaxHeld, int newMaxOpen) {
        return new LiveMergeSettings(
                holdNanos,
                silentNanos,
                lateNanos,
                warmUpNanos,
                solveNanos,
                spanNanos,
                contextNanos,
                newMaxHeld,
                newMaxOpen,
                maxConnections,
                reference,
                ties,
                rules);
    }

    /** These settings with another time between two looks at the clocks, nanoseconds. */
    public LiveMergeSettings withSolveNanos(long newSolveNanos) {
        return new LiveMergeSettings(
                holdNanos,
                silentNanos,
                lateNanos,
                warmUpNanos,
                newSolveNanos,
                spanNanos,
                contextNanos,
                maxHeld,
                maxOpen,
                maxConnections,
                reference,
                ties,
                rules);
    }
}

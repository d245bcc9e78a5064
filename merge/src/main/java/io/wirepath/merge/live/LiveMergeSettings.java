package io.wirepath.merge.live;

import io.wirepath.nat.NatRules;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits of a live merge, and what the operator says of the site.
 *
 * @param patience which sniffers it waits for, and how long
 * @param memory how much of the past it learns from
 * @param bounds how much it keeps at most
 * @param site what the operator says
 */
public record LiveMergeSettings(Patience patience, Memory memory, Bounds bounds, Site site) {

    private static final long SECOND = 1_000_000_000L;

    /**
     * Which sniffers the merge waits for, and how long.
     *
     * @param holdNanos how long a sighting is held so that those which complete late come in their turn: longer than
     *     the longest pause that ends a message
     * @param silentNanos how long a silent sniffer is waited for, by the clock of {@code advance}
     * @param lateNanos a sniffer whose progress is this far behind the foremost one's holds nobody up
     * @param warmUpNanos how long sightings are held at most until the clocks are known
     */
    public record Patience(long holdNanos, long silentNanos, long lateNanos, long warmUpNanos) {}

    /**
     * How much of the past clocks, homes and connections are learnt from.
     *
     * @param solveNanos how often clocks and homes are learnt again
     * @param spanNanos how much of the past clocks and homes are learnt from: this much to twice as much
     * @param contextNanos how far before the first unconsumed sighting a resume goes back, so that it knows the
     *     connections and the clocks again
     */
    public record Memory(long solveNanos, long spanNanos, long contextNanos) {}

    /**
     * How much is kept at most.
     *
     * @param maxHeld sightings held at most, of all sniffers
     * @param maxOpen sightings that wait in the merge for others at most
     * @param maxConnections connections at hand at most
     */
    public record Bounds(int maxHeld, int maxOpen, int maxConnections) {}

    /**
     * What the operator says. Sniffers are meant by name.
     *
     * @param reference the sniffer whose clock is right, or null for the one with most in common with others
     * @param ties how far a sniffer's clock is ahead of the reference's, nanoseconds; used where it has no traffic in
     *     common with the others
     * @param rules what is known of translations
     */
    public record Site(@Nullable String reference, Map<String, Long> ties, NatRules rules) {

        /** Nothing is known. */
        public static final Site UNKNOWN = new Site(null, Map.of(), NatRules.NONE);
    }

    /** Right for a site of some sniffers: 6 s hold, 10 s silence, 30 s lateness and warm-up, about 150 MB at most. */
    public static LiveMergeSettings defaults() {
        return new LiveMergeSettings(
                new Patience(6 * SECOND, 10 * SECOND, 30 * SECOND, 30 * SECOND),
                new Memory(3 * SECOND, 120 * SECOND, 60 * SECOND),
                new Bounds(1 << 18, 1 << 18, 1 << 18),
                Site.UNKNOWN);
    }

    /** These settings with what the operator says. */
    public LiveMergeSettings with(Site other) {
        return new LiveMergeSettings(patience, memory, bounds, other);
    }

    /** These settings with other patience, but for the warm-up: see the parameters of the same names. */
    public LiveMergeSettings withTimes(long holdNanos, long silentNanos, long lateNanos) {
        Patience other = new Patience(holdNanos, silentNanos, lateNanos, patience.warmUpNanos);
        return new LiveMergeSettings(other, memory, bounds, site);
    }

    /** These settings with other bounds on the sightings that wait: for their turn, and for others. */
    public LiveMergeSettings withMost(int maxHeld, int maxOpen) {
        return new LiveMergeSettings(patience, memory, new Bounds(maxHeld, maxOpen, bounds.maxConnections), site);
    }

    /** These settings with another time between two looks at the clocks, nanoseconds. */
    public LiveMergeSettings withSolveNanos(long solveNanos) {
        Memory other = new Memory(solveNanos, memory.spanNanos, memory.contextNanos);
        return new LiveMergeSettings(patience, other, bounds, site);
    }
}

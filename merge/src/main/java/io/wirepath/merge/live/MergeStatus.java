package io.wirepath.merge.live;

import io.wirepath.merge.result.ClockLine;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a live merge stands. Immutable.
 *
 * @param warmingUp whether nothing is given out yet because the clocks are not known
 * @param watermarkNanos corrected time up to which sightings have gone into the merge; {@link Long#MIN_VALUE} before
 *     the first
 * @param held sightings that wait for their turn
 * @param open sightings that wait for others of their message
 * @param connections connections at hand
 * @param sniffers all sniffers ever seen, by number
 * @param counters what was counted since the start of the process
 */
public record MergeStatus(
        boolean warmingUp,
        long watermarkNanos,
        int held,
        int open,
        int connections,
        List<SnifferStatus> sniffers,
        List<CounterSet.Value> counters) {

    /** What a sniffer is to the watermark. */
    public enum State {
        /** Its clock is not known yet; its sightings are held. */
        WARMING,
        /** The watermark waits for it. */
        ON_TIME,
        /** It is heard of, but too far behind to be waited for. */
        LATE,
        /** It was silent for too long, and is not waited for. */
        SILENT,
        /** It stopped in order. */
        ENDED
    }

    /**
     * A sniffer.
     *
     * @param number number by which messages name it
     * @param name its configured name
     * @param state what it is to the watermark
     * @param heardNanos when it was last heard of, by the clock of {@code advance}
     * @param progressNanos its capture is complete up to this time of its own clock; {@link Long#MIN_VALUE} before the
     *     first
     * @param behindNanos how far its corrected progress is behind that of the foremost sniffer
     * @param sightings sightings that came from it
     * @param late of these, those that came when the watermark had passed them
     * @param missing documents of its spool that were deleted before they were read
     * @param runs how often it was started
     * @param clock its clock against the reference's; null where nothing ties it to the reference
     * @param clockSteps how often its clock was set while it was watched
     */
    public record SnifferStatus(
            int number,
            String name,
            State state,
            long heardNanos,
            long progressNanos,
            long behindNanos,
            long sightings,
            long late,
            long missing,
            long runs,
            @Nullable ClockLine clock,
            long clockSteps) {}
}

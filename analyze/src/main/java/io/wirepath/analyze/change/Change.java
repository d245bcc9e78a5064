package io.wirepath.analyze.change;

import io.wirepath.analyze.MessageTable;

/**
 * A quantity stands at another level for a while, or from a moment to the end.
 *
 * @param onsetNanos the likeliest moment at which it began, ns since the epoch
 * @param onsetFromNanos it began not before this
 * @param onsetToNanos and not after this
 * @param endNanos the likeliest moment at which it ended; {@link MessageTable#NIL} where it lasts to the end
 * @param endFromNanos it ended not before this; NIL where it lasts
 * @param endToNanos and not after this; NIL where it lasts
 * @param from index of the first observation of the changed stretch
 * @param to index after its last
 * @param chance bound on the probability that chance shows as much where nothing changed, over all stretches tried
 */
public record Change(
        long onsetNanos,
        long onsetFromNanos,
        long onsetToNanos,
        long endNanos,
        long endFromNanos,
        long endToNanos,
        int from,
        int to,
        double chance) {

    /** Whether it lasts to the end of what was observed. */
    public boolean lasts() {
        return endNanos == MessageTable.NIL;
    }

    /** Whether both may have begun at the same moment, give or take this many nanoseconds. */
    public boolean beginsWith(Change other, long slackNanos) {
        return onsetFromNanos - slackNanos <= other.onsetToNanos && other.onsetFromNanos - slackNanos <= onsetToNanos;
    }
}

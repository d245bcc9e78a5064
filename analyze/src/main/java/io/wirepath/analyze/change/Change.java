package io.wirepath.analyze.change;

import io.wirepath.causes.MessageTable;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A quantity stands at another level for a while, from a moment to the end, or again and again. All times are ns since
 * the epoch.
 *
 * @param onsetNanos the likeliest moment at which it began
 * @param onsetFromNanos it began not before this
 * @param onsetToNanos and not after this
 * @param endNanos the likeliest moment at which it ended; {@link MessageTable#NIL} where it lasts to the end
 * @param endFromNanos it ended not before this; NIL where it lasts
 * @param endToNanos and not after this; NIL where it lasts
 * @param levelNanos up to when it stood at the level that it began with; Long.MAX_VALUE where it never left that
 * @param beforeNanos it is compared with the time from this moment to the onset …
 * @param afterNanos … and with the time from its end to this moment
 * @param growth how much is added to it each second, where it grows steadily since its onset; 0 where it leapt
 * @param chance bound on the probability that chance shows as much where nothing changed, over all stretches tried
 * @param pauses when it stood as before in between, in order of time; empty where it did not
 */
public record Change(
        long onsetNanos,
        long onsetFromNanos,
        long onsetToNanos,
        long endNanos,
        long endFromNanos,
        long endToNanos,
        long levelNanos,
        long beforeNanos,
        long afterNanos,
        double growth,
        double chance,
        List<Pause> pauses) {

    /**
     * A time in between in which it was as before.
     *
     * @param fromNanos the likeliest moment at which it began
     * @param toNanos and at which it ended
     */
    public record Pause(long fromNanos, long toNanos) {}

    /** One that began once and lasts to the end, compared with all the time before. */
    public static Change lasting(long onsetNanos, long onsetFromNanos, long onsetToNanos, double chance) {
        return new Change(
                onsetNanos,
                onsetFromNanos,
                onsetToNanos,
                MessageTable.NIL,
                MessageTable.NIL,
                MessageTable.NIL,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0,
                chance,
                List.of());
    }

    /** The same, begun at another moment, with so much added each second since. */
    Change beginning(long onset, long onsetFrom, long onsetTo, double growthSince) {
        return new Change(
                onset,
                onsetFrom,
                onsetTo,
                endNanos,
                endFromNanos,
                endToNanos,
                levelNanos,
                beforeNanos,
                afterNanos,
                growthSince,
                chance,
                pauses);
    }

    /** The same of what grows in units of so much each. */
    public Change ofUnits(double each) {
        return beginning(onsetNanos, onsetFromNanos, onsetToNanos, each * growth);
    }

    /** Whether it lasts to the end of what was observed. */
    public boolean lasts() {
        return endNanos == MessageTable.NIL;
    }

    /** When the first time of it ended; NIL where that lasts to the end of what was observed. */
    public long firstEndNanos() {
        return pauses.isEmpty() ? endNanos : pauses.get(0).fromNanos;
    }

    /** Whether it had begun and not ended at this moment. */
    public boolean holds(long nanos) {
        return nanos >= onsetNanos && (lasts() || nanos < endNanos) && !isPause(nanos);
    }

    /** Whether both go on at one moment. */
    public boolean meets(Change other) {
        return begins().anyMatch(other::holds) || other.begins().anyMatch(this::holds);
    }

    /** Whether this goes on each time that another one comes again after it began. */
    public boolean comesAgainWith(Change other) {
        for (int time = 0; time < other.pauses.size(); time++) {
            long from = other.pauses.get(time).toNanos;
            long to = time + 1 < other.pauses.size()
                    ? other.pauses.get(time + 1).fromNanos
                    : other.lasts() ? Long.MAX_VALUE : other.endNanos;
            if (!holds(from) && begins().noneMatch(begin -> begin >= from && begin < to)) {
                return false;
            }
        }
        return true;
    }

    /** Whether both come again at the same times, or neither does. */
    public boolean comesAgainAs(Change other) {
        return pauses.isEmpty() == other.pauses.isEmpty() && comesAgainWith(other) && other.comesAgainWith(this);
    }

    /** Whether a time of this one may have begun as another one did, give or take this many nanoseconds. */
    public boolean anyBeginsWith(Change other, long slackNanos) {
        return beginsWith(other, slackNanos)
                || begins().anyMatch(begin ->
                        begin >= other.onsetFromNanos - slackNanos && begin <= other.onsetToNanos + slackNanos);
    }

    /** When each time of it began. */
    private LongStream begins() {
        return LongStream.concat(LongStream.of(onsetNanos), pauses.stream().mapToLong(Pause::toNanos));
    }

    private boolean isPause(long nanos) {
        return pauses.stream().anyMatch(pause -> nanos >= pause.fromNanos && nanos < pause.toNanos);
    }

    /** How long it paused in all. */
    long pausedNanos() {
        return pauses.stream()
                .mapToLong(pause -> pause.toNanos - pause.fromNanos)
                .sum();
    }

    /** Whether what was observed at this moment shows the level that it began with. */
    public boolean isWithin(long nanos) {
        return nanos >= onsetNanos && nanos < levelNanos && !isPause(nanos);
    }

    /** Whether what was observed at this moment is what it is compared with. */
    public boolean isReference(long nanos) {
        return nanos >= beforeNanos && nanos < onsetNanos
                || !lasts() && nanos >= endNanos && nanos < afterNanos
                || isPause(nanos);
    }

    /** Whether both may have begun at the same moment, give or take this many nanoseconds. */
    public boolean beginsWith(Change other, long slackNanos) {
        return onsetFromNanos - slackNanos <= other.onsetToNanos && other.onsetFromNanos - slackNanos <= onsetToNanos;
    }
}

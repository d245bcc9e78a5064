package io.wirepath.merge.result;

import io.wirepath.nat.Translation;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the merge learnt besides the messages.
 *
 * @param reference number of the sniffer whose clock the others are compared with
 * @param clocks one for each sniffer, by number
 * @param homes home sniffer of each node, by address
 * @param translations rewritten addresses, the most used first
 * @param losses what was lost between sniffers
 * @param counters what was counted
 */
public record MergeResult(
        int reference,
        List<SnifferClock> clocks,
        List<HomeSniffer> homes,
        List<Translation> translations,
        List<LinkLoss> losses,
        List<CounterSet.Value> counters)
        implements SnifferTimes {

    /** One above the highest number of a sniffer of which it tells; 0 where it tells of none. */
    public int sniffers() {
        int highest = -1;
        for (SnifferClock clock : clocks) {
            highest = Math.max(highest, clock.sniffer());
        }
        for (HomeSniffer home : homes) {
            highest = Math.max(highest, home.sniffer());
        }
        for (LinkLoss loss : losses) {
            highest = Math.max(highest, Math.max(loss.from(), loss.to()));
        }
        return Math.max(highest, clocks.isEmpty() ? -1 : reference) + 1;
    }

    /** 0 where it is not known. */
    @Override
    public long ahead(int sniffer, long nanos) {
        ClockLine line = sniffer < clocks.size() ? clocks.get(sniffer).lineAt(nanos) : null;
        return line == null ? 0 : Math.round(line.offsetAt(nanos));
    }

    /** As messages were corrected: a clock that was put back showed a time twice, of which this is the later. */
    @Override
    public long byReference(int sniffer, long ownNanos) {
        long best = ownNanos;
        long nearest = Long.MAX_VALUE;
        for (ClockLine line : sniffer < clocks.size() ? clocks.get(sniffer).lines() : List.<ClockLine>of()) {
            long nanos = ownNanos - Math.round(line.offsetAt(ownNanos - Math.round(line.offsetNanos())));
            long beyond = Math.max(0, Math.max(line.fromNanos() - nanos, nanos - line.toNanos()));
            if (beyond <= nearest) {
                nearest = beyond;
                best = nanos;
            }
        }
        return best;
    }

    /**
     * A sniffer's clock.
     *
     * @param sniffer its number
     * @param atNanos moment of the reference's clock for which the offset holds: the middle of the sniffer's capture
     * @param lines offset (its clock less the reference's) and skew, from one time at which any clock was set to the
     *     next; none where nothing ties it to the reference
     * @param pieces stretches between steps of this clock; one where there was no step
     * @param matched sampled messages that it has in common with others
     */
    public record SnifferClock(int sniffer, long atNanos, List<ClockLine> lines, int pieces, long matched) {

        /** Its line at the moment for which the offset holds; null where nothing ties it to the reference. */
        public @Nullable ClockLine line() {
            return lineAt(atNanos);
        }

        /** Its line at a moment of the reference's clock; null where nothing ties it to that. */
        public @Nullable ClockLine lineAt(long nanos) {
            ClockLine found = null;
            for (ClockLine line : lines) {
                found = found == null || line.fromNanos() <= nanos ? line : found;
            }
            return found;
        }
    }
}

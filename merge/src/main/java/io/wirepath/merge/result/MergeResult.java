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
        List<CounterSet.Value> counters) {

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

    /** What a sniffer's clock was ahead of the reference's at a moment, ns; 0 where that is not known. */
    public long ahead(int sniffer, long nanos) {
        ClockLine line = sniffer < clocks.size() ? clocks.get(sniffer).line() : null;
        return line == null ? 0 : Math.round(line.offsetAt(nanos));
    }

    /**
     * A sniffer's clock.
     *
     * @param sniffer its number
     * @param atNanos moment of the reference's clock for which the offset holds: the middle of the sniffer's capture
     * @param line offset (its clock less the reference's) and skew; null where nothing ties it to the reference
     * @param pieces stretches between steps of the clock; one where there was no step
     * @param matched sampled messages that it has in common with others
     */
    public record SnifferClock(
            int sniffer, long atNanos, @Nullable ClockLine line, int pieces, long matched) {}
}

package io.wirepath.merge.reconcile;

import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.match.Lane;
import io.wirepath.merge.match.MergeRun;
import io.wirepath.merge.order.SortedSightings;
import java.util.List;

/** Feeds the sightings of sniffers whose captures are known to their end, each in order of its clock, in order of all. */
final class SnifferInterleaving {

    private final List<SortedSightings> sniffers;
    private final ClockModel clocks;

    SnifferInterleaving(List<SortedSightings> sniffers, ClockModel clocks) {
        this.sniffers = sniffers;
        this.clocks = clocks;
    }

    /** Feeds everything, the least corrected time of the first byte first. */
    void into(MergeRun run) {
        long[] next = new long[sniffers.size()];
        Lane[] lanes = new Lane[next.length];
        for (int i = 0; i < next.length; i++) {
            lanes[i] = new Lane(i, i, Lane.IN_ORDER);
            next[i] = timeOf(sniffers.get(i), i);
        }
        for (int least = least(next); least >= 0 && next[least] != Long.MAX_VALUE; least = least(next)) {
            SortedSightings sightings = sniffers.get(least);
            run.advance(next[least]);
            run.take(lanes[least], 0, false, sightings.records(), sightings.offset(), next[least]);
            sightings.next();
            next[least] = timeOf(sightings, least);
        }
        run.flush();
    }

    private long timeOf(SortedSightings sightings, int sniffer) {
        return sightings.hasRecord() ? clocks.correct(sniffer, sightings.timeNanos()) : Long.MAX_VALUE;
    }

    private static int least(long[] next) {
        int least = next.length - 1;
        for (int i = next.length - 2; i >= 0; i--) {
            least = next[i] <= next[least] ? i : least;
        }
        return least;
    }
}

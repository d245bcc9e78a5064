package io.wirepath.merge.reconcile;

import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.match.Lane;
import io.wirepath.merge.match.MergeRun;
import io.wirepath.merge.order.SortedSightings;
import java.util.Arrays;
import java.util.List;

/**
 * Feeds the sightings of sniffers whose captures are known to their end, each in order of its clock, in order of all.
 */
record SnifferInterleaving(List<SortedSightings> sniffers, ClockModel clocks) {

    /** Feeds everything, the least corrected time of the first byte first. */
    void into(MergeRun run) {
        Lane[] lanes = new Lane[sniffers.size()];
        Tournament next = new Tournament(lanes.length);
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(i, i, Lane.IN_ORDER);
            next.set(i, timeOf(sniffers.get(i), i));
        }
        while (next.leastTime() != Long.MAX_VALUE) {
            int least = next.least();
            long time = next.leastTime();
            SortedSightings sightings = sniffers.get(least);
            run.advance(time);
            run.take(lanes[least], 0, false, sightings.records(), sightings.offset(), time);
            sightings.next();
            next.set(least, timeOf(sightings, least));
        }
        run.flush();
    }

    private long timeOf(SortedSightings sightings, int sniffer) {
        return sightings.hasRecord() ? clocks.correct(sniffer, sightings.timeNanos()) : Long.MAX_VALUE;
    }

    /** Whose time is the least; of equal ones the lower number's. A tree in which the least of each two goes up. */
    private static final class Tournament {
        private final long[] time;
        private final int[] winner;
        private final int leaves;

        Tournament(int players) {
            leaves = Math.max(2, Integer.highestOneBit(Math.max(1, players - 1)) << 1);
            time = new long[leaves];
            Arrays.fill(time, Long.MAX_VALUE);
            winner = new int[2 * leaves];
            for (int i = 0; i < leaves; i++) {
                winner[leaves + i] = i;
            }
            for (int at = leaves - 1; at > 0; at--) {
                winner[at] = winner[2 * at];
            }
        }

        void set(int player, long nanos) {
            time[player] = nanos;
            for (int at = leaves + player >> 1; at > 0; at >>= 1) {
                int left = winner[2 * at];
                int right = winner[2 * at + 1];
                winner[at] = time[left] <= time[right] ? left : right;
            }
        }

        int least() {
            return winner[1];
        }

        long leastTime() {
            return time[winner[1]];
        }
    }
}

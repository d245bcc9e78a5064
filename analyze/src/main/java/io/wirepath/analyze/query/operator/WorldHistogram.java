package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.Worlds;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Quantities in buckets of equal ratio, so that a quantile is within 0.1 % of the true one (DDSketch: Masson, Rim, Lee,
 * VLDB 2019); bounded, however much is added. Not thread-safe.
 */
final class WorldHistogram {

    private static final double RATIO = Math.log(1.002);
    private static final double MIN = 1e-6;
    private static final int BEYOND_BYTES = Worlds.COUNT * Integer.BYTES;

    private static final class Bucket {
        private long sure;
        private int @Nullable [] beyond;

        private void addAll(Bucket other, StateRoom room) {
            sure += other.sure;
            if (other.beyond != null) {
                if (beyond == null) {
                    room.take(BEYOND_BYTES);
                    beyond = new int[Worlds.COUNT];
                }
                for (int world = 0; world < Worlds.COUNT; world++) {
                    beyond[world] += other.beyond[world];
                }
            }
        }

        private long in(int world) {
            return beyond == null ? sure : sure + beyond[world];
        }
    }

    private final Map<Integer, Bucket> buckets = new TreeMap<>();
    private final StateRoom room;
    private boolean isSure = true;

    WorldHistogram(StateRoom room) {
        this.room = room;
    }

    private Bucket bucket(int index) {
        return buckets.computeIfAbsent(index, unseen -> {
            room.take(StateRoom.ENTRY_BYTES);
            return new Bucket();
        });
    }

    void add(double value, long worlds) {
        Bucket bucket = bucket(index(value));
        if (worlds == Worlds.ALL) {
            bucket.sure++;
            return;
        }
        isSure = false;
        int[] beyond = bucket.beyond;
        if (beyond == null) {
            room.take(BEYOND_BYTES);
            beyond = new int[Worlds.COUNT];
        }
        boolean isInMost = Long.bitCount(worlds) > Worlds.COUNT / 2;
        bucket.sure += isInMost ? 1 : 0;
        int more = isInMost ? -1 : 1;
        for (long left = isInMost ? ~worlds : worlds; left != 0; left &= left - 1) {
            beyond[Long.numberOfTrailingZeros(left)] += more;
        }
        bucket.beyond = beyond;
    }

    void addAll(WorldHistogram other) {
        isSure &= other.isSure;
        other.buckets.forEach((index, own) -> bucket(index).addAll(own, room));
    }

    /** The value that a share q of the values does not exceed; NaN without values. */
    double quantile(double q, int world) {
        long total = 0;
        for (Bucket bucket : buckets.values()) {
            total += bucket.in(world);
        }
        long rank = Math.max(1, (long) Math.ceil(q * total));
        long below = 0;
        for (Map.Entry<Integer, Bucket> entry : buckets.entrySet()) {
            below += entry.getValue().in(world);
            if (below >= rank) {
                return value(entry.getKey());
            }
        }
        return Double.NaN;
    }

    boolean isSure() {
        return isSure;
    }

    private static int index(double value) {
        int size = Math.abs(value) < MIN ? 0 : 1 + (int) Math.round(Math.log(Math.abs(value) / MIN) / RATIO);
        return value < 0 ? -size : size;
    }

    private static double value(int index) {
        double size = index == 0 ? 0 : MIN * Math.exp((Math.abs(index) - 1) * RATIO);
        return index < 0 ? -size : size;
    }
}

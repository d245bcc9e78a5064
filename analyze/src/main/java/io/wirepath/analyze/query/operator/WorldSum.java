package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.Worlds;
import org.jspecify.annotations.Nullable;

/** A sum in each world: what is in most worlds is kept once, and taken back in the others. Not thread-safe. */
final class WorldSum {

    private static final int BYTES = Worlds.COUNT * Double.BYTES;

    private final StateRoom room;
    private double sure;
    private double @Nullable [] beyond;

    WorldSum(StateRoom room) {
        this.room = room;
    }

    void add(double value, long worlds) {
        if (worlds == Worlds.ALL) {
            sure += value;
            return;
        }
        if (beyond == null) {
            room.take(BYTES);
            beyond = new double[Worlds.COUNT];
        }
        boolean isInMost = Long.bitCount(worlds) > Worlds.COUNT / 2;
        sure += isInMost ? value : 0;
        double more = isInMost ? -value : value;
        for (long left = isInMost ? ~worlds : worlds; left != 0; left &= left - 1) {
            beyond[Long.numberOfTrailingZeros(left)] += more;
        }
    }

    void addAll(WorldSum other) {
        sure += other.sure;
        if (other.beyond != null) {
            if (beyond == null) {
                room.take(BYTES);
                beyond = new double[Worlds.COUNT];
            }
            for (int world = 0; world < Worlds.COUNT; world++) {
                beyond[world] += other.beyond[world];
            }
        }
    }

    double in(int world) {
        return beyond == null ? sure : sure + beyond[world];
    }

    boolean isSure() {
        return beyond == null;
    }
}

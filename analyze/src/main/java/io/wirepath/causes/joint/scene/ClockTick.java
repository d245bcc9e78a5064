package io.wirepath.causes.joint.scene;

import io.wirepath.causes.MessageTable;

/** Finds the resolution of time stamps: without it, coarse clocks are badly misjudged. */
final class ClockTick {

    /** Times are known no better than this: finer ones make two chance neighbours look like cause and effect. */
    private static final long FINEST_NANOS = 1000;

    private static final long COARSEST_NANOS = 1_000_000_000L;

    private ClockTick() {}

    /**
     * The largest power of ten, from a microsecond to a second, that divides nearly all of these times; nil times are
     * skipped.
     */
    static long nanosOf(long[]... columns) {
        long tick = FINEST_NANOS;
        while (tick < COARSEST_NANOS && shareDividedBy(tick * 10, columns) > Priors.NEARLY_ALL) {
            tick *= 10;
        }
        return tick;
    }

    private static double shareDividedBy(long tick, long[][] columns) {
        long seen = 0;
        long divided = 0;
        for (long[] column : columns) {
            int step = Math.max(1, column.length / Priors.ENOUGH);
            for (int i = 0; i < column.length; i += step) {
                if (column[i] != MessageTable.NIL) {
                    seen++;
                    divided += column[i] % tick == 0 ? 1 : 0;
                }
            }
        }
        return seen == 0 ? 0 : (double) divided / seen;
    }
}

package io.wirepath.sniffer;

/**
 * Which times a frame may have: those that leave room to add to and to subtract from. From 1823 to 2116, which is more
 * than any capture format of seconds in 32 bits can say.
 */
public final class FrameTimes {

    /** The earliest time, nanoseconds since the epoch. */
    public static final long EARLIEST_NANOS = -(1L << 62);

    /** The latest time. */
    public static final long LATEST_NANOS = (1L << 62) - 1;

    private FrameTimes() {}

    /** Whether a frame may have this time. */
    public static boolean isPossible(long nanos) {
        return nanos >= EARLIEST_NANOS && nanos <= LATEST_NANOS;
    }

    /** The possible time that is nearest to this one. */
    public static long nearest(long nanos) {
        return Math.max(EARLIEST_NANOS, Math.min(nanos, LATEST_NANOS));
    }
}

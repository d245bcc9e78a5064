package io.wirepath.causes.window;

import io.wirepath.causes.TimeSpan;
import java.util.stream.LongStream;

/**
 * How windows are cut.
 *
 * @param coreNanos from core to core, whole seconds; cores begin at multiples of it
 * @param beforeNanos margin before the core, that tells causes: as long as the longest call
 * @param afterNanos margin after the core, in which paths that start in it end: as long as the longest path
 */
public record WindowSettings(long coreNanos, long beforeNanos, long afterNanos) {

    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400 * SECOND;

    /** Refuses windows that make no sense. */
    public WindowSettings {
        if (coreNanos < SECOND || coreNanos > DAY || coreNanos % SECOND != 0) {
            throw new IllegalArgumentException(
                    "a window counts a whole number of seconds, from 1 s to 1 day, not " + coreNanos + " ns");
        }
        if (beforeNanos < 0 || afterNanos < 0 || beforeNanos > DAY || afterNanos > DAY) {
            throw new IllegalArgumentException("the margins of a window are from 0 s to 1 day long");
        }
    }

    /** The values that the manual documents: a minute, with ten seconds on both sides. */
    public static WindowSettings defaults() {
        return new WindowSettings(60 * SECOND, 10 * SECOND, 10 * SECOND);
    }

    /** Beginning of the core that this moment would be in, were all cores of one length. */
    long gridNanos(long nanos) {
        return Math.floorDiv(nanos, coreNanos) * coreNanos;
    }

    /** The core that begins here: up to the next multiple of its length. */
    public TimeSpan coreFrom(long fromNanos) {
        return new TimeSpan(fromNanos, gridNanos(fromNanos) + coreNanos);
    }

    /** A core with its margins. */
    public TimeSpan around(TimeSpan core) {
        return new TimeSpan(core.fromNanos() - beforeNanos, core.toNanos() + afterNanos);
    }

    /** Beginnings of the cores that look at this moment, ascending, were all cores of one length. */
    public long[] coresOf(long nanos) {
        long first = Math.floorDiv(nanos - coreNanos - afterNanos, coreNanos) + 1;
        long last = Math.floorDiv(nanos + beforeNanos, coreNanos);
        return LongStream.rangeClosed(first, last).map(core -> core * coreNanos).toArray();
    }
}

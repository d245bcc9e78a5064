package io.wirepath.imports;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a capture's clock is ahead of a trace's over the time of the trace: the two drift apart, and either may be
 * set. What is known of some times tells of those between, unless the clock was set there.
 */
final class TwinDrift {

    /** No clock that runs is farther off; what differs more was set. */
    private static final double MAX_DRIFT = 1e-3;

    private record Point(long atNanos, TwinClock clock) {

        boolean isOneRun(Point next) {
            double drift = (double) next.clock.aheadNanos() - clock.aheadNanos();
            return next.atNanos > atNanos
                    && Math.abs(drift)
                            <= MAX_DRIFT * (next.atNanos - atNanos)
                                    + Math.max(clock.toleranceNanos(), next.clock.toleranceNanos());
        }
    }

    private final List<Point> points = new ArrayList<>();

    /** Notes what is known of a time that is later than those before. */
    void add(long atNanos, TwinClock clock) {
        points.add(new Point(atNanos, clock));
    }

    /** What is known of the last time; null where nothing is. */
    @Nullable
    TwinClock last() {
        return points.isEmpty() ? null : points.get(points.size() - 1).clock;
    }

    /** Whether what is known of a later time may be of a clock that nobody set since. */
    boolean isOneRun(long atNanos, TwinClock clock) {
        return points.isEmpty() || points.get(points.size() - 1).isOneRun(new Point(atNanos, clock));
    }

    /** How far the clock is ahead at a time of the trace's. */
    TwinClock at(long nanos) {
        int next = 0;
        for (int high = points.size(); next < high; ) {
            int middle = (next + high) >>> 1;
            if (points.get(middle).atNanos < nanos) {
                next = middle + 1;
            } else {
                high = middle;
            }
        }
        int before = Math.max(0, Math.min(next - 1, points.size() - 2));
        Point from = points.get(before);
        Point to = points.get(Math.min(before + 1, points.size() - 1));
        if (from.isOneRun(to)) {
            double share = ((double) nanos - from.atNanos) / (to.atNanos - from.atNanos);
            long drift = Math.round(share * (to.clock.aheadNanos() - from.clock.aheadNanos()));
            return new TwinClock(
                    from.clock.aheadNanos() + drift, Math.max(from.clock.toleranceNanos(), to.clock.toleranceNanos()));
        }
        return nanos - from.atNanos < to.atNanos - nanos ? from.clock : to.clock;
    }
}

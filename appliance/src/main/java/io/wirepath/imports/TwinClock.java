package io.wirepath.imports;

import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * By how much the clock of a capture is ahead of a trace's, found from messages alone: the difference that most of the
 * trace's messages have to some message of the capture between the same ends.
 *
 * @param aheadNanos the capture's clock less the trace's
 * @param toleranceNanos times that differ by no more than this are of one message
 */
record TwinClock(long aheadNanos, long toleranceNanos) {

    /** Widths of the steps in which differences are counted, the finest first. */
    private static final long[] STEPS_NANOS = {1_000_000, 10_000_000, 100_000_000};

    /**
     * A log of whole seconds is off by one; a process reads what has come no later than that, or times tell nothing.
     */
    static final long MAX_TOLERANCE_NANOS = 1_100_000_000;

    /** Logs in whole seconds, by clocks that agree. */
    static final TwinClock WHOLE_SECONDS = new TwinClock(0, MAX_TOLERANCE_NANOS);

    private static final int STEPS_OF_TOLERANCE = 4;

    /** Times that differ by less are of one message, whatever else is known. */
    static final long MIN_TOLERANCE_NANOS = STEPS_OF_TOLERANCE * STEPS_NANOS[0];

    private static final int WIDER = 12;
    private static final int MIN_MESSAGES = 8;

    /** The same for those few messages that waited long between the wire and who wrote the trace. */
    TwinClock wider() {
        return new TwinClock(aheadNanos, Math.min(WIDER * toleranceNanos, MAX_TOLERANCE_NANOS));
    }

    /** Whether the messages agree as well as they can. */
    boolean isFinest() {
        return toleranceNanos == MIN_TOLERANCE_NANOS;
    }

    /** Differences of the messages of a trace to those of a capture. Not thread-safe. */
    static final class Differences {
        private final LongArrayList nanos = new LongArrayList();
        private final LongArrayList of = new LongArrayList();
        private int messages;

        /** Begins with the next message of the trace. */
        void begin() {
            messages++;
        }

        void add(long difference) {
            nanos.addLong(difference);
            of.addLong(messages);
        }

        int size() {
            return nanos.size();
        }

        /** What most messages agree in; null where none stands out. */
        @Nullable
        TwinClock clock() {
            for (long step : STEPS_NANOS) {
                TwinClock clock = messages < MIN_MESSAGES ? null : clock(step);
                if (clock != null) {
                    return clock;
                }
            }
            return null;
        }

        private @Nullable TwinClock clock(long step) {
            Map<Long, Integer> messagesAt = new HashMap<>();
            Map<Long, Long> latest = new HashMap<>();
            for (int i = 0; i < nanos.size(); i++) {
                long at = Math.floorDiv(nanos.getLong(i), step);
                Long before = latest.put(at, of.getLong(i));
                if (before == null || before != of.getLong(i)) {
                    messagesAt.merge(at, 1, Integer::sum);
                }
            }
            long best = 0;
            int most = 0;
            for (long at : messagesAt.keySet()) {
                int both = both(messagesAt, at);
                if (both > most || both == most && Math.abs(at) < Math.abs(best)) {
                    best = at;
                    most = both;
                }
            }
            int second = 0;
            for (long at : messagesAt.keySet()) {
                second = Math.abs(at - best) > STEPS_OF_TOLERANCE ? Math.max(second, both(messagesAt, at)) : second;
            }
            return 2 * most >= messages && most >= 2 * second
                    ? new TwinClock(middle(best * step, (best + 2) * step), STEPS_OF_TOLERANCE * step)
                    : null;
        }

        /** Of a step and the next, since a peak may lie between two. */
        private static int both(Map<Long, Integer> messagesAt, long at) {
            return messagesAt.getOrDefault(at, 0) + messagesAt.getOrDefault(at + 1, 0);
        }

        private long middle(long from, long to) {
            long[] within = nanos.longStream()
                    .filter(difference -> difference >= from && difference < to)
                    .sorted()
                    .toArray();
            return within[within.length / 2];
        }
    }
}

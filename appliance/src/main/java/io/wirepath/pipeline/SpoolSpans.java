package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.result.MergeResult;

/**
 * What is read of the spools of sniffers for the messages of a stretch of time: by the clock of each, with what was
 * captured shortly before and after, of which matching and clocks are learnt. Immutable.
 *
 * @param seen the time of which a spool is read, by its sniffer's clock
 */
record SpoolSpans(TimeSpan seen) {

    /** All that they hold. */
    static final SpoolSpans ALL = new SpoolSpans(TimeSpan.ALWAYS);

    /** What is read before and after: who waits longer than this for an answer is rare. */
    private static final long AROUND_NANOS = 10_000_000_000L;

    /** So long a stretch tells of clocks. */
    private static final long FOR_CLOCKS_NANOS = 60_000_000_000L;

    /** Of one sniffer, whose clock is that of the messages. */
    static SpoolSpans around(TimeSpan wanted) {
        return new SpoolSpans(wider(wanted, AROUND_NANOS));
    }

    /** A part of that time, with what is around it, from which clocks can be learnt. */
    static SpoolSpans forClocks(TimeSpan wanted) {
        boolean begins = wanted.fromNanos() != TimeSpan.ALWAYS.fromNanos();
        long from = begins ? wanted.fromNanos() : wanted.toNanos() - FOR_CLOCKS_NANOS;
        return around(new TimeSpan(from, Math.max(from, Math.min(wanted.toNanos(), from + FOR_CLOCKS_NANOS))));
    }

    /**
     * Of several sniffers, whose clocks may be apart: all where nothing tells how far one is ahead, for it may be the
     * reference.
     *
     * @param learnt what a part of that time told of their clocks
     */
    static SpoolSpans around(TimeSpan wanted, MergeResult learnt) {
        long most = 0;
        for (MergeResult.SnifferClock clock : learnt.clocks()) {
            if (clock.line() == null) {
                return ALL;
            }
            most = Math.max(most, Math.abs(learnt.ahead(clock.sniffer(), clock.atNanos())));
        }
        // whichever becomes the reference: two may be apart in both directions
        return new SpoolSpans(wider(wanted, AROUND_NANOS + 2 * most));
    }

    private static TimeSpan wider(TimeSpan span, long nanos) {
        long from = span.fromNanos();
        long to = span.toNanos();
        return new TimeSpan(
                from < Long.MIN_VALUE + nanos ? from : from - nanos, to > Long.MAX_VALUE - nanos ? to : to + nanos);
    }
}

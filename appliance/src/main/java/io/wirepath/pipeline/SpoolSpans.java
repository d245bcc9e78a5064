package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.result.MergeResult;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is read of the spools of sniffers for the messages of a stretch of time: by the clock of each, with what was
 * captured shortly before and after, of which matching and clocks are learnt. Immutable.
 *
 * @param seen the time of which a spool is read, by its sniffer's clock
 * @param lateNanos how long after its beginning a message may end that is found at the end of that time
 */
record SpoolSpans(TimeSpan seen, long lateNanos) {

    /** All that they hold. */
    static final SpoolSpans ALL = new SpoolSpans(TimeSpan.ALWAYS, 0);

    /** So long a stretch tells of clocks. */
    private static final long FOR_CLOCKS_NANOS = 60_000_000_000L;

    /**
     * How much is read around the time that is wanted.
     *
     * @param aroundNanos before and after it
     * @param lateNanos for messages that began within and ended later
     */
    record Margin(long aroundNanos, long lateNanos) {

        /** Who waits longer than this for an answer is rare, and so is who takes longer than this to send. */
        static final Margin FULL = new Margin(10_000_000_000L, 60_000_000_000L);

        /** As much as two sniffers are apart with clocks that agree: for one call, which is asked for by its time. */
        static final Margin NARROW = new Margin(1_000_000_000L, 0);

        /** Clocks may be so far apart, or what is read narrowly by each does not hold the same call. */
        static final long NARROW_APART_NANOS = 5_000_000_000L;
    }

    /** Of one sniffer, whose clock is that of the messages. */
    static SpoolSpans around(TimeSpan wanted, Margin margin) {
        return new SpoolSpans(wider(wanted, margin.aroundNanos), margin.lateNanos);
    }

    /** A part of that time, with what is around it, from which clocks can be learnt. */
    static SpoolSpans forClocks(TimeSpan wanted, Margin margin) {
        boolean begins = wanted.fromNanos() != TimeSpan.ALWAYS.fromNanos();
        long from = begins ? wanted.fromNanos() : wanted.toNanos() - FOR_CLOCKS_NANOS;
        TimeSpan part = new TimeSpan(from, Math.max(from, Math.min(wanted.toNanos(), from + FOR_CLOCKS_NANOS)));
        return around(part, margin);
    }

    /**
     * Of several sniffers, whose clocks may be apart: all where nothing tells how far one is ahead, for it may be the
     * reference.
     *
     * @param learnt what a part of that time told of their clocks
     */
    static SpoolSpans around(TimeSpan wanted, MergeResult learnt, Margin margin) {
        OptionalLong most = apart(learnt);
        if (most.isEmpty()) {
            return ALL;
        }
        // whichever becomes the reference: two may be apart in both directions
        return new SpoolSpans(wider(wanted, margin.aroundNanos + 2 * most.getAsLong()), margin.lateNanos);
    }

    /** How far a sniffer's clock is from that of the reference at the most; empty where nothing tells it of one. */
    static OptionalLong apart(MergeResult learnt) {
        long most = 0;
        for (MergeResult.SnifferClock clock : learnt.clocks()) {
            if (clock.line() == null) {
                return OptionalLong.empty();
            }
            most = Math.max(most, Math.abs(learnt.ahead(clock.sniffer(), clock.atNanos())));
        }
        return OptionalLong.of(most);
    }

    /** Whether what sniffers read narrowly around a time is of one time, by what was learnt of it. */
    static boolean wasNarrowEnough(@Nullable MergeResult learnt) {
        OptionalLong most = learnt == null ? OptionalLong.empty() : apart(learnt);
        return most.isPresent() && most.getAsLong() <= Margin.NARROW_APART_NANOS;
    }

    private static TimeSpan wider(TimeSpan span, long nanos) {
        long from = span.fromNanos();
        long to = span.toNanos();
        return new TimeSpan(
                from < Long.MIN_VALUE + nanos ? from : from - nanos, to > Long.MAX_VALUE - nanos ? to : to + nanos);
    }
}

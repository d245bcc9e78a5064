package io.wirepath.merge.live;

import java.util.List;

/**
 * How far before what is consumed a resume reads each source again: so far that it knows the connections, the clocks
 * and the sightings of others again to which what is still to come belongs.
 *
 * <pre>
 *  corrected time ─►     back to             common floor
 *  source ahead     ────────┼───── context ───────┼───── behind ─────┼ its floor: all before is consumed
 *  source behind    ────────┼───── context ───────┼ its floor
 * </pre>
 *
 * Not thread-safe.
 *
 * @param contextNanos how far a resume goes back in any case: {@link LiveMergeSettings.Memory#contextNanos}
 */
record ResumeDepth(long contextNanos, RollingClocks clocks, Watermark watermark) {

    /** A resume goes back by so much at most for a sniffer that is behind the others. */
    private static final long LONGEST_NANOS = 600_000_000_000L;

    /**
     * How far the sources are consumed, with how far back they are read at a resume; empties their
     * {@link LiveSource#open}.
     */
    List<Checkpoint.Source> checkpoint(List<LiveSource> sources) {
        long common = commonFloor(sources);
        return sources.stream()
                .map(source -> source.checkpoint(backTo(source, common)))
                .toList();
    }

    /**
     * Corrected time from which on something of a sniffer is still to come: what the others brought since then must be
     * known after a resume, or its copies would be taken for messages. One that is far behind has its messages
     * forgotten anyway.
     */
    private long commonFloor(List<LiveSource> sources) {
        long common = Long.MAX_VALUE;
        for (LiveSource source : sources) {
            long nanos = correctedFloor(source);
            boolean lags = nanos != Long.MIN_VALUE && watermark.nanos() - nanos < LONGEST_NANOS;
            common = lags && source.isLatest() ? Math.min(common, nanos) : common;
        }
        return common;
    }

    private long correctedFloor(LiveSource source) {
        long nanos = source.floorNanos();
        LiveSniffer sniffer = source.sniffer;
        boolean known = nanos != Long.MIN_VALUE && !sniffer.ended && clocks.isPlaced(sniffer.number);
        return known ? clocks.model().correct(sniffer.number, nanos) : Long.MIN_VALUE;
    }

    /** By the clock of the source's sniffer; Long.MIN_VALUE for as far as is remembered. */
    private long backTo(LiveSource source, long common) {
        if (watermark.isWarming()) {
            // nothing is consumed yet: the next resume goes back as far as this one
            return Long.MIN_VALUE;
        }
        long own = source.floorNanos();
        long corrected = correctedFloor(source);
        long behind = corrected == Long.MIN_VALUE || common >= corrected ? 0 : corrected - common;
        return own == Long.MIN_VALUE ? own : own - behind - contextNanos;
    }
}

package io.wirepath.merge.match;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionEnd;

/**
 * How much of a connection passed one sniffer. Arrays by the end of the view that sent it: 0 for its end 0.
 *
 * @param firstNanos first packet, corrected
 * @param lastNanos last packet, corrected
 * @param startSeen whether its first packet was captured
 * @param reason how it ended
 * @param payloadSegments segments or datagrams with payload
 * @param payloadBytes payload bytes, sent again included
 * @param emptySegments segments without payload
 * @param missingBytes bytes of the stream that never passed
 */
record FlowTotals(
        long firstNanos,
        long lastNanos,
        boolean startSeen,
        CloseReason reason,
        long[] payloadSegments,
        long[] payloadBytes,
        long[] emptySegments,
        long[] missingBytes) {

    private static final int TCP = 6;

    /** Whether it ended in order, so that its last packet was captured. */
    boolean endSeen() {
        return reason == CloseReason.FINISHED || reason == CloseReason.RESET;
    }

    /** The totals of a view whose end 0 is the source of direction 0, or of direction 1 if {@code reversed}. */
    static FlowTotals of(ConnectionEnd end, long firstNanos, long lastNanos, boolean reversed) {
        int zero = reversed ? 1 : 0;
        int one = 1 - zero;
        return new FlowTotals(
                firstNanos,
                lastNanos,
                !end.isMidstream() && end.transport() == TCP,
                end.reason(),
                new long[] {end.payloadSegments(zero), end.payloadSegments(one)},
                new long[] {end.payloadBytes(zero), end.payloadBytes(one)},
                new long[] {end.emptySegments(zero), end.emptySegments(one)},
                new long[] {end.missingBytes(zero), end.missingBytes(one)});
    }
}

package io.wirepath.merge.match;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.IpProtocol;

/**
 * How much of a connection passed one sniffer.
 *
 * @param firstNanos first packet, corrected
 * @param lastNanos last packet, corrected
 * @param startSeen whether its first packet was captured
 * @param reason how it ended
 * @param sums four of end 0, then four of end 1: segments or datagrams with payload; payload bytes, sent again
 *     included; segments without payload; bytes of the stream that never passed
 */
record FlowTotals(long firstNanos, long lastNanos, boolean startSeen, CloseReason reason, long[] sums) {

    /** Sums of an end. */
    private static final int OF_END = 4;

    private long sum(int end, int which) {
        return sums[end * OF_END + which];
    }

    /** Segments or datagrams with payload that an end sent. */
    long payloadSegments(int end) {
        return sum(end, 0);
    }

    /** Their payload. */
    long payloadBytes(int end) {
        return sum(end, 1);
    }

    /** Segments without payload that an end sent. */
    long emptySegments(int end) {
        return sum(end, 2);
    }

    /** Bytes of what an end sent that the sniffer did not get. */
    long missingBytes(int end) {
        return sum(end, 3);
    }

    /** Whether any packet of what an end sent passed. */
    boolean passed(int end) {
        return payloadSegments(end) + emptySegments(end) > 0;
    }

    /** Whether it ended in order, so that its last packet was captured. */
    boolean endSeen() {
        return reason == CloseReason.FINISHED || reason == CloseReason.RESET;
    }

    /** The totals of a view whose end 0 is the source of direction 0, or of direction 1 if {@code reversed}. */
    static FlowTotals of(ConnectionEnd end, long firstNanos, long lastNanos, boolean reversed) {
        long[] sums = new long[2 * OF_END];
        for (int of = 0; of < 2; of++) {
            int direction = reversed ? 1 - of : of;
            sums[of * OF_END] = end.payloadSegments(direction);
            sums[of * OF_END + 1] = end.payloadBytes(direction);
            sums[of * OF_END + 2] = end.emptySegments(direction);
            sums[of * OF_END + 3] = end.missingBytes(direction);
        }
        boolean startSeen = !end.isMidstream() && end.transport() == IpProtocol.TCP;
        return new FlowTotals(firstNanos, lastNanos, startSeen, end.reason(), sums);
    }
}

package io.wirepath.flows.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Two readings of one place of a stream: the segment handed on last, and one that came after it with other bytes. Which
 * of them the receiver took is told by how far it acknowledges, or by the hops that each had come: a segment that dies
 * on its way, or whose checksum is wrong, is seen by the sniffer and not by the receiver; and so is what a SYN brings
 * that its receiver does not want yet (RFC 7413 §4.1.3).
 *
 * <pre>
 *   handed on    ├── POST … Content-Length: 99999 ──┤        the receiver dropped it
 *   came later   ├── GET /item ──┤
 *                                ▲ acknowledged: the later one is what the receiver took
 * </pre>
 *
 * Of the segment handed on its first and last bytes are kept, of the later one all. At most one is kept; a further one
 * takes its place.
 */
final class Readings {

    /** First bytes of a segment that are kept for comparison. */
    private static final int KEPT = 64;

    private static final int UNKNOWN = -1;

    private final SegmentPool pool;
    private final byte[] head = new byte[KEPT];
    private int headLength;
    private long tail;
    private int start;
    private int end;
    private int ttl;
    private boolean known;
    private boolean refused;
    private int usualTtl = UNKNOWN;

    /** The later reading; null while nothing is in doubt. */
    private @Nullable HeldSegment later;

    Readings(SegmentPool pool) {
        this.pool = pool;
    }

    void reset() {
        known = false;
        refused = false;
        usualTtl = UNKNOWN;
        forget();
    }

    /** The time to live of what opened the direction. */
    void opens(int hops) {
        usualTtl = hops;
    }

    /** A segment is handed on. */
    void handedOn(int sequence, ByteBuffer bytes, int offset, int length, int hops) {
        headLength = Math.min(KEPT, length);
        bytes.get(offset, head, 0, headLength);
        tail = length >= Long.BYTES ? bytes.getLong(offset + length - Long.BYTES) : 0;
        start = sequence;
        end = sequence + length;
        ttl = hops;
        known = true;
        refused = false;
    }

    /** Whether a segment has other bytes than the one handed on last, at the same place. */
    boolean contradicts(Segment segment) {
        if (!known || segment.sequence != start || segment.length == 0 || segment.cut > 0) {
            return false;
        }
        int both = Math.min(headLength, segment.length);
        for (int i = 0; i < both; i++) {
            if (head[i] != segment.bytes.get(segment.offset + i)) {
                return true;
            }
        }
        boolean equalLength = segment.length == end - start && segment.length >= Long.BYTES;
        return equalLength && segment.bytes.getLong(segment.offset + segment.length - Long.BYTES) != tail;
    }

    /** Keeps a later reading, where there is room for it. */
    void keep(Segment segment) {
        forget();
        if (segment.length <= SegmentPool.PIECE_BYTES) {
            later = pool.acquire();
            later.take(segment, 0, segment.length, 0);
        }
    }

    /** Who accepts a connection acknowledges so far: data of a SYN behind that, handed on before, is not taken. */
    void accepted(int acknowledgment) {
        refused = known && acknowledgment == start;
    }

    /** The later reading, if the one handed on was not taken, or did not come the usual way as this does; else null. */
    @Nullable
    HeldSegment ofUsualWay() {
        HeldSegment kept = later;
        if (refused) {
            return kept;
        }
        return kept != null && usualTtl != UNKNOWN && ttl != usualTtl && kept.context.ttl == usualTtl ? kept : null;
    }

    /** The later reading, if the receiver took it and not the one handed on, as it acknowledges; else null. */
    @Nullable
    HeldSegment taken(int acknowledgment) {
        HeldSegment kept = later;
        if (kept == null) {
            return null;
        }
        if (acknowledgment == kept.end() && kept.end() != end) {
            return kept;
        }
        if (!SequenceNumber.isBefore(acknowledgment, kept.end())) {
            forget();
        }
        return null;
    }

    /** Whether a later reading is kept. */
    boolean areTwo() {
        return later != null;
    }

    /** Where the segment handed on last ends. */
    int end() {
        return end;
    }

    /** Forgets the later reading. */
    void forget() {
        if (later != null) {
            pool.release(later);
            later = null;
        }
    }
}

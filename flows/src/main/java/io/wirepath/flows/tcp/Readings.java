package io.wirepath.flows.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Two readings of one place of a stream: segments handed on, and one that came after them with other bytes. Which of
 * them the receiver took is told by how far it acknowledges; and what a SYN brings is not taken by who acknowledges the
 * SYN alone (RFC 7413 §4.1.3). Segments that look unlike the others of their direction come here when they are
 * acknowledged ({@link DoubtfulSegments}).
 *
 * <pre>
 *   handed on    ├── POST … Content-Length: 99999 ──┤├── … ──┤        the receiver dropped these
 *   came later   ├── GET /item ──┤
 *                                ▲ acknowledged, and no other ends there: the later one is what the receiver took
 * </pre>
 *
 * Of the segments handed on last their ends, and their first and last bytes, are kept; of the later one all. At most
 * one is kept; a further one takes its place.
 */
final class Readings {

    /** Segments handed on that are kept for comparison; a power of two. */
    private static final int KEPT = 16;

    private static final int FIELDS = 4;
    private static final int PLACE = 0;
    private static final int HEAD = 1;
    private static final int MIDDLE = 2;
    private static final int TAIL = 3;
    private static final long[] NOTHING = {};

    private final SegmentPool pool;
    /** Of each segment: start and end, the first eight bytes, eight in the middle, the last eight. */
    private long[] kept = NOTHING;

    private long count;
    private boolean refused;

    /** The later reading; null while nothing is in doubt. */
    private @Nullable HeldSegment later;

    Readings(SegmentPool pool) {
        this.pool = pool;
    }

    void reset() {
        count = 0;
        refused = false;
        forget();
    }

    /** A segment is handed on. */
    void handedOn(int sequence, ByteBuffer bytes, int offset, int length) {
        if (kept == NOTHING) {
            kept = new long[KEPT * FIELDS]; // half a kilobyte, where a direction says anything
        }
        int at = place(count++);
        boolean isLong = length >= Long.BYTES;
        kept[at + PLACE] = (long) sequence << Integer.SIZE | sequence + length & 0xffffffffL;
        kept[at + HEAD] = first(bytes, offset, length);
        kept[at + MIDDLE] = isLong ? bytes.getLong(offset + (length - Long.BYTES) / 2) : 0;
        kept[at + TAIL] = isLong ? bytes.getLong(offset + length - Long.BYTES) : 0;
        refused = false;
    }

    private static int place(long number) {
        return ((int) number & KEPT - 1) * FIELDS;
    }

    private int start(int at) {
        return (int) (kept[at + PLACE] >>> Integer.SIZE);
    }

    private int end(int at) {
        return (int) kept[at + PLACE];
    }

    /** The first eight bytes, or as many as there are, in the high ones. */
    private static long first(ByteBuffer bytes, int offset, int length) {
        if (length >= Long.BYTES) {
            return bytes.getLong(offset);
        }
        long head = 0;
        for (int i = 0; i < length; i++) {
            head |= (bytes.get(offset + i) & 0xffL) << 56 - 8 * i;
        }
        return head;
    }

    /** Whether a segment has other bytes than one handed on, as far as those are kept. */
    boolean contradicts(Segment segment) {
        if (segment.length == 0 || segment.cut > 0) {
            return false;
        }
        for (long i = Math.max(0, count - KEPT); i < count; i++) {
            int at = place(i);
            if (start(at) == segment.sequence) {
                return differs(at, segment);
            }
        }
        return false;
    }

    private boolean differs(int at, Segment segment) {
        int length = end(at) - start(at);
        int both = Math.min(Long.BYTES, Math.min(length, segment.length));
        long head = first(segment.bytes, segment.offset, segment.length);
        if ((head ^ kept[at + HEAD]) >>> 64 - 8 * both != 0) {
            return true;
        }
        int last = segment.offset + length - Long.BYTES;
        return length >= Long.BYTES
                && segment.length >= length
                && (segment.bytes.getLong(last) != kept[at + TAIL]
                        || segment.bytes.getLong(segment.offset + (length - Long.BYTES) / 2) != kept[at + MIDDLE]);
    }

    /** Keeps a later reading, where there is room for it. */
    void keep(Segment segment) {
        forget();
        if (segment.length <= SegmentPool.PIECE_BYTES && pool.hasRoomForDoubt()) {
            later = pool.acquire();
            later.take(segment, 0, segment.length, 0);
        }
    }

    /** Who accepts a connection acknowledges so far: data of a SYN behind that, handed on before, is not taken. */
    void accepted(int acknowledgment) {
        refused = count > 0 && acknowledgment == start(place(count - 1));
    }

    /** The later reading, if the one handed on was not taken with its SYN; else null. */
    @Nullable
    HeldSegment behindRefused() {
        return refused ? later : null;
    }

    /** The later reading, if the receiver took it and not what was handed on, as it acknowledges; else null. */
    @Nullable
    HeldSegment taken(int acknowledgment) {
        HeldSegment other = later;
        if (other == null) {
            return null;
        }
        boolean ofHandedOn = endsAt(acknowledgment);
        if (acknowledgment == other.end() && !ofHandedOn) {
            return other;
        }
        if (!SequenceNumber.isBefore(acknowledgment, other.end())
                || ofHandedOn && SequenceNumber.isBefore(other.sequence, acknowledgment)) {
            forget();
        }
        return null;
    }

    private boolean endsAt(int acknowledgment) {
        for (long i = Math.max(0, count - KEPT); i < count; i++) {
            if (end(place(i)) == acknowledgment) {
                return true;
            }
        }
        return false;
    }

    /** Whether a later reading is kept. */
    boolean areTwo() {
        return later != null;
    }

    /** Forgets the later reading, and what was handed on. */
    void settle() {
        count = 0;
        forget();
    }

    private void forget() {
        if (later != null) {
            pool.release(later);
            later = null;
        }
    }
}

package io.wirepath.flows.tcp;

import io.wirepath.flows.SplitMix64;
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
 * Of the segments handed on last their ends, their first and last bytes, and a sum of each eight of the first 256 are
 * kept; of the later one all. At most one is kept; a further one takes its place.
 */
final class Readings {

    /** Segments handed on that are kept for comparison; a power of two. */
    private static final int KEPT = 16;

    private static final int PLACE = 0;
    private static final int HEAD = 1;
    private static final int TAIL = 2;
    private static final int SUMS = 3;

    /** Words of eight sums. */
    private static final int SUM_WORDS = 4;

    private static final int FIELDS = SUMS + SUM_WORDS;
    private static final long[] NOTHING = {};

    private final SegmentPool pool;
    /** Of each segment: start and end, the first eight bytes, the last eight, sums. */
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
            kept = new long[KEPT * FIELDS]; // a kilobyte, where a direction says anything
        }
        int at = place(count++);
        kept[at + PLACE] = (long) sequence << Integer.SIZE | sequence + length & 0xffffffffL;
        kept[at + HEAD] = first(bytes, offset, length);
        kept[at + TAIL] = length >= Long.BYTES ? bytes.getLong(offset + length - Long.BYTES) : 0;
        for (int i = 0; i < SUM_WORDS; i++) {
            kept[at + SUMS + i] = sums(bytes, offset, length, i);
        }
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

    /** The sums of 64 bytes, as many as there are eight of; the rest 0. */
    private static long sums(ByteBuffer bytes, int offset, int length, int word) {
        long sums = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            int at = (word * Long.BYTES + i) * Long.BYTES;
            if (at + Long.BYTES > length) {
                break;
            }
            sums |= (bytes.getLong(offset + at) * SplitMix64.STEP >>> 56) << Byte.SIZE * i;
        }
        return sums;
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
        int summed = Math.min(length, segment.length) / Long.BYTES;
        for (int i = 0; i < SUM_WORDS && i * Long.BYTES < summed; i++) {
            long other = sums(segment.bytes, segment.offset, segment.length, i) ^ kept[at + SUMS + i];
            int few = summed - i * Long.BYTES;
            if ((few < Long.BYTES ? other << Byte.SIZE * (Long.BYTES - few) : other) != 0) {
                return true;
            }
        }
        int last = segment.offset + length - Long.BYTES;
        return length >= Long.BYTES && segment.length >= length && segment.bytes.getLong(last) != kept[at + TAIL];
    }

    /** Keeps a later reading; returns whether there was room for it. */
    boolean keep(Segment segment) {
        forget();
        boolean fits = segment.length <= SegmentPool.PIECE_BYTES && pool.hasRoomForDoubt();
        if (fits) {
            later = pool.acquire();
            later.take(segment, 0, segment.length, 0);
        }
        return fits;
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

    /**
     * The later reading, if the receiver took it and not what came before, as it acknowledges; else null.
     *
     * @param endsHeld whether anything that is held ends where it acknowledges
     */
    @Nullable
    HeldSegment taken(int acknowledgment, boolean endsHeld) {
        HeldSegment other = later;
        if (other == null) {
            return null;
        }
        boolean ofHandedOn = endsHeld || endsAt(acknowledgment);
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

    /** The later reading, which nobody decided on; null if there is none. */
    @Nullable
    HeldSegment undecided() {
        return later;
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

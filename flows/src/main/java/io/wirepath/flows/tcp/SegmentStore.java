package io.wirepath.flows.tcp;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one direction that came before their turn: pieces in order of sequence, none overlapping another.
 *
 * <pre>
 *   next byte wanted          held         held   held
 *          ▼                ┌──────┐      ┌────┬────────┐
 *  ────────┼───── hole ─────┤      ├ hole ┤    │        │
 * </pre>
 *
 * Where segments overlap, the bytes that came first stay. A sorted array: a piece finds its place by bisection, so that
 * no order of arrival is slow. Used by one thread.
 */
final class SegmentStore {

    /** Pieces that an emptied store keeps room for. */
    private static final int KEPT_ROOM = 64;

    private final SegmentPool pool;
    private @Nullable HeldSegment[] pieces = new HeldSegment[0];
    private int first;
    private int count;
    private int bytes;
    private boolean conflict;

    SegmentStore(SegmentPool pool) {
        this.pool = pool;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The piece with the earliest sequence number, or null. */
    @Nullable
    HeldSegment head() {
        return count == 0 ? null : pieces[first];
    }

    /** Payload bytes held. */
    int bytes() {
        return bytes;
    }

    /** Bytes of the buffers held. */
    int cost() {
        return count * SegmentPool.PIECE_BYTES;
    }

    /** Whether the latest {@link #add} met bytes that differ from those held. */
    boolean hadConflict() {
        return conflict;
    }

    /** Holds what of the segment is not held yet; returns how many of its bytes were held already. */
    int add(Segment segment) {
        conflict = false;
        int length = segment.span();
        int at = 0;
        int known = 0;
        int next = firstAfter(segment.sequence);
        while (at < length) {
            int sequence = segment.sequence + at;
            if (next > 0 && SequenceNumber.isBefore(sequence, piece(next - 1).end())) {
                HeldSegment before = piece(next - 1);
                int overlap = Math.min(SequenceNumber.distance(sequence, before.end()), length - at);
                known += compare(segment, at, overlap, before);
                at += overlap;
                continue;
            }
            int room = length - at;
            if (next < count) {
                room = Math.min(room, SequenceNumber.distance(sequence, piece(next).sequence));
            }
            if (room > 0) {
                at += insert(segment, at, room, next);
            }
            next++;
        }
        return known;
    }

    /** Whether other bytes are held where the segment has its own, as far as both have them. */
    boolean holdsOther(Segment segment) {
        return otherThan(segment) >= 0;
    }

    /** Whether a piece ends here. */
    boolean endsAt(int sequence) {
        int before = firstAfter(sequence - 1) - 1;
        return before >= 0 && piece(before).end() == sequence;
    }

    private int otherThan(Segment segment) {
        conflict = false;
        int from = Math.max(0, firstAfter(segment.sequence) - 1);
        for (int i = from; i < count; i++) {
            HeldSegment held = piece(i);
            int start = Math.max(0, SequenceNumber.distance(segment.sequence, held.sequence));
            int end = Math.min(segment.span(), SequenceNumber.distance(segment.sequence, held.end()));
            if (start >= segment.span()) {
                break;
            }
            if (start < end) {
                compare(segment, start, end - start, held);
                if (conflict) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Takes the first piece out that has other bytes than the segment at the same place; null if none has. */
    @Nullable
    HeldSegment takeOther(Segment segment) {
        int at = otherThan(segment);
        if (at < 0) {
            return null;
        }
        HeldSegment other = piece(at);
        bytes -= other.length;
        count--;
        System.arraycopy(pieces, first + at + 1, pieces, first + at, count - at);
        pieces[first + count] = null;
        return other;
    }

    private HeldSegment piece(int index) {
        return Objects.requireNonNull(pieces[first + index]);
    }

    /** Index of the first piece that begins behind this sequence number. */
    private int firstAfter(int sequence) {
        if (count == 0 || !SequenceNumber.isBefore(sequence, piece(count - 1).sequence)) {
            return count;
        }
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (SequenceNumber.isBefore(sequence, piece(middle).sequence)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Holds a piece of at most {@code span} bytes; returns how many. */
    private int insert(Segment segment, int from, int span, int index) {
        int present = Math.max(0, Math.min(segment.length - from, span));
        int length = Math.min(present, SegmentPool.PIECE_BYTES);
        int cut = length < present ? 0 : span - present;
        HeldSegment held = pool.acquire();
        held.take(segment, from, length, cut);
        makeRoom();
        System.arraycopy(pieces, first + index, pieces, first + index + 1, count - index);
        pieces[first + index] = held;
        count++;
        bytes += length;
        return length + cut;
    }

    /** Makes sure that one more piece fits behind the last. */
    private void makeRoom() {
        if (first + count < pieces.length) {
            return;
        }
        @Nullable HeldSegment[] target = first > count ? pieces : new HeldSegment[Math.max(4, 2 * count)];
        System.arraycopy(pieces, first, target, 0, count);
        pieces = target;
        first = 0;
    }

    /** Compares the overlap as far as both have its bytes; returns how many bytes the segment brought again. */
    private int compare(Segment segment, int from, int overlap, HeldSegment held) {
        int inHeld = SequenceNumber.distance(held.sequence, segment.sequence + from);
        int present = Math.max(0, Math.min(segment.length - from, overlap));
        int both = Math.min(present, held.length - inHeld);
        ByteBuffer theirs = held.buffer;
        for (int i = 0; i < both; i++) {
            if (theirs.get(inHeld + i) != segment.bytes.get(segment.offset + from + i)) {
                conflict = true;
                break;
            }
        }
        return present;
    }

    /** Takes the head out without giving it back to the pool: {@link #release} does that. */
    HeldSegment poll() {
        HeldSegment head = piece(0);
        pieces[first++] = null;
        count--;
        bytes -= head.length;
        if (count == 0) {
            first = 0;
            if (pieces.length > KEPT_ROOM) {
                pieces = new HeldSegment[0];
            }
        }
        return head;
    }

    /** Gives a polled segment back to the pool. */
    void release(HeldSegment segment) {
        pool.release(segment);
    }
}

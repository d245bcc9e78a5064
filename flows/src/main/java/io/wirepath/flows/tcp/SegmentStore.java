package io.wirepath.flows.tcp;

import java.nio.ByteBuffer;
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
 * Where segments overlap, the bytes that came first stay. Used by one thread.
 */
final class SegmentStore {

    private final SegmentPool pool;
    private @Nullable HeldSegment head;
    private @Nullable HeldSegment tail;
    private int bytes;
    private int cost;
    private boolean conflict;

    SegmentStore(SegmentPool pool) {
        this.pool = pool;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** The piece with the earliest sequence number, or null. */
    @Nullable
    HeldSegment head() {
        return head;
    }

    /** Payload bytes held. */
    int bytes() {
        return bytes;
    }

    /** Bytes of the buffers held. */
    int cost() {
        return cost;
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
        HeldSegment before = lastNotAfter(segment.sequence);
        while (at < length) {
            int sequence = segment.sequence + at;
            if (before != null && SequenceNumber.isBefore(sequence, before.end())) {
                int overlap = Math.min(SequenceNumber.distance(sequence, before.end()), length - at);
                known += compare(segment, at, overlap, before);
                at += overlap;
                continue;
            }
            HeldSegment after = before == null ? head : before.next;
            int room = after == null ? length - at : SequenceNumber.distance(sequence, after.sequence);
            if (room <= 0) {
                before = after;
                continue;
            }
            before = insert(segment, at, Math.min(room, length - at), before);
            at += before.span();
        }
        return known;
    }

    private @Nullable HeldSegment lastNotAfter(int sequence) {
        HeldSegment last = tail;
        if (last != null && !SequenceNumber.isBefore(sequence, last.sequence)) {
            return last;
        }
        HeldSegment found = null;
        for (HeldSegment s = head; s != null && !SequenceNumber.isBefore(sequence, s.sequence); s = s.next) {
            found = s;
        }
        return found;
    }

    private HeldSegment insert(Segment segment, int from, int span, @Nullable HeldSegment before) {
        int present = Math.max(0, Math.min(segment.length - from, span));
        int piece = Math.min(present, SegmentPool.MAX_PIECE);
        int cut = piece < present ? 0 : span - present;
        HeldSegment held = pool.acquire(piece);
        held.take(segment, from, piece, cut);
        if (before == null) {
            held.next = head;
            head = held;
        } else {
            held.next = before.next;
            before.next = held;
        }
        if (held.next == null) {
            tail = held;
        }
        bytes += piece;
        cost += SegmentPool.cost(held);
        return held;
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
        HeldSegment first = head;
        if (first == null) {
            throw new IllegalStateException("nothing is held");
        }
        head = first.next;
        if (head == null) {
            tail = null;
        }
        bytes -= first.length;
        cost -= SegmentPool.cost(first);
        return first;
    }

    /** Gives a polled segment back to the pool. */
    void release(HeldSegment segment) {
        pool.release(segment);
    }
}

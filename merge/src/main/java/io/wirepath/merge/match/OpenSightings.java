package io.wirepath.merge.match;

import io.wirepath.merge.order.TimedRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sightings that wait for others of their message, in columns. A message is a list of slots; its first slot is its
 * head and stands for it in the hash chains and in the list of its class.
 *
 * <pre>
 *  bucket ─► head ─chain─► head            head ─next─► slot ─next─► slot        class.firstOpen ─► head ─peer─► head
 * </pre>
 */
final class OpenSightings {

    static final int NONE = -1;

    private static final int INITIAL = 1 << 10;
    private static final int CACHE_LINE = 64;

    private final int max;
    private int used;
    private int free = NONE;
    private int size;

    ByteBuffer records = little(INITIAL);

    @Nullable
    SightedConnection[] view = new @Nullable SightedConnection[INITIAL];

    /** The end of its view that sent it, 0 or 1. */
    byte[] end = new byte[INITIAL];

    /** Number that the feeder gave the sighting. */
    long[] number = new long[INITIAL];

    /** Whether the sighting is part of a message that was given out before. */
    boolean[] told = new boolean[INITIAL];

    /** Corrected times of the first and last byte. */
    long[] first = new long[INITIAL];

    long[] last = new long[INITIAL];
    int[] next = new int[INITIAL];

    // of heads only
    int[] tail = new int[INITIAL];
    int[] count = new int[INITIAL];
    /** Links of {@link HeadTable}. */
    long[] chain = new long[INITIAL];

    int[] bucket = new int[INITIAL];
    int[] peer = new int[INITIAL];
    int[] peerBefore = new int[INITIAL];

    /** Nothing of the message can come after this moment. */
    long[] until = new long[INITIAL];

    /** Whether the message was given out with another; the slot stays until its turn. */
    boolean[] gone = new boolean[INITIAL];

    OpenSightings(int max) {
        this.max = max;
    }

    private static ByteBuffer little(int slots) {
        return ByteBuffer.allocate(slots * TimedRecord.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isFull() {
        return size == max;
    }

    int size() {
        return size;
    }

    /** Calls back with every sighting that is part of no message yet. */
    void forEachUntold(SightingPlace each) {
        for (int slot = 0; slot < used; slot++) {
            SightedConnection of = view[slot];
            if (of != null && !told[slot] && !gone[slot]) {
                each.accept(of.lane, number[slot]);
            }
        }
    }

    static int at(int slot) {
        return slot * TimedRecord.LENGTH;
    }

    SightedConnection viewOf(int slot) {
        SightedConnection found = view[slot];
        if (found == null) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        return found;
    }

    /** Brings the records of a message near; returns anything. */
    long fetch(int head) {
        int slot = next[head];
        return touch(head) + (slot >= 0 && slot < used ? touch(slot) : 0);
    }

    private long touch(int slot) {
        int at = at(slot);
        SightedConnection of = view[slot];
        return records.get(at)
                + records.get(at + CACHE_LINE)
                + records.get(at + 2 * CACHE_LINE)
                + (of == null ? 0L : of.sniffer);
    }

    /** Side of its connection that sent it. */
    int sideOf(int slot) {
        return viewOf(slot).sideOf(end[slot]);
    }

    /** Copies a record into a free slot; there must be one. */
    int take(SightedConnection from, int fromEnd, ByteBuffer source, int offset, long firstNanos, long lastNanos) {
        int slot = free;
        if (slot != NONE) {
            free = next[slot];
        } else {
            if (used == first.length) {
                grow();
            }
            slot = used++;
        }
        size++;
        records.put(at(slot), source, offset, TimedRecord.LENGTH);
        view[slot] = from;
        end[slot] = (byte) fromEnd;
        number[slot] = 0;
        told[slot] = false;
        first[slot] = firstNanos;
        last[slot] = lastNanos;
        next[slot] = NONE;
        tail[slot] = slot;
        count[slot] = 1;
        gone[slot] = false;
        return slot;
    }

    /** Adds a sighting to a message. */
    void join(int head, int slot) {
        next[tail[head]] = slot;
        tail[head] = slot;
        count[head]++;
        until[head] = Math.max(until[head], until[slot]);
    }

    /** Frees a message's slots, but not its head. */
    void releaseAllButHead(int head) {
        int slot = next[head];
        while (slot != NONE) {
            int after = next[slot];
            release(slot);
            slot = after;
        }
        next[head] = NONE;
    }

    void release(int slot) {
        view[slot] = null;
        next[slot] = free;
        free = slot;
        size--;
    }

    private void grow() {
        int larger = Math.min(max, 2 * first.length);
        ByteBuffer copy = little(larger);
        copy.put(0, records, 0, records.capacity());
        records = copy;
        view = Arrays.copyOf(view, larger);
        end = Arrays.copyOf(end, larger);
        number = Arrays.copyOf(number, larger);
        told = Arrays.copyOf(told, larger);
        first = Arrays.copyOf(first, larger);
        last = Arrays.copyOf(last, larger);
        next = Arrays.copyOf(next, larger);
        tail = Arrays.copyOf(tail, larger);
        count = Arrays.copyOf(count, larger);
        chain = Arrays.copyOf(chain, larger);
        bucket = Arrays.copyOf(bucket, larger);
        peer = Arrays.copyOf(peer, larger);
        peerBefore = Arrays.copyOf(peerBefore, larger);
        until = Arrays.copyOf(until, larger);
        gone = Arrays.copyOf(gone, larger);
    }
}

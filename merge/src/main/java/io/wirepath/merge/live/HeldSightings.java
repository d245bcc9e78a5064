package io.wirepath.merge.live;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.match.Lane;
import io.wirepath.merge.order.TimedRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The records that wait for their turn, of all sniffers, in columns. Their order is kept by
 * {@link HeldOrder}. Grows up to a bound; nothing is allocated for a record after that. Not thread-safe.
 */
final class HeldSightings {

    private static final int NONE = -1;
    private static final int INITIAL = 1 << 8;

    private final int max;
    private int used;
    private int free = NONE;
    private int size;

    ByteBuffer records = allocate(INITIAL);

    /** When its last byte passed, by the sniffer's clock; of an end, the last packet. */
    long[] rawNanos = new long[INITIAL];

    long[] number = new long[INITIAL];
    boolean[] consumed = new boolean[INITIAL];

    private @Nullable Lane[] lane = new @Nullable Lane[INITIAL];
    private int[] next = new int[INITIAL];

    HeldSightings(int max) {
        this.max = max;
    }

    private static ByteBuffer allocate(int slots) {
        return ByteBuffer.allocate(slots * TimedRecord.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isFull() {
        return size == max;
    }

    int size() {
        return size;
    }

    /** Whether a record comes before another of the same sniffer. */
    boolean isBefore(int a, int b) {
        return rawNanos[a] != rawNanos[b] ? rawNanos[a] < rawNanos[b] : number[a] < number[b];
    }

    static int at(int slot) {
        return slot * TimedRecord.LENGTH;
    }

    Lane laneOf(int slot) {
        Lane found = lane[slot];
        if (found == null) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        return found;
    }

    /** When a record was complete at its sniffer, but for pauses. */
    static long completeNanos(ByteBuffer from, int at) {
        long first = from.getLong(at + SightingCodec.FIRST_BYTE_AT);
        return ConnectionEnd.isAt(from, at) ? first : Math.max(first, from.getLong(at + SightingCodec.LAST_BYTE_AT));
    }

    /** Copies a record into a free slot; there must be one. */
    int take(Lane by, long sightingNumber, boolean isConsumed, ByteBuffer from, int offset) {
        int slot = free;
        if (slot != NONE) {
            free = next[slot];
        } else {
            if (used == number.length) {
                grow();
            }
            slot = used++;
        }
        size++;
        records.put(at(slot), from, offset, TimedRecord.LENGTH);
        rawNanos[slot] = completeNanos(from, offset);
        number[slot] = sightingNumber;
        consumed[slot] = isConsumed;
        lane[slot] = by;
        return slot;
    }

    void release(int slot) {
        lane[slot] = null;
        next[slot] = free;
        free = slot;
        size--;
    }

    private void grow() {
        int larger = Math.min(max, 2 * number.length);
        ByteBuffer copy = allocate(larger);
        copy.put(0, records, 0, records.capacity());
        records = copy;
        rawNanos = Arrays.copyOf(rawNanos, larger);
        number = Arrays.copyOf(number, larger);
        consumed = Arrays.copyOf(consumed, larger);
        lane = Arrays.copyOf(lane, larger);
        next = Arrays.copyOf(next, larger);
    }
}

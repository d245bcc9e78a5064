package io.wirepath.merge.live;

import java.util.Arrays;

/**
 * Held records of one sniffer, of which the one that comes first by its clock is known: a binary heap of slots. Not
 * thread-safe.
 */
final class HeldHeap {

    private final HeldSightings held;
    private int[] heap = new int[64];
    private int size;

    HeldHeap(HeldSightings held) {
        this.held = held;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Slot of the record that comes first; there must be one. */
    int first() {
        return heap[0];
    }

    /** Slot {@code i}, in no order. */
    int slot(int i) {
        return heap[i];
    }

    void add(int slot) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int at = size++;
        while (at > 0 && held.isBefore(slot, heap[at - 1 >> 1])) {
            heap[at] = heap[at - 1 >> 1];
            at = at - 1 >> 1;
        }
        heap[at] = slot;
    }

    /** Takes the first out. */
    void removeFirst() {
        int last = heap[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && held.isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!held.isBefore(heap[child], last)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
    }
}

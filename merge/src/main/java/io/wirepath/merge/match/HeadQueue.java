package io.wirepath.merge.match;

import java.util.Arrays;

/** Heads in the order in which they wait. Grows; nothing is allocated for a head after that. Not thread-safe. */
final class HeadQueue {

    private int[] ring = new int[1 << 10];
    private int first;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(int head) {
        if (size == ring.length) {
            int[] larger = Arrays.copyOfRange(ring, first, first + 2 * size);
            System.arraycopy(ring, 0, larger, size - first, first);
            ring = larger;
            first = 0;
        }
        ring[first + size++ & ring.length - 1] = head;
    }

    /** The head that waits longest; there must be one. */
    int first() {
        return ring[first];
    }

    /** Takes out the head that waits longest, or {@link OpenSightings#NONE}. */
    int poll() {
        if (size == 0) {
            return OpenSightings.NONE;
        }
        int head = ring[first];
        first = first + 1 & ring.length - 1;
        size--;
        return head;
    }
}

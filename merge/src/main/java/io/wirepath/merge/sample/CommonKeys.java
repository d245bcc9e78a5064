package io.wirepath.merge.sample;

import java.util.Arrays;

/**
 * Which messages of one sample are in another one as well. Both tables place a message by its key, so that looking up
 * one after the other walks through both from one end to the other.
 */
final class CommonKeys {

    private static final int NONE = -1;

    private static final CommonKeys EMPTY = new CommonKeys(new int[0]);

    /** By slot of the first sample; empty when nothing is common. */
    private final int[] second;

    private CommonKeys(int[] second) {
        this.second = second;
    }

    static CommonKeys of(ConsistentSample first, ConsistentSample second) {
        int[] slots = EMPTY.second;
        for (int slot = 0; slot < first.slots(); slot++) {
            int other = first.isUsed(slot) ? second.find(first.key[slot]) : NONE;
            if (other != NONE) {
                if (slots.length == 0) {
                    slots = new int[first.slots()];
                    Arrays.fill(slots, NONE);
                }
                slots[slot] = other;
            }
        }
        return slots.length == 0 ? EMPTY : new CommonKeys(slots);
    }

    boolean isEmpty() {
        return second.length == 0;
    }

    /** Where the message in this slot of the first sample is in the second, or -1. */
    int slotInSecond(int slot) {
        return second[slot];
    }
}

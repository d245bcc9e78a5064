package io.wirepath.merge.sample;

import java.util.Arrays;

/** Which messages of one sample are in another one as well: both in the order of their keys, compared side by side. */
final class CommonKeys {

    private static final int NONE = -1;

    private static final CommonKeys EMPTY = new CommonKeys(new int[0]);

    /** By slot of the first sample; empty when nothing is common. */
    private final int[] second;

    private CommonKeys(int[] second) {
        this.second = second;
    }

    static CommonKeys of(ConsistentSample first, long[] firstKeys, ConsistentSample second, long[] secondKeys) {
        int[] slots = EMPTY.second;
        int j = 0;
        for (long key : firstKeys) {
            while (j < secondKeys.length && secondKeys[j] < key) {
                j++;
            }
            if (j == secondKeys.length) {
                break;
            }
            if (secondKeys[j] == key) {
                if (slots.length == 0) {
                    slots = new int[first.key.length];
                    Arrays.fill(slots, NONE);
                }
                slots[first.find(key)] = second.find(key);
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

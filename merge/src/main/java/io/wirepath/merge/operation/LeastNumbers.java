package io.wirepath.merge.operation;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** The least of some numbers, each once: which these are does not depend on their order. Not thread-safe. */
final class LeastNumbers {

    private final long[] values;
    private int size;

    LeastNumbers(int most) {
        values = new long[most];
    }

    int size() {
        return size;
    }

    /** The number in this place, the least first. */
    long get(int at) {
        return values[at];
    }

    boolean holds(long value) {
        return Arrays.binarySearch(values, 0, size, value) >= 0;
    }

    /** Whether it was not among them, and is. */
    boolean add(long value) {
        int at = -1 - Arrays.binarySearch(values, 0, size, value);
        if (at < 0 || at == values.length) {
            return false;
        }
        size = Math.min(size + 1, values.length);
        System.arraycopy(values, at, values, at + 1, size - 1 - at);
        values[at] = value;
        return true;
    }

    void addAll(LeastNumbers other) {
        for (int i = 0; i < other.size; i++) {
            add(other.values[i]);
        }
    }

    void write(DataOutputStream to) throws IOException {
        to.writeByte(size);
        for (int i = 0; i < size; i++) {
            to.writeLong(values[i]);
        }
    }

    static LeastNumbers read(int most, DataInputStream from) throws IOException {
        LeastNumbers few = new LeastNumbers(most);
        for (int left = from.readByte(); left > 0; left--) {
            few.add(from.readLong());
        }
        return few;
    }
}

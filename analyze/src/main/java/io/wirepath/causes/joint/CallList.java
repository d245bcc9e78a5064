package io.wirepath.causes.joint;

import java.util.Arrays;

/** Calls of a task in order of sending, as they are or as they would be. Not thread-safe. */
final class CallList {

    int[] calls = new int[64];
    int count;

    void clear() {
        count = 0;
    }

    void take(int[] from, int number) {
        reserve(number);
        System.arraycopy(from, 0, calls, 0, number);
        count = number;
    }

    void add(int call) {
        reserve(count + 1);
        calls[count++] = call;
    }

    void insert(int call) {
        add(call);
        for (int at = count - 1; at > 0 && calls[at - 1] > call; at--) {
            calls[at] = calls[at - 1];
            calls[at - 1] = call;
        }
    }

    void remove(int call) {
        int at = 0;
        while (calls[at] != call) {
            at++;
        }
        System.arraycopy(calls, at + 1, calls, at, --count - at);
    }

    private void reserve(int number) {
        if (number > calls.length) {
            calls = Arrays.copyOf(calls, number * 2);
        }
    }
}

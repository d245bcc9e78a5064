package io.wirepath.analyze.whatif;

import java.util.Arrays;

/** What is to happen, by time; of the same time in the order in which it was noted. Not thread-safe. */
final class Agenda {

    private static final int FIRST_ROOM = 1024;

    private long[] nanos = new long[FIRST_ROOM];
    private long[] order = new long[FIRST_ROOM];
    private int[] what = new int[FIRST_ROOM];
    private int size;
    private long noted;
    private long nowNanos;

    void add(long at, int event) {
        if (size == what.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
            order = Arrays.copyOf(order, 2 * size);
            what = Arrays.copyOf(what, 2 * size);
        }
        int place = size++;
        long number = noted++;
        while (place > 0 && isBefore(at, number, (place - 1) / 2)) {
            move((place - 1) / 2, place);
            place = (place - 1) / 2;
        }
        put(place, at, number, event);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Takes what comes next; {@link #nowNanos()} is its time from then on. */
    int next() {
        int event = what[0];
        nowNanos = nanos[0];
        size--;
        int place = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(nanos[child + 1], order[child + 1], child)) {
                child++;
            }
            if (isBefore(nanos[size], order[size], child)) {
                break;
            }
            move(child, place);
            place = child;
            child = 2 * place + 1;
        }
        move(size, place);
        return event;
    }

    long nowNanos() {
        return nowNanos;
    }

    private boolean isBefore(long at, long number, int other) {
        return at < nanos[other] || at == nanos[other] && number < order[other];
    }

    private void move(int from, int to) {
        put(to, nanos[from], order[from], what[from]);
    }

    private void put(int place, long at, long number, int event) {
        nanos[place] = at;
        order[place] = number;
        what[place] = event;
    }
}

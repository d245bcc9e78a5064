package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.analyze.query.language.ParsedQuery.Which;
import java.util.Arrays;

/**
 * The events that one tuple may be joined with, and which of them count: in each world the first, the most recent, or
 * all. First goes by time; most recent is the nearest on the causal path, and of equally near ones the latest.
 */
final class JoinCandidates {

    private static final int MANY = 32;

    private final Which which;
    private final int number;
    private final int[] taken = new int[Worlds.COUNT];

    private int[] event = new int[64];
    private long[] worlds = new long[64];
    private double[] probability = new double[64];
    private int[] distance = new int[64];
    private long[] nanos = new long[64];
    private int size;

    JoinCandidates(Which which, int number) {
        this.which = which;
        this.number = number;
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    int event(int at) {
        return event[at];
    }

    /** The worlds in which it counts. */
    long worlds(int at) {
        return worlds[at];
    }

    double probability(int at) {
        return probability[at];
    }

    void add(int own, long in, double p, int steps, long atNanos) {
        if (size == event.length) {
            event = Arrays.copyOf(event, 2 * size);
            worlds = Arrays.copyOf(worlds, 2 * size);
            probability = Arrays.copyOf(probability, 2 * size);
            distance = Arrays.copyOf(distance, 2 * size);
            nanos = Arrays.copyOf(nanos, 2 * size);
        }
        event[size] = own;
        worlds[size] = in;
        probability[size] = p;
        distance[size] = steps;
        nanos[size++] = atNanos;
    }

    /** Takes from each candidate the worlds in which others come before it. */
    void choose() {
        if (which == Which.EVERY || size == 0 || size == 1) {
            return;
        }
        if (number == 1) {
            chooseOne();
            return;
        }
        sort();
        Arrays.fill(taken, 0);
        for (int at = 0; at < size; at++) {
            for (long left = worlds[at]; left != 0; left &= left - 1) {
                int world = Long.numberOfTrailingZeros(left);
                if (taken[world]++ >= number) {
                    worlds[at] &= ~(1L << world);
                }
            }
        }
    }

    /** Few candidates have all worlds among them, so those are looked for one by one. */
    private void chooseOne() {
        long open = Worlds.ALL;
        int chosen = 0;
        while (open != 0) {
            int best = -1;
            for (int at = chosen; at < size; at++) {
                if ((worlds[at] & open) != 0 && (best < 0 || comesBefore(at, best))) {
                    best = at;
                }
            }
            if (best < 0) {
                break;
            }
            swap(best, chosen);
            worlds[chosen] &= open;
            open &= ~worlds[chosen];
            chosen++;
        }
        size = chosen;
    }

    /** Those that come first stand first; of a few inserting is the cheapest way. */
    private void sort() {
        if (size > MANY) {
            heapSort();
            return;
        }
        for (int i = 1; i < size; i++) {
            for (int j = i; j > 0 && comesBefore(j, j - 1); j--) {
                swap(j, j - 1);
            }
        }
    }

    private void heapSort() {
        for (int root = size / 2 - 1; root >= 0; root--) {
            sink(root, size);
        }
        for (int end = size - 1; end > 0; end--) {
            swap(0, end);
            sink(0, end);
        }
    }

    /** The one that comes last of those up to this end rises. */
    private void sink(int root, int end) {
        int at = root;
        for (int child = 2 * at + 1; child < end; child = 2 * at + 1) {
            int later = child + 1 < end && comesBefore(child, child + 1) ? child + 1 : child;
            if (!comesBefore(at, later)) {
                return;
            }
            swap(at, later);
            at = later;
        }
    }

    private boolean comesBefore(int one, int other) {
        if (which == Which.FIRST) {
            return nanos[one] != nanos[other]
                    ? nanos[one] < nanos[other]
                    : distance[one] != distance[other] ? distance[one] > distance[other] : event[one] < event[other];
        }
        return distance[one] != distance[other]
                ? distance[one] < distance[other]
                : nanos[one] != nanos[other] ? nanos[one] > nanos[other] : event[one] > event[other];
    }

    private void swap(int one, int other) {
        int keptEvent = event[one];
        event[one] = event[other];
        event[other] = keptEvent;
        long keptWorlds = worlds[one];
        worlds[one] = worlds[other];
        worlds[other] = keptWorlds;
        double keptProbability = probability[one];
        probability[one] = probability[other];
        probability[other] = keptProbability;
        int keptDistance = distance[one];
        distance[one] = distance[other];
        distance[other] = keptDistance;
        long keptNanos = nanos[one];
        nanos[one] = nanos[other];
        nanos[other] = keptNanos;
    }
}

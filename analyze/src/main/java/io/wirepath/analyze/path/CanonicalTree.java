package io.wirepath.analyze.path;

import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.Arrays;

/**
 * Puts a path instance into canonical form: messages caused by one message have no order among them, so they are
 * ordered by the hashes of what hangs below them. Nor have the answers to calls that were made at once: what a node
 * sends after one of them hangs below what caused those calls, one stage behind them, whichever answer came last.
 *
 * <pre>
 *  in the instance                            canonical
 *  request to app                             request to app
 *  ├─ request to auth ─ answer                ├─ request to auth ─ answer
 *  └─ request to pg ─ answer                  ├─ request to pg ─ answer
 *                     └─ answer of app        └─ then: answer of app
 * </pre>
 *
 * Calls made at once in the next stage have answers in turn, and so on. Two instances have one shape if their hashes
 * are equal, and then their messages correspond in {@link #preorder}; there every message comes after its cause, for a
 * stage comes after those before it. Not thread-safe; reused for many instances.
 */
final class CanonicalTree {

    /** The hash of a message's label at the level of aggregation that is wanted. */
    @FunctionalInterface
    interface LabelHash {

        /** Called before the first of an instance. */
        default void begin(PathInstance instance) {}

        long of(PathInstance instance, int entry);
    }

    /** Tells what comes after several calls from what is one of them; the number of the stage is added. */
    private static final long BEHIND = 0x5bd1e995_9e3779b9L;

    private final MessageTable messages;
    private final LabelHash labels;
    private long[] hash = new long[16];
    private int[] above = new int[16];

    /** How many stages of calls made at once come before an entry below the same one. */
    private int[] stage = new int[16];

    private int[] firstChild = new int[17];
    private int[] ordered = new int[16];
    private int[] preorder = new int[16];
    private int placed;

    /** Canonical forms over these labels of these messages. */
    CanonicalTree(MessageTable messages, LabelHash labels) {
        this.messages = messages;
        this.labels = labels;
    }

    /** Takes an instance and returns the hash of its shape. */
    long take(PathInstance instance) {
        int size = instance.size();
        if (size > hash.length) {
            hash = new long[2 * size];
            above = new int[2 * size];
            stage = new int[2 * size];
            firstChild = new int[2 * size + 1];
            ordered = new int[2 * size];
            preorder = new int[2 * size];
        }
        labels.begin(instance);
        placeChildren(instance, size);
        for (int entry = size - 1; entry >= 0; entry--) {
            sortChildren(entry);
            long sum = labels.of(instance, entry);
            for (int i = firstChild[entry]; i < firstChild[entry + 1]; i++) {
                sum = ShapeHash.then(sum, hash[ordered[i]]);
            }
            sum = ShapeHash.then(sum, firstChild[entry + 1] - firstChild[entry]);
            hash[entry] = stage[entry] == 0 ? sum : ShapeHash.then(sum, BEHIND + stage[entry]);
        }
        return hash[0];
    }

    /** Entries of the instance taken last, each before its children, in an order that its shape alone decides. */
    int[] preorder() {
        placed = 0;
        place(0);
        return preorder;
    }

    private void place(int entry) {
        preorder[placed++] = entry;
        for (int i = firstChild[entry]; i < firstChild[entry + 1]; i++) {
            place(ordered[i]);
        }
    }

    /** Puts the entries below each entry next to each other, in the order of the instance. */
    private void placeChildren(PathInstance instance, int size) {
        Arrays.fill(firstChild, 0, size + 1, 0);
        stage[0] = 0;
        above[0] = MessageTable.NONE;
        for (int entry = 1; entry < size; entry++) {
            int call = oneOfSeveral(instance, entry);
            stage[entry] = call == MessageTable.NONE ? 0 : stage[call] + 1;
            above[entry] = call == MessageTable.NONE ? instance.parent(entry) : above[call];
            firstChild[above[entry]]++;
        }
        for (int entry = 0, next = 0; entry <= size; entry++) {
            next += firstChild[entry];
            firstChild[entry] = next;
        }
        for (int entry = size - 1; entry > 0; entry--) {
            ordered[--firstChild[above[entry]]] = entry;
        }
    }

    /** Of calls made at once, that which was answered just before this entry; none where it was the only one. */
    private int oneOfSeveral(PathInstance instance, int entry) {
        int answer = instance.parent(entry);
        int answered = messages.role(instance.row(answer)) == Role.RESPONSE
                ? messages.partner(instance.row(answer))
                : MessageTable.NONE;
        if (answered == MessageTable.NONE) {
            return MessageTable.NONE;
        }
        int call = above[answer];
        while (call != MessageTable.NONE && instance.row(call) != answered) {
            call = above[call];
        }
        int fork = call == MessageTable.NONE ? MessageTable.NONE : instance.parent(call);
        return fork != MessageTable.NONE && areSeveralCallsBelow(instance, fork, messages.source(answered))
                ? call
                : MessageTable.NONE;
    }

    /** Children of an entry come after it and together; it looks no further than at the second call. */
    private boolean areSeveralCallsBelow(PathInstance instance, int fork, int caller) {
        int calls = 0;
        for (int entry = fork + 1; entry < instance.size() && instance.parent(entry) <= fork; entry++) {
            int row = instance.row(entry);
            if (instance.parent(entry) == fork
                    && messages.role(row) == Role.REQUEST
                    && messages.source(row) == caller
                    && ++calls > 1) {
                return true;
            }
        }
        return false;
    }

    /**
     * By stages, then by hash; equal ones stay in the order of the instance, which is that of
     * time.
     */
    private void sortChildren(int entry) {
        int first = firstChild[entry];
        for (int i = first + 1; i < firstChild[entry + 1]; i++) {
            int child = ordered[i];
            int j = i;
            for (; j > first && isAfter(ordered[j - 1], child); j--) {
                ordered[j] = ordered[j - 1];
            }
            ordered[j] = child;
        }
    }

    private boolean isAfter(int a, int b) {
        return stage[a] == stage[b] ? hash[a] > hash[b] : stage[a] > stage[b];
    }
}

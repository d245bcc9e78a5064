package io.wirepath.analyze.path;

import java.util.Arrays;

/**
 * Puts a path instance into canonical form: messages caused by one message have no order among them, so they are
 * ordered by the hashes of what hangs below them. Two instances have one shape if their hashes are equal, and then
 * their messages correspond in {@link #preorder}. Not thread-safe; reused for many instances.
 */
final class CanonicalTree {

    /** The hash of a message's label at the level of aggregation that is wanted. */
    @FunctionalInterface
    interface LabelHash {
        long of(int row);
    }

    private final LabelHash labels;
    private long[] hash = new long[16];
    private int[] firstChild = new int[16];
    private int[] childCount = new int[16];
    private int[] ordered = new int[16];
    private int[] preorder = new int[16];
    private int placed;

    /** Canonical forms over these labels. */
    CanonicalTree(LabelHash labels) {
        this.labels = labels;
    }

    /** Takes an instance and returns the hash of its shape. */
    long take(PathInstance instance) {
        int size = instance.size();
        if (size > hash.length) {
            hash = new long[2 * size];
            firstChild = new int[2 * size];
            childCount = new int[2 * size];
            ordered = new int[2 * size];
            preorder = new int[2 * size];
        }
        Arrays.fill(childCount, 0, size, 0);
        for (int entry = size - 1; entry > 0; entry--) {
            ordered[entry] = entry;
            firstChild[instance.parent(entry)] = entry;
            childCount[instance.parent(entry)]++;
        }
        for (int entry = size - 1; entry >= 0; entry--) {
            long sum = labels.of(instance.row(entry));
            sortChildren(entry);
            for (int i = 0; i < childCount[entry]; i++) {
                sum = ShapeHash.then(sum, hash[ordered[firstChild[entry] + i]]);
            }
            hash[entry] = ShapeHash.then(sum, childCount[entry]);
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
        for (int i = 0; i < childCount[entry]; i++) {
            place(ordered[firstChild[entry] + i]);
        }
    }

    /** By hash; equal ones stay in the order of the instance, which is that of time. */
    private void sortChildren(int entry) {
        int first = firstChild[entry];
        for (int i = first + 1; i < first + childCount[entry]; i++) {
            int child = ordered[i];
            int j = i;
            for (; j > first && hash[ordered[j - 1]] > hash[child]; j--) {
                ordered[j] = ordered[j - 1];
            }
            ordered[j] = child;
        }
    }
}

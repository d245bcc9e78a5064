package io.wirepath.analyze.path;

import io.wirepath.causes.LinkTable;

/**
 * The links seen from the parent: for each message its possible children, in order of their rows (WAP5 §5.1, Figure
 * 8). Path instances are built from the root down, so this inversion comes first. Immutable; safe to share.
 */
final class ChildLinks {

    private final int[] first;
    private final int[] child;
    private final float[] probability;

    private ChildLinks(int[] first, int[] child, float[] probability) {
        this.first = first;
        this.child = child;
        this.probability = probability;
    }

    /** Inverts these links. */
    static ChildLinks of(LinkTable links) {
        int size = links.size();
        int total = size == 0 ? 0 : links.end(size - 1);
        int[] first = new int[size + 1];
        for (int at = 0; at < total; at++) {
            first[links.parent(at) + 1]++;
        }
        for (int row = 0; row < size; row++) {
            first[row + 1] += first[row];
        }
        int[] fill = first.clone();
        int[] child = new int[total];
        float[] probability = new float[total];
        for (int row = 0; row < size; row++) {
            for (int at = links.first(row); at < links.end(row); at++) {
                int to = fill[links.parent(at)]++;
                child[to] = row;
                probability[to] = (float) links.probability(at);
            }
        }
        return new ChildLinks(first, child, probability);
    }

    /** Index of the first possible child of this message. */
    int first(int parent) {
        return first[parent];
    }

    /** Index after the last possible child of this message. */
    int end(int parent) {
        return first[parent + 1];
    }

    /** Row of the child at this index. */
    int child(int at) {
        return child[at];
    }

    /** Probability that the message caused the child at this index. */
    double probability(int at) {
        return probability[at];
    }
}

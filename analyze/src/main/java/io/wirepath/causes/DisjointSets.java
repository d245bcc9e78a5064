package io.wirepath.causes;

import java.util.Arrays;

/**
 * Numbers in groups that can only be joined (Galler and Fischer, <em>An improved equivalence algorithm</em>, CACM
 * 1964). Not thread-safe.
 */
public final class DisjointSets {

    private final int[] parent;

    /** So many numbers, from 0, each in a group of its own. */
    public DisjointSets(int size) {
        parent = new int[size];
        Arrays.setAll(parent, i -> i);
    }

    /** Makes one group of the groups of these two. */
    public void join(int one, int other) {
        parent[find(one)] = find(other);
    }

    /** The number that stands for the group of this one. */
    public int find(int one) {
        int at = one;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}

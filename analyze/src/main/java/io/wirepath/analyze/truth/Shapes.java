package io.wirepath.analyze.truth;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Numbers trees so that equal trees have equal numbers, whatever the order of children. One instance serves the two
 * forests that are compared. Items in a circle, which no forest should have, get no number.
 */
final class Shapes {

    /** The number of an item in a circle. */
    static final int NO_SHAPE = -1;

    private final Map<String, Integer> known = new HashMap<>();

    /**
     * The number of the tree below each item.
     *
     * @param name what makes two items equal: a label for patterns, an identity for instances
     */
    int[] of(int[] parent, IntFunction<String> name) {
        int[] pending = new int[parent.length];
        for (int up : parent) {
            if (up >= 0) {
                pending[up]++;
            }
        }
        int[][] below = new int[parent.length][];
        int[] filled = new int[parent.length];
        int[] ready = new int[parent.length];
        int count = 0;
        for (int item = 0; item < parent.length; item++) {
            below[item] = new int[pending[item]];
            if (pending[item] == 0) {
                ready[count++] = item;
            }
        }
        int[] shape = new int[parent.length];
        Arrays.fill(shape, NO_SHAPE);
        for (int at = 0; at < count; at++) {
            int item = ready[at];
            Arrays.sort(below[item]);
            String text = name.apply(item) + Arrays.toString(below[item]);
            shape[item] = known.computeIfAbsent(text, key -> known.size());
            int up = parent[item];
            if (up >= 0) {
                below[up][filled[up]++] = shape[item];
                if (filled[up] == below[up].length) {
                    ready[count++] = up;
                }
            }
        }
        return shape;
    }

    /** How many items each root's tree has, at the root's index; 0 elsewhere. */
    static int[] itemsOfRoots(int[] parent) {
        int[] items = new int[parent.length];
        for (int item = 0; item < parent.length; item++) {
            int at = item;
            for (int hops = 0; parent[at] >= 0 && hops < parent.length; hops++) {
                at = parent[at];
            }
            if (parent[at] < 0) {
                items[at]++;
            }
        }
        return items;
    }
}

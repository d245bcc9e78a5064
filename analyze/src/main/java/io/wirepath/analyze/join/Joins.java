package io.wirepath.analyze.join;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The joins of an analysis. Immutable; safe to share.
 *
 * @param all the joins, those that explain most first
 * @param atJoin whether each node, by number, is a join
 */
public record Joins(List<Join> all, boolean[] atJoin) {

    /** Keeps its own copy. */
    public Joins {
        all = List.copyOf(all);
    }

    /**
     * Finds them.
     *
     * @param calls the calls with the causes that an algorithm found
     * @param role name of the role of a node
     */
    public static Joins of(MessageTable messages, CallTable calls, IntFunction<String> role) {
        Kinds kinds = new Kinds(messages, role);
        List<Join> found = new ArrayList<>(FanInDetector.detect(messages, calls, kinds));
        found.addAll(BatchDetector.detect(messages, kinds));
        found.sort(Comparator.comparingDouble(Join::gainNats).reversed().thenComparingInt(Join::node));
        boolean[] atJoin = new boolean[messages.nodes().size()];
        found.forEach(join -> atJoin[join.node()] = true);
        return new Joins(found, atJoin);
    }

    /** No joins among so many nodes. */
    public static Joins none(int nodes) {
        return new Joins(List.of(), new boolean[nodes]);
    }

    /** Whether the sender of this message is a join, so that one cause is only one of several. */
    public boolean concern(MessageTable messages, int row) {
        return atJoin[messages.source(row)];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Joins its && all.equals(its.all) && Arrays.equals(atJoin, its.atJoin);
    }

    @Override
    public int hashCode() {
        return all.hashCode();
    }

    @Override
    public String toString() {
        return all.toString();
    }
}

package io.wirepath.causes.fanin;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The joins of an analysis. Immutable; safe to share.
 *
 * @param all the joins, those that explain most first
 * @param atJoin whether each node, by number, is a join whose links name one cause of several; where messages are
 *     gathered, the batch names all
 * @param gathered the messages of batches
 */
public record Joins(List<Join> all, boolean[] atJoin, BatchedMessages gathered) {

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
        BatchedMessages gathered = BatchedMessages.of(messages);
        for (Batch batch : gathered.all()) {
            List<String> joined = Arrays.stream(batch.arrivals())
                    .mapToObj(row -> kinds.name(kinds.received(row)))
                    .distinct()
                    .sorted()
                    .toList();
            found.add(new Join(
                    batch.node(),
                    batch.kind(),
                    joined,
                    batch.size(),
                    batch.timerNanos(),
                    batch.times(),
                    batch.gainNats()));
        }
        found.sort(Comparator.comparingDouble(Join::gainNats).reversed().thenComparingInt(Join::node));
        boolean[] atJoin = new boolean[messages.nodes().size()];
        found.stream().filter(join -> !gathered.at(join.node())).forEach(join -> atJoin[join.node()] = true);
        return new Joins(found, atJoin, gathered);
    }

    /** No joins among so many nodes. */
    public static Joins none(int nodes) {
        return new Joins(List.of(), new boolean[nodes], BatchedMessages.NONE);
    }

    /** Whether the sender of this message is a join, so that one cause is only one of several. */
    public boolean concern(MessageTable messages, int row) {
        return atJoin[messages.source(row)];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Joins own && all.equals(own.all) && Arrays.equals(atJoin, own.atJoin);
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

package io.wirepath.causes.fanin;

import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one-way messages that nodes gather in batches. A batch is one piece of work: its last message, which sets it off,
 * stands for all of them. Immutable; safe to share.
 */
public final class BatchedMessages {

    /** Nothing is gathered. */
    static final BatchedMessages NONE = new BatchedMessages(0);

    private static final int[] ALONE = {};

    private final boolean[] waits;
    private final Map<Integer, int[]> batch = new HashMap<>();
    private final List<Batch> all = new ArrayList<>();
    private final Set<Integer> nodes = new HashSet<>();

    private BatchedMessages(int rows) {
        waits = new boolean[rows];
    }

    /** Finds them. Linear in messages, but for sorting. */
    public static BatchedMessages of(MessageTable messages) {
        BatchedMessages gathered = new BatchedMessages(messages.size());
        for (Batch found : BatchDetector.detect(messages)) {
            gathered.all.add(found);
            if (messages.role(found.arrivals()[0]) == Role.ONE_WAY) {
                gathered.nodes.add(found.node());
                Arrays.stream(found.groups()).filter(group -> group.length > 1).forEach(gathered::add);
            }
        }
        return gathered;
    }

    /** Whether this node gathers messages. */
    boolean at(int node) {
        return nodes.contains(node);
    }

    private void add(int[] group) {
        int last = group.length - 1;
        for (int x = 0; x < last; x++) {
            waits[group[x]] = true;
        }
        batch.put(group[last], group);
    }

    /** Whether this message waits for a later one of its batch, so that it causes nothing alone. */
    public boolean waits(int row) {
        return row < waits.length && waits[row];
    }

    /** All messages of the batch that this message sets off, by arrival, itself included; empty where it is in none. */
    public int[] batch(int row) {
        return batch.getOrDefault(row, ALONE);
    }

    /** The batches by node. */
    List<Batch> all() {
        return all;
    }
}

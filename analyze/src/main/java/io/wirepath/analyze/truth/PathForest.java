package io.wirepath.analyze.truth;

import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Path instances as trees of items: calls, or single messages. The same item has the same identity in the truth
 * and in an answer; that is how the two are compared.
 *
 * @param id identity of each item, unique
 * @param parent index of the item that caused it, or {@link MessageTable#NONE}
 * @param label what it is to a pattern: sender and receiver
 */
public record PathForest(long[] id, int[] parent, String[] label) {

    /** Refuses columns of different lengths. */
    public PathForest {
        if (id.length != parent.length || id.length != label.length) {
            throw new IllegalArgumentException("the columns of a forest have one length");
        }
    }

    /** Number of items. */
    public int size() {
        return id.length;
    }

    /** The true calls of a trace; one-way messages are passed over. The identity is the request's number. */
    public static PathForest ofTrueCalls(GeneratedTrace trace) {
        List<TrueCall> calls = trace.calls();
        int[] index = new int[calls.size()];
        int[] kept = IntStream.range(0, index.length)
                .filter(call -> !calls.get(call).isOneWay())
                .toArray();
        for (int i = 0; i < kept.length; i++) {
            index[kept[i]] = i;
        }
        PathForest forest = empty(kept.length);
        for (int i = 0; i < kept.length; i++) {
            TrueCall call = calls.get(kept[i]);
            int parent = call.parent();
            while (parent != MessageTable.NONE && calls.get(parent).isOneWay()) {
                parent = calls.get(parent).parent();
            }
            TrueMessage request = trace.messages().get(call.request());
            forest.id[i] = call.request();
            forest.parent[i] = parent == MessageTable.NONE ? MessageTable.NONE : index[parent];
            forest.label[i] = label(trace, request);
        }
        return forest;
    }

    /** The calls that an algorithm found in the table of a generated trace. */
    public static PathForest ofCalls(MessageTable messages, CallTable calls) {
        PathForest forest = empty(calls.size());
        for (int i = 0; i < forest.size(); i++) {
            int row = calls.request()[i];
            forest.id[i] = messages.record(row);
            forest.parent[i] = calls.parent()[i];
            forest.label[i] = label(messages, row);
        }
        return forest;
    }

    private static PathForest empty(int size) {
        return new PathForest(new long[size], new int[size], new String[size]);
    }

    private static String label(GeneratedTrace trace, TrueMessage message) {
        return trace.nodes().get(message.source()) + " → " + trace.nodes().get(message.destination());
    }

    private static String label(MessageTable messages, int row) {
        NodeTable nodes = messages.nodes();
        return nodes.get(messages.source(row)).name() + " → "
                + nodes.get(messages.destination(row)).name();
    }
}

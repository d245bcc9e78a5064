package io.wirepath.analyze.query.cause;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.fanin.BatchedMessages;

/**
 * Which call came of which. Trees of settled links are labelled in pre- and post-order, so that what came of a call is
 * one interval of labels; links in doubt and further causes of batches lead from tree to tree.
 *
 * <pre>
 *       a            label   a 0   b 1   c 2   d 3          c came of a:  0 &lt;= 2 &lt; end(a) = 4
 *     b   d          end       4     3     3     4
 *     c
 * </pre>
 *
 * <p>Immutable once made; a {@link CausalWalk} of it serves one thread.
 */
public final class CausalOrder {

    /** Of no calls. */
    public static final CausalOrder NONE =
            new CausalOrder(new CausalEdges(new int[0], new int[1], new int[0], new long[0], new double[0]));

    final CausalEdges edges;
    final int[] label;
    final int[] end;
    final int[] depth;
    /** Calls by label. */
    final int[] byLabel;
    /** Edges beyond the trees by the label of the cause. */
    final int[] down;

    /** Index in {@link #down} of the first edge whose cause has at least this label; one more than there are calls. */
    final int[] firstDown;

    final int[] childOf;

    /**
     * The labels of each call, by its number.
     *
     * @param label its place in pre-order
     * @param end the label behind the last of what came of it
     * @param depth settled causes above it
     */
    public record Labels(int[] label, int[] end, int[] depth) {}

    private CausalOrder(CausalEdges edges) {
        this.edges = edges;
        int size = edges.settled().length;
        label = new int[size];
        end = new int[size];
        depth = new int[size];
        byLabel = new int[size];
        number();
        childOf = new int[edges.parent().length];
        down = new int[childOf.length];
        firstDown = new int[size + 1];
        sortBeyond();
    }

    private CausalOrder(CausalEdges edges, Labels labels) {
        this.edges = edges;
        label = labels.label();
        end = labels.end();
        depth = labels.depth();
        byLabel = new int[label.length];
        for (int call = 0; call < label.length; call++) {
            byLabel[label[call]] = call;
        }
        childOf = new int[edges.parent().length];
        down = new int[childOf.length];
        firstDown = new int[label.length + 1];
        sortBeyond();
    }

    private void sortBeyond() {
        for (int cause : edges.parent()) {
            firstDown[label[cause] + 1]++;
        }
        for (int at = 0; at < label.length; at++) {
            firstDown[at + 1] += firstDown[at];
        }
        int[] fill = firstDown.clone();
        for (int call = 0; call < label.length; call++) {
            for (int at = edges.first()[call]; at < edges.first()[call + 1]; at++) {
                down[fill[label[edges.parent()[at]]]++] = at;
                childOf[at] = call;
            }
        }
    }

    /** The order of these causes. */
    public static CausalOrder of(CausalEdges edges) {
        return new CausalOrder(edges);
    }

    /** The order that earlier {@link #edges} and {@link #labels} tell. */
    public static CausalOrder of(CausalEdges edges, Labels labels) {
        return new CausalOrder(edges, labels);
    }

    /** The causes of each call. */
    public CausalEdges edges() {
        return edges;
    }

    /** The labels of each call. */
    public Labels labels() {
        return new Labels(label, end, depth);
    }

    /** The causal order of these calls, whose links are inferred: none is without doubt. */
    public static CausalOrder of(MessageTable messages, CallTable calls, LinkTable links, BatchedMessages gathered) {
        return new CausalOrder(new EdgeCollector(messages, calls, links, gathered, false).edges());
    }

    /** The causal order of these calls, whose links are known to be right but for the doubt that they state. */
    public static CausalOrder stated(
            MessageTable messages, CallTable calls, LinkTable links, BatchedMessages gathered) {
        return new CausalOrder(new EdgeCollector(messages, calls, links, gathered, true).edges());
    }

    /** Number of calls. */
    public int size() {
        return label.length;
    }

    /** Links in doubt, and further causes of batches: what no interval of labels tells. */
    public int edgesBeyondTrees() {
        return down.length;
    }

    /** Whether this call came of that one, or is it, by settled links alone. */
    public boolean isWithin(int call, int of) {
        return label[call] >= label[of] && label[call] < end[of];
    }

    private void number() {
        int size = label.length;
        Grouped children = Grouped.of(size, edges.settled());
        int[] stack = new int[size];
        int next = 0;
        for (int root = 0; root < size; root++) {
            if (edges.settled()[root] == MessageTable.NONE) {
                next = numberTree(root, next, children, stack);
            }
        }
    }

    private int numberTree(int root, int from, Grouped children, int[] stack) {
        int next = from;
        int top = 0;
        stack[top++] = root;
        while (top > 0) {
            int call = stack[--top];
            label[call] = next;
            byLabel[next++] = call;
            for (int at = children.end(call) - 1; at >= children.first(call); at--) {
                depth[children.at(at)] = depth[call] + 1;
                stack[top++] = children.at(at);
            }
        }
        for (int at = next - 1; at >= from; at--) {
            int call = byLabel[at];
            end[call] = Math.max(end[call], at + 1);
            if (edges.settled()[call] != MessageTable.NONE) {
                int above = edges.settled()[call];
                end[above] = Math.max(end[above], end[call]);
            }
        }
        return next;
    }
}

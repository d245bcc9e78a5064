package io.wirepath.analyze.truth;

import io.wirepath.causes.MessageTable;
import org.agrona.collections.Long2LongHashMap;

/**
 * How right inferred parents are, call by call and trace by trace.
 *
 * @param calls true calls, or messages where the forests are of messages
 * @param found those of them that the answer has at all
 * @param extra items of the answer that are not real
 * @param children true calls that have a parent
 * @param rightChildren those of them with the right parent
 * @param traces true trees
 * @param rightTraces those of them that the answer has exactly: all calls, all parents, nothing else attached
 */
public record LinkAccuracy(
        int calls, int found, int extra, int children, int rightChildren, int traces, int rightTraces) {

    private static final long MISSING = -1;

    /** Share of calls with a parent whose inferred parent is right; 1 where none has one. */
    public double links() {
        return children == 0 ? 1 : (double) rightChildren / children;
    }

    /** Share of traces that are exactly right; 1 where there are none. */
    public double wholeTraces() {
        return traces == 0 ? 1 : (double) rightTraces / traces;
    }

    /** Compares an answer with the truth. */
    public static LinkAccuracy of(PathForest truth, PathForest inferred) {
        Long2LongHashMap answer = new Long2LongHashMap(MISSING);
        for (int i = 0; i < inferred.size(); i++) {
            answer.put(inferred.id()[i], i);
        }
        int found = 0;
        int children = 0;
        int rightChildren = 0;
        for (int i = 0; i < truth.size(); i++) {
            boolean child = truth.parent()[i] != MessageTable.NONE;
            children += child ? 1 : 0;
            int at = (int) answer.get(truth.id()[i]);
            if (at < 0) {
                continue;
            }
            found++;
            int parent = inferred.parent()[at];
            if (child && parent >= 0 && inferred.id()[parent] == truth.id()[truth.parent()[i]]) {
                rightChildren++;
            }
        }
        PathAccuracy.Score whole = PathAccuracy.of(truth, inferred).exactInstances();
        return new LinkAccuracy(
                truth.size(), found, inferred.size() - found, children, rightChildren, (int) whole.real(), (int)
                        whole.right());
    }
}

package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.event.EventSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Joins each tuple with the events of which a field says the same as one of its own, in the worlds in which both are
 * there. What is not known is equal to nothing. Not thread-safe.
 */
public final class EqualJoin implements TupleSink {

    private final HappenedBeforeJoin.Shape shape;
    private final TypedValue ofKnown;
    private final StepCount steps;
    private final TupleSink next;
    private final Map<Object, IntArrayList> events = new HashMap<>();

    /**
     * Goes through the events that are joined, once.
     *
     * @param shape which variables, and conditions on the joined event alone
     * @param equal what of the known and of the joined event is equal
     */
    public EqualJoin(
            HappenedBeforeJoin.Shape shape, List<TypedValue> equal, int variables, StepCount steps, TupleSink next) {
        this.shape = shape;
        this.steps = steps;
        this.next = next;
        ofKnown = equal.get(0);
        EventSource added = shape.addedSource();
        steps.add(added.size());
        Tuple alone = new Tuple(variables);
        for (int event = 0; event < added.size(); event++) {
            alone.event[shape.added()] = event;
            Object key = equal.get(1).boxed(alone);
            if (key != null && shape.packed().stream().allMatch(condition -> condition.truth(alone))) {
                events.computeIfAbsent(key, unseen -> new IntArrayList()).addInt(event);
            }
        }
    }

    @Override
    public void accept(Tuple tuple) {
        Object key = ofKnown.boxed(tuple);
        @Nullable IntArrayList same = key == null ? null : events.get(key);
        if (same == null) {
            return;
        }
        steps.add(same.size());
        long worlds = tuple.worlds;
        double probability = tuple.probability;
        EventSource added = shape.addedSource();
        for (int at = 0; at < same.size(); at++) {
            int event = same.getInt(at);
            long both = worlds & added.worlds(event);
            if (both != 0) {
                tuple.event[shape.added()] = event;
                tuple.worlds = both;
                tuple.probability = probability * added.probability(event);
                next.accept(tuple);
            }
        }
        tuple.worlds = worlds;
        tuple.probability = probability;
    }
}

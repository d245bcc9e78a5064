package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.causes.TimeSpan;

/**
 * Goes through the events of a source.
 *
 * @param source of the events
 * @param counted the stretch of time whose events count
 * @param steps bounds how many are gone through
 */
public record EventScan(EventSource source, TimeSpan counted, StepCount steps) {

    /** Hands a tuple on for each. */
    public void run(Tuple tuple, TupleSink to) {
        int size = source.size();
        boolean sure = source.isSure();
        steps.add(size);
        for (int event = 0; event < size; event++) {
            if (counted.holds(source.timeNanos(event))) {
                tuple.event[0] = event;
                tuple.worlds = sure ? Worlds.ALL : source.worlds(event);
                tuple.probability = sure ? 1 : source.probability(event);
                to.accept(tuple);
            }
        }
    }
}

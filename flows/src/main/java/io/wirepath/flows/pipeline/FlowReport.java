package io.wirepath.flows.pipeline;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import java.util.Optional;

/**
 * How one capture fared.
 *
 * @param frames frames read
 * @param firstNanos time of the first frame, nanoseconds since the epoch; 0 when there was none
 * @param lastNanos time of the last frame
 * @param damage where the capture was damaged, if it was
 * @param counters every counter of every stage, in the order of the stages
 */
public record FlowReport(
        long frames, long firstNanos, long lastNanos, Optional<CaptureDamage> damage, List<CounterSet.Value> counters) {

    /** Keeps its own copy of the counters. */
    public FlowReport {
        counters = List.copyOf(counters);
    }
}

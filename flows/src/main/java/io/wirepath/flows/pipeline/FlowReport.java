package io.wirepath.flows.pipeline;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import java.util.Optional;

/**
 * How one capture fared.
 *
 * @param frames frames read
 * @param firstNanos the earliest time of a frame, nanoseconds since the epoch; 0 when there was none
 * @param lastNanos time of the last frame
 * @param damage where the capture was damaged, if it was
 * @param interfaces names of the capture's interfaces, where it tells them; any text
 * @param remarks what the capture says of itself, and what was made of that; any text
 * @param counters every counter of every stage, in the order of the stages
 */
public record FlowReport(
        long frames,
        long firstNanos,
        long lastNanos,
        Optional<CaptureDamage> damage,
        List<String> interfaces,
        List<String> remarks,
        List<CounterSet.Value> counters) {

    /** Keeps its own copies of the lists. */
    public FlowReport {
        interfaces = List.copyOf(interfaces);
        remarks = List.copyOf(remarks);
        counters = List.copyOf(counters);
    }

    /** Of a capture that tells nothing but frames. */
    public FlowReport(
            long frames,
            long firstNanos,
            long lastNanos,
            Optional<CaptureDamage> damage,
            List<CounterSet.Value> counters) {
        this(frames, firstNanos, lastNanos, damage, List.of(), List.of(), counters);
    }

    FlowReport telling(List<String> ofInterfaces, List<String> someRemarks) {
        return new FlowReport(frames, firstNanos, lastNanos, damage, ofInterfaces, someRemarks, counters);
    }
}

package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.sniffer.CounterSet;
import java.util.List;

/**
 * How a sniffer stands.
 *
 * @param name name of the sniffer
 * @param frames frames read when the counters were taken
 * @param lastNumber number of the latest document of the spool
 * @param spoolBytes what the spool takes on the disk
 * @param full whether the disk of the spool is full
 * @param dropped frames dropped on the way to the sniffer
 * @param counters the counters of all stages and of the spool, as they were told last; at the end the final ones
 */
public record SniffStatus(
        String name,
        long frames,
        long lastNumber,
        long spoolBytes,
        boolean full,
        long dropped,
        List<CounterSet.Value> counters) {

    static SniffStatus of(String name) {
        return new SniffStatus(name, 0, 0, 0, false, 0, List.of());
    }

    SniffStatus counted(FlowReport report, List<CounterSet.Value> all, long number) {
        return new SniffStatus(name, report.frames(), number, spoolBytes, full, dropped, List.copyOf(all));
    }

    SniffStatus looked(long number, long bytes, boolean isFull, long lost) {
        return new SniffStatus(name, frames, number, bytes, isFull, lost, counters);
    }

    SniffStatus ended(FlowReport report, long number) {
        return new SniffStatus(
                name, report.frames(), number, spoolBytes, full, dropped, List.copyOf(report.counters()));
    }
}

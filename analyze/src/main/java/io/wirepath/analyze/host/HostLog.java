package io.wirepath.analyze.host;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What hosts logged, in the order of time. Immutable; safe to share.
 *
 * @param loads points of load lines
 * @param events events of applications
 */
public record HostLog(List<HostRecord> loads, List<HostRecord> events) {

    /** Nothing. */
    public static final HostLog NONE = new HostLog(List.of(), List.of());

    /** Keeps its own copies. */
    public HostLog {
        loads = List.copyOf(loads);
        events = List.copyOf(events);
    }

    /** The log of these records, which may come in any order. */
    public static HostLog of(List<HostRecord> records) {
        List<HostRecord> sorted = records.stream()
                .sorted(Comparator.comparingLong(HostRecord::nanos)
                        .thenComparing(HostRecord::host)
                        .thenComparing(HostRecord::name))
                .toList();
        return new HostLog(
                sorted.stream().filter(HostRecord::isLoad).toList(),
                sorted.stream().filter(record -> !record.isLoad()).toList());
    }

    /** Whether nothing was logged. */
    public boolean isEmpty() {
        return loads.isEmpty() && events.isEmpty();
    }

    /** All records, loads first. */
    public Stream<HostRecord> records() {
        return Stream.concat(loads.stream(), events.stream());
    }
}

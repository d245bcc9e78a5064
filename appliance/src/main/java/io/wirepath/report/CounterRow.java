package io.wirepath.report;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.sniffer.CounterSet;
import java.util.List;

/** A counter of a capture. */
public record CounterRow(SnifferRecord input, CounterSet.Value of) {

    /** A counter. */
    public static final Fields<CounterSet.Value> COUNTER = Fields.<CounterSet.Value>of("Counter", "A counter.")
            .text("name", "Its name.", value -> value.counter().name())
            .text("kind", "flow, anomaly or loss.", value -> value.counter().kind())
            .text("sentence", "What it counts.", value -> value.counter().sentence())
            .count("value", "How many there were.", CounterSet.Value::value);

    /** A counter with its capture. */
    public static final Fields<CounterRow> FIELDS = Fields.<CounterRow>of("CounterRow", "A counter of a capture.")
            .text("sniffer", "Name of the sniffer.", row -> row.input.name())
            .text("source", "File as the user named it.", row -> row.input.source())
            .all(COUNTER, CounterRow::of)
            .layout(Family.CSV, "sniffer source counter=name kind value sentence");

    /** The counters of these captures. */
    public static List<CounterRow> all(List<SnifferRecord> inputs) {
        return inputs.stream()
                .flatMap(input -> input.counters().stream().map(value -> new CounterRow(input, value)))
                .toList();
    }
}

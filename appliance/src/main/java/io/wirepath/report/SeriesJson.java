package io.wirepath.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.row.SeriesRow;
import io.wirepath.analyze.series.IntervalSum;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.analyze.series.TimeSeries;
import io.wirepath.merge.SnifferRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The time series of a report as JSON: an array for each quantity, an element an interval. */
public final class SeriesJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private SeriesJson() {}

    /** Makes the object. */
    static ObjectNode of(SeriesTable table, List<SnifferRecord> inputs) {
        ObjectNode to = JSON.objectNode();
        to.put("intervalNanos", table.intervals().widthNanos());
        to.put("firstNanos", table.intervals().firstNanos());
        to.put("count", table.intervals().count());
        to.putArray("nodes");
        to.putArray("roles");
        to.putArray("edges");
        to.putArray("links");
        to.putArray("patterns");
        to.putArray("sniffers");
        for (TimeSeries series : table.series()) {
            String list = switch (series.kind()) {
                case NODE -> "nodes";
                case ROLE -> "roles";
                case EDGE -> "edges";
                case LINK -> "links";
                case PATTERN -> "patterns";
                case SNIFFER -> "sniffers";
            };
            to.withArrayProperty(list).add(one(table, series, inputs));
        }
        return to;
    }

    /** A field of a series is an array, an element an interval. */
    private static ObjectNode one(SeriesTable table, TimeSeries series, List<SnifferRecord> inputs) {
        ObjectNode to = JSON.objectNode();
        boolean edge = series.kind() == TimeSeries.Kind.EDGE || series.kind() == TimeSeries.Kind.LINK;
        boolean sniffer = series.kind() == TimeSeries.Kind.SNIFFER;
        to.put(edge ? "from" : "name", sniffer ? CaptureFields.name(inputs, series.name()) : series.name());
        if (edge) {
            to.put("to", series.peer());
        }
        IntervalSum nothing = IntervalSum.nothing();
        for (Field<SeriesRow> field : SeriesRow.FIELDS.of(Family.JSON)) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int interval = 0; interval < table.intervals().count(); interval++) {
                IntervalSum sum = series.sums().getOrDefault(interval, nothing);
                values.add(field.value(new SeriesRow(table, series, series.name(), interval, sum)));
            }
            if (field.presence() != Field.Presence.KNOWN || values.stream().anyMatch(Objects::nonNull)) {
                to.set(field.name(Family.JSON), FieldJson.node(null, values));
            }
        }
        return to;
    }
}

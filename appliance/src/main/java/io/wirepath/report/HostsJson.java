package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.EventPlacement.Place;
import io.wirepath.analyze.host.HostNodes;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.analyze.row.HostRow;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What hosts and applications logged, as JSON: {@code hosts} of the report. Load lines stand in the intervals of the
 * report's series, each with the least, the mean and the greatest value; events with the calls on whose lifelines they
 * lie.
 */
final class HostsJson {

    /** Events of a report; of more the number is told. */
    private static final int MAX_EVENTS = 10_000;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final Fields<Place> PLACE = Fields.<Place>of("EventPlace", "A call that an event may lie on.")
            .count("call", "Its number.", Place::call)
            .number("probability", "That it lies there.", Place::probability);

    private static final Fields<Event> EVENT = Fields.<Event>of("HostEvent", "What an application logged.")
            .all(HostRow.EVENT, event -> new HostRow(event.of, MessageTable.NONE, Double.NaN))
            .objects("calls", PLACE, "Calls that it may lie on, the likeliest first.", Event::places)
            .texts("nodes", "Nodes that the host is.", Event::nodes)
            .layout(Family.JSON, "nanos=time uncertainty host program level name id detail calls nodes");

    private record Event(HostRecord of, List<Place> places, List<String> nodes) {}

    private HostsJson() {}

    static ObjectNode of(Report report) {
        ObjectNode to = JSON.objectNode();
        Intervals intervals = report.analysis().series().intervals();
        Map<String, List<HostRecord>> series = new TreeMap<>();
        for (HostRecord load : report.hosts().loads()) {
            series.computeIfAbsent(
                            load.host() + '\n' + load.program() + '\n' + load.name(), unseen -> new ArrayList<>())
                    .add(load);
        }
        ArrayNode loads = to.putArray("loads");
        series.values().forEach(hostRecords -> loads.add(load(hostRecords, intervals)));
        ArrayNode events = to.putArray("events");
        List<HostRecord> all = report.hosts().events();
        List<HostRecord> shown = all.subList(0, Math.min(MAX_EVENTS, all.size()));
        MessageTable messages = report.analysis().messages();
        List<List<Place>> places = EventPlacement.of(messages, report.analysis().calls(), shown);
        HostNodes hosts = new HostNodes(messages.nodes());
        for (int at = 0; at < shown.size(); at++) {
            List<String> nodes = hosts.of(shown.get(at).host()).stream()
                    .map(node -> messages.nodes().get(node).name())
                    .toList();
            events.add(FieldJson.of(EVENT, new Event(shown.get(at), places.get(at), nodes)));
        }
        to.put("eventsLeftOut", all.size() - shown.size());
        return to;
    }

    private static ObjectNode load(List<HostRecord> records, Intervals intervals) {
        HostRecord first = records.get(0);
        ObjectNode to = JSON.objectNode();
        to.put("host", first.host()).put("program", first.program()).put("name", first.name());
        to.put("uncertaintyNanos", first.uncertaintyNanos());
        double[][] sums = new double[intervals.count()][];
        for (HostRecord record : records) {
            long at = Math.floorDiv(record.nanos() - intervals.firstNanos(), Math.max(1, intervals.widthNanos()));
            if (at >= 0 && at < sums.length) {
                double[] sum =
                        sums[(int) at] == null ? new double[] {record.value(), 0, record.value(), 0} : sums[(int) at];
                sum[0] = Math.min(sum[0], record.value());
                sum[1] += record.value();
                sum[2] = Math.max(sum[2], record.value());
                sum[3]++;
                sums[(int) at] = sum;
            }
        }
        ArrayNode least = to.putArray("min");
        ArrayNode mean = to.putArray("mean");
        ArrayNode greatest = to.putArray("max");
        for (double[] sum : sums) {
            if (sum == null) {
                least.addNull();
                mean.addNull();
                greatest.addNull();
            } else {
                least.add(sum[0]);
                mean.add(sum[1] / sum[3]);
                greatest.add(sum[2]);
            }
        }
        return to;
    }
}

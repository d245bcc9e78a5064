package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.EventPlacement.Place;
import io.wirepath.analyze.host.HostNodes;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.causes.NodeTable;
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
    private static final int MOST_EVENTS = 10_000;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

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
        series.values().forEach(its -> loads.add(load(its, intervals)));
        ArrayNode events = to.putArray("events");
        List<HostRecord> all = report.hosts().events();
        List<HostRecord> shown = all.subList(0, Math.min(MOST_EVENTS, all.size()));
        List<List<Place>> places = EventPlacement.of(
                report.analysis().messages(), report.analysis().calls(), shown);
        NodeTable nodes = report.analysis().messages().nodes();
        HostNodes hosts = new HostNodes(nodes);
        for (int at = 0; at < shown.size(); at++) {
            ArrayNode names = events.addObject()
                    .setAll(event(shown.get(at), places.get(at)))
                    .withArrayProperty("nodes");
            hosts.of(shown.get(at).host())
                    .forEach(node -> names.add(nodes.get(node).name()));
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

    private static ObjectNode event(HostRecord event, List<Place> places) {
        ObjectNode to = JSON.objectNode();
        to.put("nanos", event.nanos()).put("uncertaintyNanos", event.uncertaintyNanos());
        to.put("host", event.host()).put("program", event.program()).put("level", event.level());
        to.put("name", event.name()).put("id", event.id()).put("detail", event.detail());
        ArrayNode calls = to.putArray("calls");
        places.forEach(place -> calls.addObject().put("call", place.call()).put("probability", place.probability()));
        return to;
    }
}

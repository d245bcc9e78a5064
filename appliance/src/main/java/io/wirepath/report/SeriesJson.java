package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.series.IntervalSum;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.analyze.series.TimeSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The time series of a report as JSON: an array for each quantity, an element an interval. */
public final class SeriesJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final double[] PERCENTILES = {50, 90, 99};

    private SeriesJson() {}

    /** Makes the object. */
    static ObjectNode of(SeriesTable table, List<CaptureHealth> inputs) {
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
            to.withArrayProperty(list).add(one(series, table.intervals(), inputs));
        }
        return to;
    }

    private static ObjectNode one(TimeSeries series, Intervals intervals, List<CaptureHealth> inputs) {
        ObjectNode to = JSON.objectNode();
        boolean edge = series.kind() == TimeSeries.Kind.EDGE || series.kind() == TimeSeries.Kind.LINK;
        to.put(edge ? "from" : "name", name(series, inputs));
        if (edge) {
            to.put("to", series.peer());
        }
        if (series.kind() == TimeSeries.Kind.SNIFFER) {
            fill(to.putArray("messages"), series, intervals, IntervalSum::messages);
        }
        fill(to.putArray("requests"), series, intervals, IntervalSum::requests);
        fill(to.putArray("resentSegments"), series, intervals, IntervalSum::resentSegments);
        fill(to.putArray("zeroWindowNanos"), series, intervals, IntervalSum::zeroWindowNanos);
        fill(to.putArray("resets"), series, intervals, IntervalSum::resets);
        fill(to.putArray("connectionsOpened"), series, intervals, IntervalSum::connectionsOpened);
        if (series.kind() != TimeSeries.Kind.PATTERN) {
            fill(to.putArray("connectionsRefused"), series, intervals, IntervalSum::connectionsRefused);
            fill(to.putArray("connectionsUnanswered"), series, intervals, IntervalSum::connectionsUnanswered);
        }
        requests(to, series, intervals);
        return to;
    }

    /** The name of a sniffer stands with its capture. */
    public static String name(TimeSeries series, List<CaptureHealth> inputs) {
        if (series.kind() != TimeSeries.Kind.SNIFFER) {
            return series.name();
        }
        int number = Integer.parseInt(series.name());
        return number < inputs.size() ? inputs.get(number).sniffer() : series.name();
    }

    private static void requests(ObjectNode to, TimeSeries series, Intervals intervals) {
        fill(to.putArray("unanswered"), series, intervals, IntervalSum::unansweredRequests);
        fill(to.putArray("refused"), series, intervals, IntervalSum::refusedRequests);
        fill(to.putArray("failed"), series, intervals, IntervalSum::failedRequests);
        double width = intervals.widthNanos();
        fill(to.putArray("inFlight"), series, intervals, sum -> Math.round(sum.busyNanos() / width * 1e3) / 1e3);
        delays(to, series, intervals);
    }

    private static void delays(ObjectNode to, TimeSeries series, Intervals intervals) {
        List<ArrayNode> own = new ArrayList<>();
        List<ArrayNode> service = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            own.add(to.putArray("ownP" + Math.round(percentile) + "Nanos"));
            service.add(to.putArray("serviceP" + Math.round(percentile) + "Nanos"));
        }
        IntervalSum nothing = IntervalSum.nothing();
        for (int interval = 0; interval < intervals.count(); interval++) {
            IntervalSum sum = series.sums().getOrDefault(interval, nothing);
            add(own, sum.ownNanos(PERCENTILES));
            add(service, sum.serviceNanos(PERCENTILES));
        }
    }

    private static void add(List<ArrayNode> to, long[] nanos) {
        for (int i = 0; i < nanos.length; i++) {
            if (nanos[i] < 0) {
                to.get(i).addNull();
            } else {
                to.get(i).add(nanos[i]);
            }
        }
    }

    private static void fill(
            ArrayNode to, TimeSeries series, Intervals intervals, Function<IntervalSum, Number> quantity) {
        IntervalSum nothing = IntervalSum.nothing();
        for (int interval = 0; interval < intervals.count(); interval++) {
            Number value = quantity.apply(series.sums().getOrDefault(interval, nothing));
            if (value instanceof Long whole) {
                to.add(whole);
            } else {
                to.add(value.doubleValue());
            }
        }
    }
}

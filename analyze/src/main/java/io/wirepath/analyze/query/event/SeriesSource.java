package io.wirepath.analyze.query.event;

import io.wirepath.analyze.series.IntervalSum;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.analyze.series.TimeSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** What nodes, roles and edges did in each interval of an analysis. */
final class SeriesSource {

    private record Row(TimeSeries of, int interval, IntervalSum sum) {}

    private SeriesSource() {}

    static EventSource of(SeriesTable table) {
        List<Row> rows = new ArrayList<>();
        table.series()
                .forEach(series -> series.sums().forEach((interval, sum) -> rows.add(new Row(series, interval, sum))));
        Intervals intervals = table.intervals();
        IntFunction<TimeSeries> of = e -> rows.get(e).of();
        IntFunction<IntervalSum> sum = e -> rows.get(e).sum();
        FieldList fields = new FieldList();
        fields.time("time", "Beginning of the interval.", e -> begin(intervals, rows.get(e)))
                .duration("width", "Length of the interval.", e -> intervals.widthNanos())
                .text(
                        "kind",
                        "node, role, edge, link, pattern or sniffer.",
                        e -> of.apply(e).kind().name().toLowerCase(Locale.ROOT))
                .text(
                        "name",
                        "Name of the node or role; of an edge or link that of the caller; identifier of the"
                                + " pattern; number of the sniffer.",
                        e -> of.apply(e).name())
                .text(
                        "peer",
                        "Name of the called of an edge or link.",
                        e -> of.apply(e).peer());
        counts(fields, sum);
        times(fields, sum);
        return new TableSource(
                "series",
                "What nodes, roles, edges, links, patterns and sniffers did in each interval.",
                fields.all(),
                rows.size(),
                e -> begin(intervals, rows.get(e)),
                null,
                e -> EventSource.REQUEST);
    }

    private static void counts(FieldList fields, IntFunction<IntervalSum> sum) {
        fields.number(
                        "requests",
                        "Requests that came; of a sniffer, that it saw being sent.",
                        e -> sum.apply(e).requests())
                .number(
                        "unanswered",
                        "Those without an answer.",
                        e -> sum.apply(e).unansweredRequests())
                .number("refused", "Those that were refused.", e -> sum.apply(e).refusedRequests())
                .number("failed", "Those that failed.", e -> sum.apply(e).failedRequests())
                .duration(
                        "busy",
                        "Time in which they were open, added up.",
                        e -> sum.apply(e).busyNanos())
                .number("resent", "Segments sent again.", e -> sum.apply(e).resentSegments())
                .duration(
                        "zeroWindow",
                        "Time for which windows were closed.",
                        e -> sum.apply(e).zeroWindowNanos())
                .number(
                        "resets",
                        "Messages that a reset ended.",
                        e -> sum.apply(e).resets())
                .number("opened", "Connections opened.", e -> sum.apply(e).connectionsOpened())
                .number("notOpened", "Attempts to open one that failed.", e -> notOpened(sum.apply(e)));
    }

    private static void times(FieldList fields, IntFunction<IntervalSum> sum) {
        fields.duration(
                        "ownP50",
                        "Median of their own times.",
                        e -> known(sum.apply(e).ownNanos(50)))
                .duration(
                        "ownP99",
                        "Own time that 99 % do not exceed.",
                        e -> known(sum.apply(e).ownNanos(99)))
                .duration(
                        "serviceP50",
                        "Median of their service times.",
                        e -> known(sum.apply(e).serviceNanos(50)))
                .duration(
                        "serviceP99",
                        "Service time that 99 % do not exceed.",
                        e -> known(sum.apply(e).serviceNanos(99)));
    }

    private static long begin(Intervals intervals, Row row) {
        return intervals.firstNanos() + row.interval() * intervals.widthNanos();
    }

    private static double notOpened(IntervalSum its) {
        return (double) its.connectionsRefused() + its.connectionsUnanswered();
    }

    private static double known(long nanos) {
        return nanos < 0 ? Double.NaN : nanos;
    }
}

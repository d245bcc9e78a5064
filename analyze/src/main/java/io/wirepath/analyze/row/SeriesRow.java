package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.series.IntervalSum;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.analyze.series.TimeSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a node, role, edge, link, pattern or sniffer did in an interval.
 *
 * @param shownName its name for people, which a sniffer has besides its number
 */
public record SeriesRow(SeriesTable table, TimeSeries of, String shownName, int interval, IntervalSum sum) {

    /** What happened in an interval. */
    public static final Fields<SeriesRow> FIELDS = Fields.<SeriesRow>of("SeriesRow", "What happened in an interval.")
            .time("time", "Beginning of the interval.", SeriesRow::beginNanos)
            .duration("width", "Length of the interval.", r -> r.widthNanos())
            .text("kind", "node, role, edge, link, pattern or sniffer.", r -> r.of.kind())
            .text(
                    "name",
                    "Name of the node or role; of an edge or link that of the caller; identifier of the pattern; number"
                            + " of the sniffer.",
                    r -> r.of.name())
            .text("peer", "Name of the called of an edge or link.", r -> r.of.peer())
            .count("requests", "Requests that came; of a sniffer, that it saw being sent.", r -> r.sum.requests())
            .count("unanswered", "Those without an answer.", r -> r.sum.unansweredRequests())
            .count("refused", "Those that were refused.", r -> r.sum.refusedRequests())
            .count("failed", "Those that failed.", r -> r.sum.failedRequests())
            .meanDuration("busy", "Time in which they were open, added up.", r -> r.sum.busyNanos())
            .count("resent", "Segments sent again.", r -> r.sum.resentSegments())
            .meanDuration("zeroWindow", "Time for which windows were closed.", r -> r.sum.zeroWindowNanos())
            .count("resets", "Messages that a reset ended.", r -> r.sum.resets())
            .count("opened", "Connections opened.", r -> r.sum.connectionsOpened())
            .count("notOpened", "Attempts to open one that failed.", SeriesRow::notOpened)
            .duration("ownP50", "Median of their own times.", r -> known(r.sum.ownNanos(50)))
            .duration("ownP99", "Own time that 99 % do not exceed.", r -> known(r.sum.ownNanos(99)))
            .duration("serviceP50", "Median of their service times.", r -> known(r.sum.serviceNanos(50)))
            .duration("serviceP99", "Service time that 99 % do not exceed.", r -> known(r.sum.serviceNanos(99)))
            .layout(
                    Family.QUERY,
                    "time width kind name peer requests unanswered refused failed busy resent zeroWindow resets opened",
                    "notOpened ownP50 ownP99 serviceP50 serviceP99")
            .text("shownName", "As name, but of a sniffer its name.", SeriesRow::shownName)
            .number("inFlight", "Requests that were open, on the mean.", SeriesRow::inFlight)
            .duration("closed", "Time for which windows were closed.", r -> (long) r.sum.zeroWindowNanos())
            .count("connectionsRefused", "Attempts that RST answered.", r -> r.sum.connectionsRefused())
            .count("connectionsUnanswered", "Attempts that nothing answered.", r -> r.sum.connectionsUnanswered())
            .count("messages", "Messages that a sniffer saw.", SeriesRow::messages)
            .ifKnown()
            .count(
                    "nodeRefused",
                    "Attempts that RST answered; not of paths.",
                    r -> r.ofNodes(r.sum.connectionsRefused()))
            .ifKnown()
            .count(
                    "nodeUnanswered",
                    "Attempts that nothing answered; not of paths.",
                    r -> r.ofNodes(r.sum.connectionsUnanswered()))
            .ifKnown()
            .number(
                    "meanInFlight",
                    "Requests that were open, to three digits.",
                    r -> Math.round(r.inFlight() * 1e3) / 1e3)
            .duration("ownP90", "Own time that 90 % do not exceed.", r -> known(r.sum.ownNanos(90)))
            .orNull()
            .duration("serviceP90", "Service time that 90 % do not exceed.", r -> known(r.sum.serviceNanos(90)))
            .orNull()
            .layout(
                    Family.JSON,
                    "messages requests resentSegments=resent zeroWindow resets connectionsOpened=opened",
                    "connectionsRefused=nodeRefused connectionsUnanswered=nodeUnanswered unanswered refused failed",
                    "inFlight=meanInFlight ownP50 serviceP50 ownP90 serviceP90 ownP99 serviceP99")
            .layout(
                    Family.CSV,
                    "kind name=shownName peer interval_nanos=time requests unanswered refused failed",
                    "in_flight=inFlight own_p50_nanos=ownP50 own_p99_nanos=ownP99 service_p50_nanos=serviceP50",
                    "service_p99_nanos=serviceP99 resent_segments=resent zero_window_nanos=closed resets",
                    "connections_opened=opened connectionsRefused connectionsUnanswered messages")
            .everywhere();

    /** The rows of a table of series: one an interval in which there was anything. */
    public static List<SeriesRow> of(SeriesTable table, UnaryOperator<String> nameOfSniffer) {
        List<SeriesRow> rows = new ArrayList<>();
        for (TimeSeries series : table.series()) {
            String shown =
                    series.kind() == TimeSeries.Kind.SNIFFER ? nameOfSniffer.apply(series.name()) : series.name();
            series.sums().forEach((interval, sum) -> rows.add(new SeriesRow(table, series, shown, interval, sum)));
        }
        return rows;
    }

    /** Beginning of the interval, ns since the epoch. */
    public long beginNanos() {
        return table.intervals().firstNanos() + interval * table.intervals().widthNanos();
    }

    private long widthNanos() {
        return table.intervals().widthNanos();
    }

    private long notOpened() {
        return sum.connectionsRefused() + sum.connectionsUnanswered();
    }

    private double inFlight() {
        return sum.busyNanos() / widthNanos();
    }

    private long ofNodes(long count) {
        return of.kind() == TimeSeries.Kind.PATTERN ? Field.UNKNOWN : count;
    }

    private long messages() {
        return of.kind() == TimeSeries.Kind.SNIFFER ? sum.messages() : Field.UNKNOWN;
    }

    private static long known(long nanos) {
        return nanos < 0 ? Field.UNKNOWN : nanos;
    }
}

package io.wirepath.analyze.series;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.KeyNumbers;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.TimeSpan;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.flows.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The series of nodes, roles and edges over the same intervals: calls count where they began. Immutable once built; safe to share.
 *
 * <p>Of very many nodes or edges the {@value #MOST_OF_A_KIND} with most requests are kept.
 *
 * @param intervals the intervals
 * @param series nodes, then roles, then edges, each in order of first appearance
 */
public record SeriesTable(Intervals intervals, List<TimeSeries> series) {

    /** Series of one kind that are kept. */
    public static final int MOST_OF_A_KIND = 200;

    /** No intervals. */
    public static final SeriesTable NONE = new SeriesTable(new Intervals(1, 0, 0), List.of());

    /** Makes the series of these calls. */
    public static SeriesTable of(
            MessageTable messages,
            CallTable calls,
            ServedCalls served,
            List<RoleSummary> roles,
            TimeSpan counted,
            Intervals intervals) {
        String[] roleOf = new String[messages.nodes().size()];
        roles.forEach(role -> role.nodes().forEach(node -> roleOf[node] = role.name()));
        Map<Integer, TimeSeries> nodes = new TreeMap<>();
        Map<String, TimeSeries> ofRoles = new TreeMap<>();
        Map<Long, TimeSeries> edges = new TreeMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (calls.isOneWay(messages, call) || !counted.holds(messages, request)) {
                continue;
            }
            int from = messages.source(request);
            int to = messages.destination(request);
            String name = messages.nodes().get(to).name();
            TimeSeries node = nodes.computeIfAbsent(to, n -> new TimeSeries(TimeSeries.Kind.NODE, name, ""));
            TimeSeries role = ofRoles.computeIfAbsent(roleOf[to], r -> new TimeSeries(TimeSeries.Kind.ROLE, r, ""));
            TimeSeries edge = edges.computeIfAbsent(
                    KeyNumbers.pair(from, to),
                    e -> new TimeSeries(
                            TimeSeries.Kind.EDGE, messages.nodes().get(from).name(), name));
            for (TimeSeries its : List.of(node, role, edge)) {
                add(its, intervals, messages, calls, served, call);
            }
        }
        List<TimeSeries> all = new ArrayList<>(kept(nodes.values().stream().toList()));
        all.addAll(kept(ofRoles.values().stream().toList()));
        all.addAll(kept(edges.values().stream().toList()));
        return new SeriesTable(intervals, List.copyOf(all));
    }

    private static List<TimeSeries> kept(List<TimeSeries> series) {
        return series.size() <= MOST_OF_A_KIND
                ? series
                : series.stream()
                        .sorted(Comparator.comparingLong((TimeSeries its) -> -its.requests()))
                        .limit(MOST_OF_A_KIND)
                        .toList();
    }

    private static void add(
            TimeSeries to, Intervals intervals, MessageTable messages, CallTable calls, ServedCalls served, int call) {
        long began = messages.timeNanos(calls.request()[call]);
        int interval = intervals.at(began);
        IntervalSum sum = to.at(interval);
        if (calls.isUnanswered(messages, call)) {
            sum.unanswered();
            return;
        }
        if (served.isTimed(call)) {
            sum.answered(served.ownNanos(call), served.serviceNanos(call));
        } else {
            sum.asked();
        }
        switch (Outcome.verdict(calls.outcome(messages, call))) {
            case REFUSED -> sum.refused();
            case FAILED -> sum.failed();
            default -> {}
        }
        long ended = began + Math.max(0, served.serviceNanos(call));
        int last = Math.min(intervals.at(ended), intervals.count() - 1);
        for (int each = interval; each <= last; each++) {
            long start = intervals.firstNanos() + each * intervals.widthNanos();
            to.at(each).busy(Math.min(ended, start + intervals.widthNanos()) - Math.max(began, start));
        }
    }

    /**
     * These and others together.
     *
     * @throws IllegalArgumentException where the intervals differ in width
     */
    public SeriesTable add(SeriesTable other) {
        if (series.isEmpty() || other.series.isEmpty()) {
            return series.isEmpty() ? other : this;
        }
        long width = intervals.widthNanos();
        if (width != other.intervals.widthNanos()) {
            throw new IllegalArgumentException(
                    "intervals of " + width + " and of " + other.intervals.widthNanos() + " ns do not add");
        }
        long first = Math.min(intervals.firstNanos(), other.intervals.firstNanos());
        long end = Math.max(end(intervals), end(other.intervals));
        Map<String, TimeSeries> sum = new HashMap<>();
        List<TimeSeries> order = new ArrayList<>();
        for (SeriesTable each : List.of(this, other)) {
            int moved = (int) ((each.intervals.firstNanos() - first) / width);
            for (TimeSeries its : each.series) {
                String key = its.kind() + "\n" + its.name() + "\n" + its.peer();
                sum.computeIfAbsent(key, unseen -> {
                            TimeSeries empty = new TimeSeries(its.kind(), its.name(), its.peer());
                            order.add(empty);
                            return empty;
                        })
                        .add(its, moved);
            }
        }
        order.sort(Comparator.comparing(TimeSeries::kind));
        return new SeriesTable(new Intervals(width, first, (int) ((end - first) / width)), List.copyOf(order));
    }

    private static long end(Intervals of) {
        return of.firstNanos() + of.count() * of.widthNanos();
    }
}

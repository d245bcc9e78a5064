package io.wirepath.analyze.series;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the series of an analysis.
 *
 * <pre>
 *  calls    ─► node, role, edge, link, pattern, sniffer   requests, answers, verdicts, delays
 *  messages ─► node, role, edge, link, pattern, sniffer   what TCP did to them, either way
 *  attempts ─► node, role, edge, link, sniffer            connections that did not come about
 * </pre>
 *
 * Not thread-safe; used once.
 */
public final class SeriesBuilder {

    private final MessageTable messages;
    private final CallTable calls;
    private final ServedCalls served;
    private final TimeSpan counted;
    private final Intervals intervals;
    private final Map<Integer, TimeSeries> nodes = new TreeMap<>();
    private final Map<String, TimeSeries> roles = new TreeMap<>();
    private final Map<Long, TimeSeries> edges = new TreeMap<>();
    private final Map<List<String>, TimeSeries> links = new HashMap<>();
    private final Map<String, TimeSeries> patterns = new TreeMap<>();
    private final Map<Integer, TimeSeries> sniffers = new TreeMap<>();

    /** Edges to what was tried and never seen, by the caller's name and the other's. */
    private final Map<List<String>, TimeSeries> unseen = new LinkedHashMap<>();

    /** Of what was counted of these calls, over these intervals. */
    public SeriesBuilder(
            MessageTable messages, CallTable calls, ServedCalls served, TimeSpan counted, Intervals intervals) {
        this.messages = messages;
        this.calls = calls;
        this.served = served;
        this.counted = counted;
        this.intervals = intervals;
    }

    /**
     * Makes them.
     *
     * @param ofRoles the nodes by role
     * @param roots rows of the first messages of the paths that have a pattern, by its identifier
     */
    public SeriesTable build(List<RoleSummary> ofRoles, Map<String, List<Integer>> roots) {
        String[] roleOf = new String[messages.nodes().size()];
        ofRoles.forEach(role -> role.nodes().forEach(node -> roleOf[node] = role.name()));
        @Nullable String[] patternOf = new @Nullable String[messages.size()];
        roots.forEach((pattern, rows) -> rows.forEach(row -> patternOf[row] = pattern));
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            tcpOfPattern(patternOf, call);
            if (!calls.isOneWay(messages, call) && counted.holds(messages, request)) {
                for (TimeSeries series : series(request, roleOf, patternOf[request])) {
                    add(series, call);
                }
            }
        }
        for (int row = 0; row < messages.size(); row++) {
            if (counted.holds(messages, row)) {
                addMessage(row, roleOf);
            }
        }
        for (ConnectionAttempt attempt : messages.attempts()) {
            if (counted.holds(attempt.nanos())) {
                addAttempt(attempt, roleOf);
            }
        }
        List<TimeSeries> ofEdges = new ArrayList<>(edges.values());
        ofEdges.addAll(unseen.values());
        List<TimeSeries> ofLinks = new ArrayList<>(links.values());
        ofLinks.sort(Comparator.comparing(TimeSeries::name).thenComparing(TimeSeries::peer));
        return SeriesTable.of(
                intervals,
                List.of(nodes.values(), roles.values(), ofEdges, ofLinks, patterns.values(), sniffers.values()));
    }

    /** What TCP did to the messages of a call is of the pattern of the path that it lies on. */
    private void tcpOfPattern(@Nullable String[] patternOf, int call) {
        String pattern = patternOf[calls.request()[calls.root()[call]]];
        for (int row : new int[] {calls.request()[call], calls.response()[call]}) {
            if (pattern != null && row != MessageTable.NONE && counted.holds(messages, row)) {
                TimeSeries own =
                        patterns.computeIfAbsent(pattern, id -> new TimeSeries(TimeSeries.Kind.PATTERN, id, ""));
                tcp(own, intervals.at(messages.timeNanos(row)), row);
            }
        }
    }

    private List<TimeSeries> series(int request, String[] roleOf, @Nullable String pattern) {
        int to = messages.destination(request);
        String name = messages.nodes().get(to).name();
        List<TimeSeries> all = new ArrayList<>(Arrays.asList(
                nodes.computeIfAbsent(to, n -> new TimeSeries(TimeSeries.Kind.NODE, name, "")),
                roles.computeIfAbsent(roleOf[to], r -> new TimeSeries(TimeSeries.Kind.ROLE, r, "")),
                edge(messages.source(request), to),
                link(roleOf[messages.source(request)], roleOf[to])));
        if (messages.sniffer(request) != MessageTable.NONE) {
            all.add(sniffer(messages.sniffer(request)));
        }
        if (pattern != null) {
            all.add(patterns.computeIfAbsent(pattern, id -> new TimeSeries(TimeSeries.Kind.PATTERN, id, "")));
        }
        return all;
    }

    private TimeSeries edge(int from, int to) {
        return edges.computeIfAbsent(
                KeyNumbers.pair(from, to),
                e -> new TimeSeries(
                        TimeSeries.Kind.EDGE,
                        messages.nodes().get(from).name(),
                        messages.nodes().get(to).name()));
    }

    private TimeSeries link(String from, String to) {
        return links.computeIfAbsent(
                List.of(from, to), ends -> new TimeSeries(TimeSeries.Kind.LINK, ends.get(0), ends.get(1)));
    }

    private TimeSeries sniffer(int number) {
        return sniffers.computeIfAbsent(number, s -> new TimeSeries(TimeSeries.Kind.SNIFFER, Integer.toString(s), ""));
    }

    /**
     * A message belongs to both its ends; a response to the edge of its request. What belongs to none with calls is of
     * its sniffer alone.
     */
    private void addMessage(int row, String[] roleOf) {
        int interval = intervals.at(messages.timeNanos(row));
        boolean answer = messages.role(row) == Role.RESPONSE;
        int caller = answer ? messages.destination(row) : messages.source(row);
        int called = answer ? messages.source(row) : messages.destination(row);
        String callerRole = roleOf[caller];
        String calledRole = roleOf[called];
        tcp(edges.get(KeyNumbers.pair(caller, called)), interval, row);
        tcp(links.get(List.of(callerRole, calledRole)), interval, row);
        tcp(nodes.get(caller), interval, row);
        tcp(roles.get(callerRole), interval, row);
        if (called != caller) {
            tcp(nodes.get(called), interval, row);
        }
        if (!calledRole.equals(callerRole)) {
            tcp(roles.get(calledRole), interval, row);
        }
        int sniffer = messages.sniffer(row);
        if (sniffer != MessageTable.NONE) {
            TimeSeries own = sniffer(sniffer);
            own.at(interval).message();
            tcp(own, interval, row);
        }
    }

    /** An attempt belongs to both its ends, and to the edge and link between them, which may have no calls. */
    private void addAttempt(ConnectionAttempt attempt, String[] roleOf) {
        int from = attempt.source();
        int to = attempt.destination();
        List<@Nullable TimeSeries> all = new ArrayList<>();
        if (from != MessageTable.NONE) {
            all.add(nodes.get(from));
            all.add(roles.get(roleOf[from]));
        }
        if (to != MessageTable.NONE && to != from) {
            all.add(nodes.get(to));
        }
        if (to != MessageTable.NONE && (from == MessageTable.NONE || !roleOf[to].equals(roleOf[from]))) {
            all.add(roles.get(roleOf[to]));
        }
        if (from != MessageTable.NONE && to != MessageTable.NONE) {
            all.add(edge(from, to));
            all.add(link(roleOf[from], roleOf[to]));
        } else if (from != MessageTable.NONE) {
            all.add(unseen(messages.nodes().get(from).name(), attempt.destinationName()));
        }
        all.add(sniffer(attempt.sniffer()));
        int interval = Math.max(0, Math.min(intervals.count() - 1, intervals.at(attempt.nanos())));
        for (TimeSeries each : all) {
            if (each != null) {
                each.at(interval).failedAttempt(attempt.refused());
            }
        }
    }

    /** Of very many, as a scan tries, the later ones are left out. */
    private @Nullable TimeSeries unseen(String from, String to) {
        List<String> ends = List.of(from, to);
        return unseen.size() >= SeriesTable.MAX_OF_A_KIND
                ? unseen.get(ends)
                : unseen.computeIfAbsent(ends, e -> new TimeSeries(TimeSeries.Kind.EDGE, from, to));
    }

    private void tcp(@Nullable TimeSeries to, int interval, int row) {
        if (to != null) {
            to.at(interval).tcp(messages, row);
        }
    }

    private void add(TimeSeries to, int call) {
        long began = messages.timeNanos(calls.request()[call]);
        int interval = intervals.at(began);
        IntervalSum sum = to.at(interval);
        if (!calls.isAnswered(call)) {
            sum.unanswered();
            return;
        }
        sum.answered(served.ownNanos(call), served.serviceNanos(call));
        switch (calls.verdict(messages, call)) {
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
}

package io.wirepath.analyze.compare;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.FailedConnections;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.sum.SumsBuilder;
import io.wirepath.causes.AttemptTimes;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Outcome.Verdict;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.agrona.collections.LongHashSet;

/**
 * Makes the {@link Sums} of an analysis, or of a part of its time. Used once for each analysis; not thread-safe.
 */
public final class RunSums {

    private final MessageTable messages;
    private final CallTable calls;
    private final ServedCalls served;
    private final NodeTimes times;
    private final AttemptTimes attempts;
    private final List<ConnectionAttempt> failed;
    private final boolean[] client;
    private final int[] roleOf;
    private final List<RoleSummary> roles;
    private final RequestWords words;
    private final Map<String, List<Integer>> roots;
    private final Map<String, String> titles;
    private final TimeSpan counted;
    private SumsBuilder tracks = new SumsBuilder(0, 1);

    /**
     * Prepares.
     *
     * @param counted what else is left out
     * @param roots rows of the first messages of each pattern, by its id: {@link
     *     io.wirepath.analyze.path.PatternTable#roots}
     */
    public RunSums(
            MessageTable messages,
            CallTable calls,
            List<NodeSummary> nodes,
            List<RoleSummary> roles,
            List<PathPattern> patterns,
            TimeSpan counted,
            Map<String, List<Integer>> roots) {
        this.messages = messages;
        this.calls = calls;
        this.roles = roles;
        this.counted = counted;
        this.roots = roots;
        served = new ServedCalls(messages, calls);
        times = new NodeTimes(messages);
        attempts = new AttemptTimes(messages);
        failed = FailedConnections.withLogIns(messages);
        client = new boolean[messages.nodes().size()];
        roleOf = RoleSummary.ofNodes(client.length, roles);
        nodes.stream().filter(NodeSummary::client).forEach(node -> client[node.node()] = true);
        words = new RequestWords(messages, calls, roleOf);
        titles = new HashMap<>();
        patterns.forEach(pattern -> titles.put(pattern.id(), pattern.title()));
    }

    /** What the requests that began in this time were like. */
    public Sums of(TimeSpan span) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int call = 0; call < calls.size(); call++) {
            if (isWithin(span, began(call))) {
                first = Math.min(first, began(call));
                last = Math.max(last, began(call));
            }
        }
        if (first > last) {
            return Sums.NOTHING;
        }
        tracks = new SumsBuilder(first, last);
        for (int call = 0; call < calls.size(); call++) {
            if (isWithin(span, began(call)) && !calls.isOneWay(messages, call)) {
                take(call, last);
            }
        }
        attempts(span, first, last);
        patterns(span);
        return tracks.sums();
    }

    private String role(int node) {
        return roles.get(roleOf[node]).name();
    }

    private boolean isWithin(TimeSpan span, long nanos) {
        return span.holds(nanos) && counted.holds(nanos);
    }

    private long began(int call) {
        return messages.timeNanos(calls.request()[call]);
    }

    private boolean isRequest(int call) {
        return client[messages.source(calls.request()[call])] && calls.root()[call] == call;
    }

    private void take(int call, long last) {
        long at = began(call);
        int request = calls.request()[call];
        int response = calls.response()[call];
        int server = messages.destination(request);
        String name = messages.nodes().get(server).name();
        int from = messages.source(request);
        ComparedPlace node = new ComparedPlace(Sort.NODE, name, "");
        ComparedPlace edge = new ComparedPlace(Sort.EDGE, caller(from), name);
        Verdict verdict = calls.verdict(messages, call);
        boolean answered = calls.isAnswered(call);
        tracks.rate(new ComparedPlace(Sort.ROLE, role(server), ""), at);
        tracks.count(node, Measure.FAILED, at, served.beganToFail(messages, attempts, call) ? 1 : 0);
        tracks.count(node, Measure.REFUSED, at, verdict == Verdict.REFUSED ? 1 : 0);
        if (at < last - ChangeModel.SILENCE_NANOS && !calls.isHalfSeen(messages, call)) {
            tracks.count(node, Measure.UNANSWERED, at, answered ? 0 : 1);
        }
        boolean resent = messages.resentSegments(request) > 0 || answered && messages.resentSegments(response) > 0;
        tracks.count(edge, Measure.RESENT, at, resent ? 1 : 0);
        tracks.count(edge, Measure.UNREACHED, at, 0);
        tracks.count(new ComparedPlace(Sort.ROLE, role(from), role(server)), Measure.RESENT, at, resent ? 1 : 0);
        if (isRequest(call)) {
            tracks.rate(ComparedPlace.SYSTEM, at);
            tracks.count(ComparedPlace.SYSTEM, Measure.FAILED, at, verdict == Verdict.FAILED ? 1 : 0);
        }
        boolean timed = served.isTimed(call);
        if (timed && isRequest(call)) {
            tracks.delay(ComparedPlace.SYSTEM, Measure.DURATION, "", at, served.roundTripNanos(call));
        }
        if (timed) {
            tracks.delay(node, Measure.OWN, kind(call, verdict), at, served.ownNanos(call));
            tracks.delay(node, Measure.SERVICE, "", at, served.serviceNanos(call));
            tracks.delay(edge, Measure.CALL, "", at, served.roundTripNanos(call));
            if (isSeenAtBothEnds(request) && isSeenAtBothEnds(response)) {
                long way = served.roundTripNanos(call) - served.serviceNanos(call);
                tracks.delay(edge, Measure.WAY, "", at, way);
            }
        }
    }

    /** Failed attempts of nodes to connect to ports that serve, or to log in there, beside the calls. */
    private void attempts(TimeSpan span, long first, long last) {
        LongHashSet served = new LongHashSet();
        for (int request : failed.isEmpty() ? new int[0] : calls.request()) {
            served.add(KeyNumbers.pair(messages.destination(request), messages.destinationPort(request)));
        }
        for (ConnectionAttempt attempt : failed) {
            int from = attempt.source();
            boolean known = from != MessageTable.NONE
                    && served.contains(KeyNumbers.pair(attempt.destination(), attempt.port()));
            if (known && isWithin(span, attempt.nanos())) {
                long at = Math.max(first, Math.min(last, attempt.nanos()));
                tracks.count(
                        new ComparedPlace(
                                Sort.EDGE,
                                caller(from),
                                messages.nodes().get(attempt.destination()).name()),
                        Measure.UNREACHED,
                        at,
                        1);
            }
        }
    }

    private String caller(int node) {
        return client[node]
                ? RoleAggregation.CLIENT
                : messages.nodes().get(node).name();
    }

    private boolean isSeenAtBothEnds(int row) {
        return (messages.flags(row) & MessageTable.FLAG_TWO_SNIFFERS) != 0
                && times.sendingSeen(row)
                && times.receiptSeen(row);
    }

    /** What is asked, which roles are called for it, and how it ended. */
    private String kind(int call, Verdict verdict) {
        int request = calls.request()[call];
        StringBuilder kind = new StringBuilder(":").append(messages.destinationPort(request));
        String asked = words.of(request);
        if (!asked.isEmpty()) {
            kind.append(" #").append(asked);
        }
        TreeSet<String> called = new TreeSet<>();
        for (int at = served.firstChild(call); at < served.endChild(call); at++) {
            int child = calls.request()[served.child(at)];
            called.add(role(messages.destination(child)));
        }
        if (!called.isEmpty()) {
            kind.append(" → ").append(String.join(", ", called));
        }
        return switch (verdict) {
            case FAILED -> kind.append(" (failed)").toString();
            case REFUSED -> kind.append(" (refused)").toString();
            default -> kind.toString();
        };
    }

    private void patterns(TimeSpan span) {
        roots.values().stream()
                .flatMap(List::stream)
                .mapToLong(messages::timeNanos)
                .filter(nanos -> isWithin(span, nanos))
                .forEach(tracks::anyPath);
        titles.forEach((id, title) -> {
            ComparedPlace pattern = new ComparedPlace(Sort.PATTERN, title, id);
            for (int row : roots.getOrDefault(id, List.of())) {
                long at = messages.timeNanos(row);
                if (isWithin(span, at)) {
                    tracks.path(pattern, at);
                    int call = Arrays.binarySearch(calls.request(), row);
                    if (call >= 0 && served.isTimed(call)) {
                        tracks.delay(pattern, Measure.DURATION, "", at, served.roundTripNanos(call));
                    }
                }
            }
        });
    }
}

package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The attempts to connect that failed and that matter to the system, by who tried and what was tried.
 *
 * <p>A scan tries much, and each of it once or twice; attempts by outsiders prove nothing. An
 * attempt counts where a node with messages tried a port that serves somebody, or where a node that serves requests or
 * gets answers to its own came back to the same port again and again.
 *
 * @param callers number of the role of those who tried
 * @param callees number of the role that was tried; {@link MessageTable#NONE} where it never said anything
 * @param name what was tried, where it has no role
 * @param attempts in order of time
 */
public record FailedConnections(int callers, int callees, String name, List<ConnectionAttempt> attempts) {

    private record Target(int node, String name, int port) {}

    private record Way(int source, Target target) {}

    private record Pair(int callers, int callees, String name) {}

    /** Those of an analysis, in no particular order. */
    public static List<FailedConnections> of(MessageTable messages, CallTable calls, List<RoleSummary> roles) {
        return of(messages, calls, roles, messages.attempts());
    }

    /** The same with those that the server opened, and let no further than to the log-in. */
    static List<FailedConnections> withLogIns(MessageTable messages, CallTable calls, List<RoleSummary> roles) {
        return of(messages, calls, roles, withLogIns(messages));
    }

    /** All attempts that failed, and those that the server opened, and let no further than to the log-in. */
    public static List<ConnectionAttempt> withLogIns(MessageTable messages) {
        List<ConnectionAttempt> all = new ArrayList<>(messages.attempts());
        LogIn.of(messages).stream()
                .filter(LogIn::isRefused)
                .map(LogIn::failed)
                .sorted(Comparator.comparingLong(ConnectionAttempt::nanos))
                .forEach(all::add);
        return all;
    }

    private static List<FailedConnections> of(
            MessageTable messages, CallTable calls, List<RoleSummary> roles, List<ConnectionAttempt> attempts) {
        if (attempts.isEmpty()) {
            return List.of();
        }
        BitSet known = new BitSet();
        Set<Target> served = new HashSet<>();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            int node = messages.destination(request);
            known.set(node);
            known.set(messages.source(request), known.get(messages.source(request)) || calls.isAnswered(call));
            served.add(target(node, "", messages.destinationPort(request)));
        }
        Map<Way, List<ConnectionAttempt>> ways = new HashMap<>();
        for (ConnectionAttempt own : attempts) {
            if (own.source() != MessageTable.NONE) {
                ways.computeIfAbsent(
                                new Way(own.source(), target(own.destination(), own.destinationName(), own.port())),
                                unseen -> new ArrayList<>())
                        .add(own);
            }
        }
        int[] roleOf = RoleSummary.ofNodes(messages.nodes().size(), roles);
        Map<Pair, List<ConnectionAttempt>> pairs = new HashMap<>();
        ways.forEach((way, some) -> {
            boolean again = known.get(way.source()) && isTriedAgain(some);
            if (again || served.contains(way.target())) {
                int node = way.target().node();
                int callees = node == MessageTable.NONE ? MessageTable.NONE : roleOf[node];
                pairs.computeIfAbsent(
                                new Pair(
                                        roleOf[way.source()],
                                        callees,
                                        way.target().name()),
                                unseen -> new ArrayList<>())
                        .addAll(some);
            }
        });
        Map<String, FailedConnections> all = new TreeMap<>();
        pairs.forEach((pair, some) -> {
            ConnectionAttempt[] sorted = some.toArray(ConnectionAttempt[]::new);
            Arrays.sort(sorted, (one, other) -> Long.compare(one.nanos(), other.nanos()));
            all.put(
                    pair.callers() + " " + pair.callees() + " " + pair.name(),
                    new FailedConnections(pair.callers(), pair.callees(), pair.name(), List.of(sorted)));
        });
        return List.copyOf(all.values());
    }

    private static Target target(int node, String name, int port) {
        return new Target(node, node == MessageTable.NONE ? name : "", port);
    }

    private static boolean isTriedAgain(List<ConnectionAttempt> attempts) {
        LongSummaryStatistics nanos =
                attempts.stream().mapToLong(ConnectionAttempt::nanos).summaryStatistics();
        return attempts.size() >= ChangeModel.MIN_WITNESSES && nanos.getMax() - nanos.getMin() >= ChangeModel.MIN_NANOS;
    }

    /** The nodes that tried. */
    public List<Integer> from() {
        return attempts.stream()
                .map(ConnectionAttempt::source)
                .distinct()
                .sorted()
                .toList();
    }

    /** The nodes that were tried; empty where they never said anything. */
    public List<Integer> to() {
        return callees == MessageTable.NONE
                ? List.of()
                : attempts.stream()
                        .map(ConnectionAttempt::destination)
                        .distinct()
                        .sorted()
                        .toList();
    }

    /** How many of them were refused; the others had no answer. */
    public int refused() {
        return (int) attempts.stream().filter(ConnectionAttempt::refused).count();
    }
}

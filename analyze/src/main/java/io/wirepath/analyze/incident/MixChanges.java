package io.wirepath.analyze.incident;

import io.wirepath.analyze.KeyNumbers;
import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds kinds of requests from outside that become more frequent, and roles that call another one for more or fewer of their
 * requests than before, like requests compared with like: a new release, an empty cache.
 */
final class MixChanges {

    private static final double LEAST_RISE = 0.1;
    private static final double LEAST_FACTOR = 1.5;

    /** Links may be wrong: the number of calls, which needs none, must have changed by this part of what links say. */
    private static final double AS_COUNTED = 0.5;

    private final Surroundings at;

    /** The requests from outside to each role. */
    private final Map<Integer, List<Integer>> arrivals = new TreeMap<>();

    private final Map<Long, Edge> edges = new TreeMap<>();

    /** What one role calls another one for. */
    private static final class Edge {
        final int from;
        final int to;

        /** Of each request to the one role the number of calls to the other, by kind. */
        final Observations perRequest = new Observations();

        final Observations calls = new Observations();

        Edge(int from, int to) {
            this.from = from;
            this.to = to;
        }

        /** Calls per request, counted without links. */
        double before(Change change) {
            return ratio(calls.perSecondElsewhere(change), perRequest.perSecondElsewhere(change));
        }

        double after(Change change) {
            return ratio(calls.perSecond(change), perRequest.perSecond(change));
        }

        private static double ratio(double calls, double requests) {
            return requests == 0 ? 0 : calls / requests;
        }
    }

    MixChanges(Surroundings at) {
        this.at = at;
        List<List<Edge>> of = new ArrayList<>();
        at.roles().forEach(role -> of.add(new ArrayList<>()));
        for (int call = 0; call < at.calls().size(); call++) {
            if (!at.isCounted(call)) {
                continue;
            }
            int from = at.roleOf()[at.messages().source(at.calls().request()[call])];
            int to = at.roleOf()[at.server(call)];
            edges.computeIfAbsent(KeyNumbers.pair(from, to), unseen -> {
                        Edge edge = new Edge(from, to);
                        of.get(from).add(edge);
                        return edge;
                    })
                    .calls
                    .add(at.began(call), 0, 1, 0);
            if (at.isRoot(call)) {
                arrivals.computeIfAbsent(to, unseen -> new ArrayList<>()).add(call);
            }
        }
        for (int call = 0; call < at.calls().size(); call++) {
            if (at.isCounted(call) && at.isAnswered(call)) {
                for (Edge edge : of.get(at.roleOf()[at.server(call)])) {
                    edge.perRequest.add(at.began(call), at.kinds().asked(call), calls(call, edge.to), 0);
                }
            }
        }
    }

    /** How often the role was called for this call. */
    private int calls(int call, int role) {
        int number = 0;
        for (int i = at.served().firstChild(call); i < at.served().endChild(call); i++) {
            number += at.roleOf()[at.server(at.served().child(i))] == role ? 1 : 0;
        }
        return number;
    }

    /** Number of series that {@link #find} looks at. */
    int series() {
        int series = (int) edges.values().stream()
                .filter(edge -> edge.perRequest.size() > 0)
                .count();
        for (List<Integer> calls : arrivals.values()) {
            series +=
                    (int) calls.stream().mapToInt(at.kinds()::asked).distinct().count();
        }
        return series;
    }

    /** What changed, each with at most this chance where nothing did. */
    List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        arrivals.forEach((role, calls) -> mix(role, calls, mostChance, found));
        for (Edge edge : edges.values()) {
            for (Change change : LevelChange.of(edge.perRequest, mostChance)) {
                double counted = edge.after(change) - edge.before(change);
                double rise = edge.perRequest.rise(change);
                if (Math.abs(rise) >= LEAST_RISE && counted / rise >= AS_COUNTED) {
                    found.add(new Incident(
                            Kind.CALLS,
                            nodes(edge.from),
                            nodes(edge.to),
                            change,
                            edge.before(change),
                            edge.after(change),
                            0,
                            0,
                            edge.perRequest.number(change),
                            0));
                }
            }
        }
        return found;
    }

    private List<Integer> nodes(int role) {
        return at.roles().get(role).nodes();
    }

    private void mix(int role, List<Integer> calls, double mostChance, List<Incident> to) {
        int[] kinds =
                calls.stream().mapToInt(at.kinds()::asked).distinct().sorted().toArray();
        for (int kind : kinds.length < 2 ? new int[0] : kinds) {
            Observations its = new Observations();
            calls.forEach(call -> its.add(at.began(call), 0, at.kinds().asked(call) == kind ? 1 : 0, 0));
            for (Change change : EventChange.of(its, mostChance)) {
                double before = EventChange.shareElsewhere(its, change);
                double after = EventChange.share(its, change);
                if (after - before >= LEAST_RISE && after >= LEAST_FACTOR * before) {
                    to.add(new Incident(
                            Kind.MIX, nodes(role), List.of(), change, before, after, 0, 0, its.number(change), 0));
                }
            }
        }
    }
}

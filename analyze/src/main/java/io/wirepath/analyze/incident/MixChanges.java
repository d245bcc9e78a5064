package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Leap;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.KeyNumbers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongHashSet;

/**
 * Finds kinds of requests from outside that become more frequent, and roles that call another one for more or fewer of
 * their requests than before, like requests compared with like: a new release, an empty cache.
 */
final class MixChanges implements Changes {

    /** Kinds of a role that are looked at, the most frequent: others cannot become a share that is told. */
    private static final int MAX_KINDS = 16;

    private final Surroundings at;

    /** The requests from outside to each role. */
    private final Map<Integer, IntArrayList> arrivals = new TreeMap<>();

    /** All counted calls to each role. */
    private final Map<Integer, IntArrayList> servedBy = new TreeMap<>();

    /** Ports at which requests are taken that want an answer: what they send unasked is delivered, and no call. */
    private final LongHashSet askedPorts = new LongHashSet();

    /** Pairs of roles of which the one is asked and calls the other. */
    private final Map<Long, Integer> edges = new TreeMap<>();

    /** What one role calls another one for. */
    private static final class Edge {
        /** Of each request to the one role the number of calls to the other, by kind. */
        final Observations perRequest = new Observations();

        final Observations calls = new Observations();

        /** Calls per request, counted without links. */
        double before(Change change) {
            return ratio(change::isReference);
        }

        double after(Change change) {
            return ratio(change::isWithin);
        }

        /** Both are counted over the same time, however early the first of either came. */
        private double ratio(LongPredicate when) {
            int requests = perRequest.number(when);
            return requests == 0 ? 0 : (double) calls.number(when) / requests;
        }
    }

    MixChanges(Surroundings at) {
        this.at = at;
        BitSet asked = new BitSet();
        for (int call = 0; call < at.calls().size(); call++) {
            if (at.isAwaited(call)) {
                askedPorts.add(KeyNumbers.pair(
                        at.server(call),
                        at.messages().destinationPort(at.calls().request()[call])));
            }
        }
        for (int call = 0; call < at.calls().size(); call++) {
            if (at.isCounted(call)) {
                int to = at.roleOf()[at.server(call)];
                if (!isDelivery(call)) {
                    edges.merge(KeyNumbers.pair(from(call), to), 1, Integer::sum);
                }
                asked.set(to);
                servedBy.computeIfAbsent(to, unseen -> new IntArrayList()).addInt(call);
                if (at.isFromOutside(call)) {
                    arrivals.computeIfAbsent(to, unseen -> new IntArrayList()).addInt(call);
                }
            }
        }
        edges.keySet().removeIf(edge -> !asked.get((int) (edge >>> Integer.SIZE)));
        edges.values().removeIf(calls -> calls < ChangeModel.MIN_WITNESSES);
    }

    /** Whether a server sent it unasked on a connection to it: who waits gets it, whatever was asked meanwhile. */
    private boolean isDelivery(int call) {
        int request = at.calls().request()[call];
        return !at.isAwaited(call)
                && askedPorts.contains(KeyNumbers.pair(
                        at.messages().source(request), at.messages().sourcePort(request)));
    }

    private int from(int call) {
        return at.roleOf()[at.messages().source(at.calls().request()[call])];
    }

    /** One pair at a time is held, for there may be many calls. */
    private Edge edge(int from, int to) {
        Edge edge = new Edge();
        for (int call : callsTo(to)) {
            if (from(call) == from && !isDelivery(call)) {
                edge.calls.add(at.began(call), 0, 1, 0);
            }
        }
        for (int call : callsTo(from)) {
            if (at.isAnswered(call)) {
                long kind = KeyNumbers.pair(at.server(call), at.kinds().asked(call));
                edge.perRequest.add(at.began(call), kind, calls(call, to), 0);
            }
        }
        return edge;
    }

    private int[] callsTo(int role) {
        IntArrayList own = servedBy.get(role);
        return own == null ? new int[0] : own.toIntArray();
    }

    /** How often the role was called for this call. */
    private int calls(int call, int role) {
        int number = 0;
        for (int i = at.served().firstChild(call); i < at.served().endChild(call); i++) {
            int child = at.served().child(i);
            number += at.roleOf()[at.server(child)] == role && !isDelivery(child) ? 1 : 0;
        }
        return number;
    }

    /** Number of series that {@link #find} looks at. */
    @Override
    public int series() {
        int series = edges.size();
        for (IntArrayList calls : arrivals.values()) {
            series += kinds(calls).length;
        }
        return series;
    }

    private int[] kinds(IntArrayList calls) {
        Map<Integer, Integer> number = new HashMap<>();
        calls.forEach(call -> number.merge(at.kinds().asked(call), 1, Integer::sum));
        return number.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<Integer, Integer> kind) -> -kind.getValue())
                        .thenComparingInt(Map.Entry::getKey))
                .limit(MAX_KINDS)
                .mapToInt(Map.Entry::getKey)
                .toArray();
    }

    /** What changed, each with at most this chance where nothing did. */
    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        arrivals.forEach((role, calls) -> mix(role, calls.toIntArray(), kinds(calls), mostChance, found));
        for (long key : edges.keySet()) {
            int from = (int) (key >>> Integer.SIZE);
            int to = (int) key;
            calls(edge(from, to), from, to, mostChance, found);
        }
        return found;
    }

    private void calls(Edge edge, int from, int to, double mostChance, List<Incident> found) {
        List<Change> changes = new ArrayList<>(LevelChange.of(edge.perRequest, mostChance / 2));
        if (changes.isEmpty()) {
            Leap.ofCounts(edge.perRequest, ChangeModel.FLOOR_OF_COUNTS, mostChance / 2).stream()
                    .map(Leap::change)
                    .forEach(changes::add);
        }
        for (Change change : changes) {
            double before = edge.before(change);
            double after = edge.after(change);
            double rise = edge.perRequest.rise(change);
            if (Math.abs(rise) >= Relevance.MIN_RISE_OF_SHARE && (after - before) / rise >= ChangeModel.MOST) {
                int number = edge.perRequest.number(change);
                found.add(new Incident(
                        Kind.CALLS,
                        callers(edge, from, change, rise),
                        nodes(to),
                        change,
                        before,
                        after,
                        0,
                        0,
                        number,
                        0));
            }
        }
    }

    /** The replicas that call otherwise, where others do not. */
    private List<Integer> callers(Edge edge, int role, Change change, double rise) {
        List<Integer> those = edge.perRequest.parts(key -> key >>> Integer.SIZE).stream()
                .filter(own -> own.rise(change) / rise >= ChangeModel.MOST)
                .map(own -> (int) (own.kindKey(0) >>> Integer.SIZE))
                .toList();
        return those.isEmpty() ? nodes(role) : those;
    }

    private List<Integer> nodes(int role) {
        return at.roles().get(role).nodes();
    }

    private void mix(int role, int[] calls, int[] kinds, double mostChance, List<Incident> to) {
        for (int kind : kinds.length < 2 ? new int[0] : kinds) {
            Observations own = new Observations();
            for (int call : calls) {
                own.add(at.began(call), 0, at.kinds().asked(call) == kind ? 1 : 0, 0);
            }
            for (Change change : EventChange.of(own, mostChance)) {
                double before = EventChange.shareElsewhere(own, change);
                double after = EventChange.share(own, change);
                if (Relevance.isLargerShare(before, after) && Relevance.isOtherTraffic(before, after)) {
                    to.add(new Incident(
                            Kind.MIX, nodes(role), List.of(), change, before, after, 0, 0, own.number(change), 0));
                }
            }
        }
    }
}

package io.wirepath.analyze.incident;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;
import org.apache.commons.math3.special.Beta;
import org.jspecify.annotations.Nullable;

/**
 * The requests that were dealt among the replicas of a role, and whether chance allows their shares. Not thread-safe.
 *
 * <p>Nobody outside sees what a balancer deals: connections, which then carry many requests, or requests. Shares of
 * both are looked at. Choices that go together, of one caller or of one time, count for less by the dispersion of the
 * replicas' numbers between callers and between times.
 *
 * <p>Only kinds of requests that every replica gets are dealt: others go where they belong. And a balancer that gives
 * the next request to the replica with the fewest open requests gives more to the faster ones: a share counts as uneven
 * only as far as the time spent on the requests is uneven in the same way.
 */
final class ReplicaShares {

    /** Number of a connection that nobody knows: what came on it is judged as a request alone. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    private static final double ROUNDING = 1e-6;

    /** Numbers of equal stretches of time that are compared with each other: what goes together may last long. */
    private static final int[] TIMES = {8, 16, 32};

    private final List<Integer> nodes;
    private final Map<Integer, Integer> place = new HashMap<>();
    private final KeyNumbers kinds = new KeyNumbers();
    private final KeyNumbers callers = new KeyNumbers();
    private final List<BitSet> replicasOfKind = new ArrayList<>();
    private final IntArrayList replica = new IntArrayList();
    private final IntArrayList kind = new IntArrayList();
    private final IntArrayList caller = new IntArrayList();
    private final IntArrayList connection = new IntArrayList();
    private final LongArrayList nanos = new LongArrayList();

    ReplicaShares(List<Integer> nodes) {
        this.nodes = nodes;
        for (int node : nodes) {
            place.put(node, place.size());
        }
    }

    /** The replicas. */
    List<Integer> nodes() {
        return nodes;
    }

    /**
     * Adds a request, not earlier than the one before.
     *
     * @param node the replica that it came to
     * @param connectionNumber what it came on; {@link #UNKNOWN}, or else negative for a datagram
     * @param tookNanos how long it took where it was served; NIL where that is not known
     */
    void add(int node, long kindKey, int from, int connectionNumber, long tookNanos) {
        int own = kinds.of(kindKey);
        if (own == replicasOfKind.size()) {
            replicasOfKind.add(new BitSet());
        }
        int at = place.getOrDefault(node, 0);
        replicasOfKind.get(own).set(at);
        replica.addInt(at);
        kind.addInt(own);
        caller.addInt(callers.of(from));
        connection.addInt(connectionNumber);
        nanos.addLong(tookNanos);
    }

    /** One choice after another. */
    private static final class Choices {
        final IntArrayList replica = new IntArrayList();
        final IntArrayList caller = new IntArrayList();
        final double[] number;

        Choices(int replicas) {
            number = new double[replicas];
        }

        void add(int at, int from) {
            replica.addInt(at);
            caller.addInt(from);
            number[at]++;
        }
    }

    /** The share that is least even, where chance does not allow it, among so many in all; null where it does. */
    @Nullable
    UnevenShare judged(int role, int series) {
        Choices requests = new Choices(nodes.size());
        Choices opened = new Choices(nodes.size());
        BitSet seen = new BitSet();
        double[] time = new double[nodes.size()];
        for (int i = 0; i < replica.size(); i++) {
            if (replicasOfKind.get(kind.getInt(i)).cardinality() == nodes.size()) {
                int at = replica.getInt(i);
                int own = connection.getInt(i);
                requests.add(at, caller.getInt(i));
                time[at] += nanos.getLong(i) == MessageTable.NIL ? 0 : nanos.getLong(i);
                if (own != UNKNOWN && (own < 0 || !seen.get(own))) {
                    opened.add(at, caller.getInt(i));
                }
                if (own >= 0) {
                    seen.set(own);
                }
            }
        }
        boolean timed = Arrays.stream(time).sum() > 0;
        double[] openShare = shares(timed ? time : requests.number);
        for (Choices each : List.of(opened, requests)) {
            double[] share = shares(each.number);
            int number = each.replica.size();
            int worst = number == 0 ? -1 : leastProbable(share, openShare, number / dispersion(each), series);
            if (worst >= 0) {
                return new UnevenShare(
                        role,
                        nodes.get(worst),
                        each == opened,
                        Arrays.stream(share).boxed().toList(),
                        requests.replica.size(),
                        opened.replica.size(),
                        (int) requests.caller.intStream().distinct().count());
            }
        }
        return null;
    }

    /** The replica whose share chance allows least; of two alike the one with more; -1 where it allows all. */
    private int leastProbable(double[] share, double[] openShare, double choices, int series) {
        int worst = -1;
        double least = Incidents.chance(1);
        for (int at = 0; at < share.length; at++) {
            double chance = isUneven(share[at], openShare[at]) ? series * chance(share[at], choices) : 1;
            boolean alike = worst >= 0 && Math.abs(chance - least) <= ROUNDING * least;
            if (alike ? share[at] > share[worst] : chance <= least) {
                worst = at;
                least = chance;
            }
        }
        return worst;
    }

    private static double[] shares(double[] of) {
        double sum = Arrays.stream(of).sum();
        return Arrays.stream(of).map(own -> sum == 0 ? 0 : own / sum).toArray();
    }

    /** Whether a share is far from the even one, and that of the time as well, on the same side. */
    private boolean isUneven(double share, double openShare) {
        double even = 1.0 / nodes.size();
        double least = Math.min(share, openShare);
        double most = Math.max(share, openShare);
        return Relevance.isLargerShare(even, least) || Relevance.isLargerShare(most, even);
    }

    /** Probability, on both sides, that so many equal choices show a share as uneven as this one. */
    private double chance(double share, double choices) {
        double even = 1.0 / nodes.size();
        double own = share * choices;
        double tail = share > even
                ? Beta.regularizedBeta(even, Math.max(own, 1e-9), choices - own + 1)
                : Beta.regularizedBeta(1 - even, Math.max(choices - own, 1e-9), own + 1);
        return Math.min(1, 2 * tail);
    }

    private double dispersion(Choices own) {
        int size = own.replica.size();
        double most = Math.max(1, dispersion(own, own.caller::getInt));
        for (int times : TIMES) {
            most = Math.max(most, dispersion(own, at -> (int) ((long) at * times / size)));
        }
        return most;
    }

    /** Pearson's statistic of homogeneity between groups by its degrees of freedom: 1 for independent choices. */
    private double dispersion(Choices own, IntUnaryOperator group) {
        KeyNumbers groups = new KeyNumbers();
        KeyNumbers cells = new KeyNumbers();
        int size = own.replica.size();
        double[] ofGroup = new double[size];
        double[] ofCell = new double[size];
        for (int at = 0; at < size; at++) {
            ofGroup[groups.of(group.applyAsInt(at))]++;
            ofCell[cells.of(KeyNumbers.pair(group.applyAsInt(at), own.replica.getInt(at)))]++;
        }
        // the squares of the counts by the expected ones, a share of them for each choice
        double squares = 0;
        for (int at = 0; at < size; at++) {
            int replica = own.replica.getInt(at);
            double cell = ofCell[cells.of(KeyNumbers.pair(group.applyAsInt(at), replica))];
            squares += cell / ofGroup[groups.of(group.applyAsInt(at))] / own.number[replica];
        }
        int rows = groups.size();
        return rows < 2 ? 0 : size * (squares - 1) / ((rows - 1.0) * (nodes.size() - 1.0));
    }
}

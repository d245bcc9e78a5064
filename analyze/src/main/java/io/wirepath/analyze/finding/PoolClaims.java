package io.wirepath.analyze.finding;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.analyze.finding.TurnClaims.Held;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Which calls wait at their caller for a place in a pool of calls to another ({@link PooledCalls}): of one caller by
 * itself, or of all replicas of a role together. Thread-safe once it is made.
 */
public final class PoolClaims {

    /** Calls to look back at for what was before a call of the same request. */
    private static final int MAX_EARLIER = 64;

    /**
     * What replicas hold at their callers if they have pools of one size.
     *
     * @param atOnce so many places each; no more calls of any of them are ever open at once
     * @param evidence against that it was chance that no more were sent, in nats, of all replicas together
     * @param held by each of them
     * @param claims of those of whose calls some wait
     */
    public record RolePool(int atOnce, double evidence, List<Held> held, List<Claim> claims) {

        /** Copies the lists. */
        public RolePool {
            held = List.copyOf(held);
            claims = List.copyOf(claims);
        }

        /** Whether it is as sure as what is told of one caller. */
        public boolean isShown() {
            return evidence >= ServedInTurn.MIN_EVIDENCE;
        }
    }

    /**
     * Calls of one node to another.
     *
     * @param mostEver of all of them, the most that are open at once; 0 where they are too many
     * @param first in the order in which they were sent
     */
    private record Calls(Held held, int mostEver, int[] first, PooledCalls pooled) {}

    private final MessageTable messages;
    private final CallTable calls;
    private final ServedCalls served;
    private final NodeTimes times;

    /** Calls that were answered, by who made them, who serves them, and at which port. */
    private final Map<List<Integer>, IntArrayList> byPair;

    /** When each node that is asked answered, sorted. */
    private final Map<Integer, long[]> ended = new HashMap<>();

    /**
     * Prepares to look at these calls.
     *
     * @param byNode calls that were answered, by who served them
     */
    PoolClaims(
            MessageTable messages,
            CallTable calls,
            ServedCalls served,
            NodeTimes times,
            Map<Integer, IntArrayList> byNode) {
        this.messages = messages;
        this.calls = calls;
        this.served = served;
        this.times = times;
        byPair = byPair();
        byNode.forEach((node, own) -> ended.put(
                node,
                own.intStream()
                        .mapToLong(call -> times.atSenderNanos(calls.response()[call]))
                        .sorted()
                        .toArray()));
    }

    private long[] ended(int node) {
        return ended.getOrDefault(node, new long[0]);
    }

    /** The pools of which calls of one caller, or their series, show enough by themselves. */
    List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        byPair.forEach((pair, made) -> {
            Claim pool = pool(Held.inPool(pair), made.toIntArray());
            if (pool != null) {
                claims.add(pool);
            }
        });
        return claims;
    }

    /** {@linkplain TurnClaims#poolsOfRoles The pools that replicas may have}. */
    List<RolePool> ofRoles(String[] role) {
        Map<String, List<Calls>> groups = new TreeMap<>();
        byPair.forEach((pair, made) -> {
            Held held = Held.inPool(pair);
            String group = role[held.node()] + '>' + role[held.callee()] + ':' + held.port();
            groups.computeIfAbsent(group, unseen -> new ArrayList<>()).add(calls(held, made.toIntArray()));
        });
        return groups.values().stream()
                .map(this::pool)
                .filter(pool -> pool.evidence > 0)
                .toList();
    }

    private Calls calls(Held held, int[] made) {
        int[] sorted = inOrderOfSending(made);
        int[] first = TurnClaims.first(sorted);
        return new Calls(held, pooled(sorted, sorted).mostEver(), first, pooled(first, first));
    }

    private RolePool pool(List<Calls> ofReplicas) {
        IntSummaryStatistics most =
                ofReplicas.stream().mapToInt(Calls::mostEver).summaryStatistics();
        int k = most.getMin() == 0 ? 0 : most.getMax();
        List<Claim> claims = new ArrayList<>();
        double evidence = 0;
        for (int i = 0; k > 0 && i < ofReplicas.size(); i++) {
            Calls of = ofReplicas.get(i);
            PooledCalls.Full full = of.pooled.full(k);
            evidence += full.evidence();
            ServedInTurn turn = of.pooled.find(full, ended(of.held.node()));
            if (turn != null) {
                claims.add(new Claim(of.held, of.first, turn, false));
            }
        }
        return new RolePool(k, evidence, ofReplicas.stream().map(Calls::held).toList(), claims);
    }

    private Map<List<Integer>, IntArrayList> byPair() {
        Map<List<Integer>, IntArrayList> answered = new HashMap<>();
        KeyNumbers ends = new KeyNumbers();
        KeyNumbers pairs = new KeyNumbers();
        List<IntArrayList> ofPair = new ArrayList<>();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (calls.isAnswered(call) && !messages.isUnseen(request)) {
                int from = messages.source(request);
                int to = messages.destination(request);
                int port = messages.destinationPort(request);
                int pair = pairs.of(KeyNumbers.pair(ends.of(KeyNumbers.pair(from, to)), port));
                if (pair == ofPair.size()) {
                    ofPair.add(answered.computeIfAbsent(List.of(from, to, port), unseen -> new IntArrayList()));
                }
                ofPair.get(pair).addInt(call);
            }
        }
        return answered;
    }

    private int[] inOrderOfSending(int[] all) {
        return TurnClaims.inOrder(all, call -> times.atSenderNanos(calls.request()[call]));
    }

    /** The calls from one node to another, if they wait at the caller, or their series, if these do. */
    private @Nullable Claim pool(Held held, int[] made) {
        long[] ends = ended(held.node());
        int[] sorted = TurnClaims.first(inOrderOfSending(made));
        int[] last = sorted.clone();
        ServedInTurn turn = pool(sorted, last, ends);
        if (turn != null) {
            return new Claim(held, sorted, turn, false);
        }
        int[] begun = series(sorted, last);
        turn = begun.length == sorted.length ? null : pool(begun, last, ends);
        return turn == null ? null : new Claim(held, begun, turn, true);
    }

    /** Whether places are waited for that are held from the first to the last of some calls. */
    private @Nullable ServedInTurn pool(int[] first, int[] last, long[] ends) {
        return pooled(first, last).find(ends);
    }

    private PooledCalls pooled(int[] first, int[] last) {
        long[] sent = new long[first.length];
        long[] answered = new long[first.length];
        long[] ready = new long[first.length];
        int[] connection = new int[first.length];
        for (int i = 0; i < first.length; i++) {
            int request = calls.request()[first[i]];
            int parent = calls.parent()[first[i]];
            sent[i] = times.atSenderNanos(request);
            answered[i] = times.atReceiverNanos(calls.response()[last[i]]);
            connection[i] = messages.connection(request);
            ready[i] = parent == MessageTable.NONE ? Long.MAX_VALUE : ready(parent, first[i]);
        }
        return new PooledCalls(ready, sent, answered, connection);
    }

    /**
     * The first of the calls that follow each other on a connection for one request.
     *
     * @param sorted in the order in which they were sent
     * @param last takes the last of each series
     */
    private int[] series(int[] sorted, int[] last) {
        Int2IntHashMap open = new Int2IntHashMap(MessageTable.NONE);
        int[] begun = new int[sorted.length];
        int series = 0;
        for (int call : sorted) {
            int connection = messages.connection(calls.request()[call]);
            int at = open.get(connection);
            int parent = calls.parent()[call];
            if (at == MessageTable.NONE || parent == MessageTable.NONE || parent != calls.parent()[begun[at]]) {
                open.put(connection, series);
                at = series;
                begun[series++] = call;
            }
            last[at] = call;
        }
        return Arrays.copyOf(begun, series);
    }

    /** When the request had come for which a call is made, and all that was asked before had been answered. */
    private long ready(int parent, int call) {
        long sent = times.atSenderNanos(calls.request()[call]);
        long ready = times.atReceiverNanos(calls.request()[parent]);
        int looked = 0;
        for (int at = served.endChild(parent) - 1; at >= served.firstChild(parent) && looked < MAX_EARLIER; at--) {
            int other = served.child(at);
            int response = calls.response()[other];
            if (other < call && response != MessageTable.NONE) {
                looked++;
                long answered = times.atReceiverNanos(response);
                ready = answered <= sent ? Math.max(ready, answered) : ready;
            }
        }
        return ready;
    }
}

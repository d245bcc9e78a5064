package io.wirepath.analyze.finding;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.PoolClaims.RolePool;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.causes.TimeOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Which calls wait in turn for others, as packets show it (Project 5 §8): at a node, for all its requests or for those
 * of one kind, or at a caller, for a place in a pool of calls to another. Where a node waits for another that has its
 * requests in turn, the other alone is told. Keeps nothing of a search: thread-safe.
 */
public final class TurnClaims {

    /** Calls of a kind at a node that are looked at, the first. */
    public static final int MAX_CALLS = 5000;

    /** Requests of more lengths than this are not told apart by them. */
    private static final int MAX_LENGTHS = 8;

    /** Kinds of what they hold together that are named. */
    private static final int MAX_NAMED = 3;

    /**
     * What calls hold, so many at once, and others wait for: at the node that serves them, or, of a pool, at their
     * caller.
     *
     * @param node who serves them; of a pool, who makes them
     * @param callee whom a pool's calls go to; {@link MessageTable#NONE} where it is no pool
     * @param port at which they ask that one; {@link MessageTable#NONE} where all ports count
     * @param kind what they ask for; empty where all requests count
     */
    public record Held(int node, int callee, int port, String kind) {

        /** What all requests of a node hold there, or those of one kind. */
        private static Held there(int node, String kind) {
            return new Held(node, MessageTable.NONE, MessageTable.NONE, kind);
        }

        /** A place in the pool of calls from one node to another, at a port. */
        static Held inPool(List<Integer> pair) {
            return new Held(pair.get(0), pair.get(1), pair.get(2), "");
        }

        /** Whether they wait at their caller. */
        public boolean isPool() {
            return callee != MessageTable.NONE;
        }
    }

    /**
     * Calls that wait for each other.
     *
     * @param held what they wait for
     * @param calls in the order in which they came; of a pool, in which they were sent; of series, the first of each
     * @param turn who waits for whom, by places in the calls
     * @param ofSeries whether a place in a pool is held over all calls that one request makes on it, one after another,
     *     as for a transaction
     */
    public record Claim(Held held, int[] calls, ServedInTurn turn, boolean ofSeries) {

        /** How long all of them waited together. */
        public double lostNanos() {
            return IntStream.range(0, calls.length)
                    .mapToDouble(i -> turn.waitedNanos()[i])
                    .sum();
        }
    }

    /**
     * Requests that share a processor, or a lock that is passed on before they end.
     *
     * @param node who serves them
     * @param calls in the order in which they came
     * @param ownNanos how long each would take alone
     */
    record Shared(int node, int[] calls, double[] ownNanos) {}

    private final MessageTable messages;
    private final CallTable calls;
    private final ServedCalls served;
    /** Calls that were answered, by who served them. */
    private final Map<Integer, IntArrayList> byNode = new TreeMap<>();

    private final NodeTimes times;
    private final PoolClaims pools;

    /** Prepares to look at these calls. */
    public TurnClaims(MessageTable messages, CallTable calls, ServedCalls served) {
        this.messages = messages;
        this.calls = calls;
        this.served = served;
        times = new NodeTimes(messages);
        for (int call = 0; call < calls.size(); call++) {
            if (calls.isAnswered(call) && !messages.isUnseen(calls.request()[call])) {
                byNode.computeIfAbsent(messages.destination(calls.request()[call]), node -> new IntArrayList())
                        .addInt(call);
            }
        }
        pools = new PoolClaims(messages, calls, served, times, byNode);
    }

    /** Who waits for whom, first causes alone. */
    public List<Claim> claims() {
        return claims(List.of());
    }

    /** The same, and pools that replicas show together, of which no caller shows enough by itself. */
    public List<Claim> claims(List<RolePool> ofRoles) {
        List<Claim> claims = new ArrayList<>();
        byNode.forEach((node, served) -> claims.addAll(claims(node, served.toIntArray())));
        claims.addAll(pools.claims());
        ofRoles.stream()
                .filter(RolePool::isShown)
                .flatMap(pool -> pool.claims().stream())
                .filter(pool -> claims.stream().noneMatch(own -> own.held.equals(pool.held)))
                .toList()
                .forEach(claims::add);
        return claims.stream().filter(claim -> !isForOthers(claim, claims)).toList();
    }

    /**
     * The pools that replicas may have: of the calls of each role to another, where all together show that they are no
     * more at once, what one shows holds for the others.
     *
     * @param role of each node
     */
    public List<RolePool> poolsOfRoles(String[] role) {
        return pools.ofRoles(role);
    }

    /**
     * The nodes whose requests share a processor, first causes alone.
     *
     * @param claims what is told of turns
     */
    List<Shared> shared(List<Claim> claims) {
        Set<Integer> known = claims.stream().map(claim -> claim.held.node).collect(Collectors.toSet());
        List<Shared> all = new ArrayList<>();
        byNode.forEach((node, served) -> {
            int[] sorted = inOrder(served.toIntArray());
            SharedProcessor own = known.contains(node)
                    ? null
                    : SharedProcessor.of(
                            came(sorted), ended(sorted), numbers(sorted), DetectorInput.FALSE_ALARMS / byNode.size());
            if (own != null) {
                all.add(new Shared(node, sorted, own.ownNanos()));
            }
        });
        all.forEach(each -> known.add(each.node));
        return all.stream().filter(each -> !asksMostly(each, known)).toList();
    }

    /** Whether most of these requests ask one of these nodes. */
    private boolean asksMostly(Shared shared, Set<Integer> nodes) {
        long asking = IntStream.of(shared.calls)
                .filter(call -> IntStream.range(served.firstChild(call), served.endChild(call))
                        .anyMatch(at -> nodes.contains(messages.destination(calls.request()[served.child(at)]))))
                .count();
        return 2 * asking > shared.calls.length;
    }

    /** The kind of each by number. */
    private int[] numbers(int[] of) {
        Int2IntHashMap numberOf = new Int2IntHashMap(MessageTable.NONE);
        int number = 0;
        for (IntArrayList kind : kinds(of).values()) {
            for (int call : kind.toIntArray()) {
                numberOf.put(call, number);
            }
            number++;
        }
        return IntStream.of(of).map(numberOf::get).toArray();
    }

    /**
     * All requests of a node, or what several kinds of them hold together, or those of each kind, whichever says more.
     * No kind is told where more requests may be in turn, but are not told: others may hold what those of it wait for.
     */
    private List<Claim> claims(int node, int[] calls) {
        Map<String, IntArrayList> kinds = kinds(calls);
        List<Claim> ofKinds = new ArrayList<>();
        if (kinds.size() > 1) {
            kinds.forEach((kind, own) -> {
                Claim claim = claim(Held.there(node, kind), own.toIntArray());
                if (claim != null) {
                    ofKinds.add(claim);
                }
            });
        }
        double evidence =
                ofKinds.stream().mapToDouble(claim -> claim.turn.evidence()).sum();
        Map<Held, int[]> wider = new LinkedHashMap<>();
        wider.put(Held.there(node, ""), calls);
        if (ofKinds.size() > 1 && ofKinds.size() < kinds.size()) {
            wider.put(Held.there(node, names(ofKinds)), together(ofKinds));
        }
        for (Map.Entry<Held, int[]> each : wider.entrySet()) {
            Claim claim = claim(each.getKey(), each.getValue());
            if (claim != null && claim.turn.evidence() >= evidence) {
                return List.of(claim);
            }
            if (claim == null && !ofKinds.isEmpty() && isInTurn(each.getValue())) {
                return List.of();
            }
        }
        return ofKinds;
    }

    private static String names(List<Claim> ofKinds) {
        int more = ofKinds.size() - MAX_NAMED;
        return ofKinds.stream()
                .limit(MAX_NAMED)
                .map(claim -> claim.held.kind)
                .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more kinds" : ""));
    }

    private static int[] together(List<Claim> ofKinds) {
        return ofKinds.stream()
                .flatMapToInt(claim -> IntStream.of(claim.calls))
                .sorted()
                .toArray();
    }

    private @Nullable Claim claim(Held held, int[] all) {
        int[] sorted = inOrder(all);
        ServedInTurn turn = ServedInTurn.of(came(sorted), ended(sorted), numbers(sorted));
        return turn == null ? null : new Claim(held, sorted, turn, false);
    }

    private boolean isInTurn(int[] all) {
        int[] sorted = inOrder(all);
        return ServedInTurn.isPossible(came(sorted), ended(sorted));
    }

    private int[] inOrder(int[] all) {
        return first(inOrder(all, call -> times.atReceiverNanos(calls.request()[call])));
    }

    private long[] came(int[] of) {
        return IntStream.of(of)
                .mapToLong(call -> times.atReceiverNanos(calls.request()[call]))
                .toArray();
    }

    private long[] ended(int[] of) {
        return IntStream.of(of)
                .mapToLong(call -> times.atSenderNanos(calls.response()[call]))
                .toArray();
    }

    /** These calls in the order of these times. */
    static int[] inOrder(int[] calls, IntToLongFunction nanos) {
        int[] order = TimeOrder.of(Arrays.stream(calls).mapToLong(nanos).toArray());
        return Arrays.stream(order).map(at -> calls[at]).toArray();
    }

    /** Those that are looked at. */
    static int[] first(int[] sorted) {
        return Arrays.copyOf(sorted, Math.min(sorted.length, MAX_CALLS));
    }

    /** By what they ask for, where that is known; else by their first words, and by their lengths if these are few. */
    private Map<String, IntArrayList> kinds(int[] of) {
        Set<Long> lengths = new HashSet<>();
        for (int call : of) {
            lengths.add(messages.lengthBytes(calls.request()[call]));
        }
        Map<String, IntArrayList> kinds = new TreeMap<>();
        for (int call : of) {
            int row = calls.request()[call];
            String length = lengths.size() > MAX_LENGTHS ? "" : messages.lengthBytes(row) + " bytes";
            String operation = messages.operation(row);
            String kind = operation.isEmpty() ? length : operation;
            kinds.computeIfAbsent(kind, unseen -> new IntArrayList()).addInt(call);
        }
        return kinds;
    }

    /**
     * Whether most calls that wait in a claim do so for calls that wait in others, however far behind it; those for a
     * pool, because who holds it waits itself. Where a node waits for a pool, that is why it has so many requests in
     * work.
     */
    private boolean isForOthers(Claim claim, List<Claim> claims) {
        Set<Integer> waiting = new HashSet<>();
        for (Claim behind : claims) {
            if (behind.held.node != claim.held.node) {
                addWaiting(behind, waiting);
            } else if (behind.held.isPool() && !claim.held.isPool()) {
                return true;
            }
        }
        int waits = 0;
        int forOthers = 0;
        for (int i = 0; i < claim.calls.length; i++) {
            if (claim.turn.holder()[i] >= 0) {
                waits++;
                int own = claim.held.isPool() ? claim.turn.holder()[i] : i;
                forOthers += waiting.contains(claim.calls[own]) ? 1 : 0;
            }
        }
        return 2 * forOthers > waits;
    }

    /** Adds the calls that wait, and those that they are made for; of a pool the latter alone. */
    private void addWaiting(Claim claim, Set<Integer> waiting) {
        for (int i = 0; i < claim.calls.length; i++) {
            if (claim.turn.holder()[i] >= 0) {
                int call = claim.calls[i];
                int first = claim.held.isPool() ? calls.parent()[call] : call;
                for (int above = first; above != MessageTable.NONE && waiting.add(above); ) {
                    above = calls.parent()[above];
                }
            }
        }
    }
}

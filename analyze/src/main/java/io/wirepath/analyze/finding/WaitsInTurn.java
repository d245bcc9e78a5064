package io.wirepath.analyze.finding;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Says where requests wait in turn for what others hold (Project 5 §8: not only that A waits for a lock, but that B
 * holds it): at a node, for all its requests or for those of one kind, or at a caller, for a place in a pool of calls
 * to another. Where a node waits for another that has its requests in turn, the other alone is told.
 */
final class WaitsInTurn implements Detector {

    /** Calls of a kind at a node that are looked at, the first. */
    private static final int MAX_CALLS = 5000;

    /** Requests of more lengths than this are not told apart by them. */
    private static final int MAX_LENGTHS = 8;

    /** Calls to look back at for what was before a call of the same request. */
    private static final int MAX_EARLIER = 64;

    /** Calls that may wait for each other: at the node that serves them, or, of a pool, at their caller. */
    record Group(int node, int callee, String kind, int[] calls) {

        boolean isPool() {
            return callee != MessageTable.NONE;
        }
    }

    /** Calls that do. */
    record Claim(Group group, ServedInTurn turn) {

        double lostNanos() {
            return IntStream.range(0, group.calls.length)
                    .mapToDouble(i -> turn.waitedNanos()[i])
                    .sum();
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        NodeTimes times = new NodeTimes(input.messages());
        return claims(input, times).stream()
                .sorted(Comparator.comparingDouble(Claim::lostNanos).reversed())
                .map(claim -> finding(input, times, claim))
                .toList();
    }

    /** Who waits for whom, first causes alone. */
    static List<Claim> claims(DetectorInput input, NodeTimes times) {
        Map<Integer, IntArrayList> byNode = new TreeMap<>();
        Map<List<Integer>, IntArrayList> byPair = new HashMap<>();
        CallTable calls = input.calls();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (calls.response()[call] != MessageTable.NONE && !input.messages().isUnseen(request)) {
                MessageTable messages = input.messages();
                byNode.computeIfAbsent(messages.destination(request), node -> new IntArrayList())
                        .addInt(call);
                byPair.computeIfAbsent(
                                List.of(
                                        messages.source(request),
                                        messages.destination(request),
                                        messages.destinationPort(request)),
                                pair -> new IntArrayList())
                        .addInt(call);
            }
        }
        List<Claim> claims = new ArrayList<>();
        byNode.forEach((node, served) -> claims.addAll(claims(input, times, node, served.toIntArray())));
        Map<Integer, long[]> ended = new HashMap<>();
        byPair.forEach((pair, made) -> {
            long[] ends = ended.computeIfAbsent(
                    pair.get(0),
                    node -> byNode.getOrDefault(node, new IntArrayList())
                            .intStream()
                            .mapToLong(call -> times.atSenderNanos(calls.response()[call]))
                            .sorted()
                            .toArray());
            Claim pool = pool(input, times, pair, made.toIntArray(), ends);
            if (pool != null) {
                claims.add(pool);
            }
        });
        return claims.stream()
                .filter(claim -> claims.stream().noneMatch(other -> isBehind(input, other, claim)))
                .toList();
    }

    /** All requests of a node, or those of one kind, whichever says more. */
    private static List<Claim> claims(DetectorInput input, NodeTimes times, int node, int[] calls) {
        Claim whole = claim(times, input, new Group(node, MessageTable.NONE, "", calls));
        List<Claim> ofKinds = new ArrayList<>();
        Map<String, IntArrayList> kinds = kinds(input, calls);
        if (kinds.size() > 1) {
            kinds.forEach((kind, own) -> {
                Claim claim = claim(times, input, new Group(node, MessageTable.NONE, kind, own.toIntArray()));
                if (claim != null) {
                    ofKinds.add(claim);
                }
            });
        }
        double evidence =
                ofKinds.stream().mapToDouble(claim -> claim.turn.evidence()).sum();
        return whole != null && whole.turn.evidence() >= evidence ? List.of(whole) : ofKinds;
    }

    private static @Nullable Claim claim(NodeTimes times, DetectorInput input, Group all) {
        CallTable calls = input.calls();
        int[] sorted = first(all.calls, call -> times.atReceiverNanos(calls.request()[call]));
        long[] came = IntStream.of(sorted)
                .mapToLong(call -> times.atReceiverNanos(calls.request()[call]))
                .toArray();
        long[] ended = IntStream.of(sorted)
                .mapToLong(call -> times.atSenderNanos(calls.response()[call]))
                .toArray();
        ServedInTurn turn = ServedInTurn.of(came, ended);
        return turn == null ? null : new Claim(new Group(all.node, all.callee, all.kind, sorted), turn);
    }

    private static int[] first(int[] calls, IntToLongFunction nanos) {
        return IntStream.of(calls)
                .boxed()
                .sorted(Comparator.comparingLong(nanos::applyAsLong))
                .limit(MAX_CALLS)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The calls from one node to another, if they wait at the caller. */
    private static @Nullable Claim pool(
            DetectorInput input, NodeTimes times, List<Integer> pair, int[] made, long[] ends) {
        CallTable calls = input.calls();
        int[] sorted = first(made, call -> times.atSenderNanos(calls.request()[call]));
        long[] sent = new long[sorted.length];
        long[] answered = new long[sorted.length];
        long[] ready = new long[sorted.length];
        int[] connection = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            int request = calls.request()[sorted[i]];
            int parent = calls.parent()[sorted[i]];
            sent[i] = times.atSenderNanos(request);
            answered[i] = times.atReceiverNanos(calls.response()[sorted[i]]);
            connection[i] = input.messages().connection(request);
            ready[i] = parent == MessageTable.NONE ? Long.MAX_VALUE : ready(input, times, parent, sorted[i]);
        }
        ServedInTurn turn = new PooledCalls(ready, sent, answered, connection).find(ends);
        return turn == null ? null : new Claim(new Group(pair.get(0), pair.get(1), "", sorted), turn);
    }

    /** When the request had come for which a call is made, and all that was asked before had been answered. */
    private static long ready(DetectorInput input, NodeTimes times, int parent, int call) {
        CallTable calls = input.calls();
        long sent = times.atSenderNanos(calls.request()[call]);
        long ready = times.atReceiverNanos(calls.request()[parent]);
        int looked = 0;
        for (int at = input.served().endChild(parent) - 1;
                at >= input.served().firstChild(parent) && looked < MAX_EARLIER;
                at--) {
            int other = input.served().child(at);
            int response = calls.response()[other];
            if (other < call && response != MessageTable.NONE) {
                looked++;
                long answered = times.atReceiverNanos(response);
                ready = answered <= sent ? Math.max(ready, answered) : ready;
            }
        }
        return ready;
    }

    /** By what they ask for, where that is known; else by their first words, and by their lengths if these are few. */
    private static Map<String, IntArrayList> kinds(DetectorInput input, int[] calls) {
        MessageTable messages = input.messages();
        Set<Long> lengths = new HashSet<>();
        for (int call : calls) {
            lengths.add(messages.lengthBytes(input.calls().request()[call]));
        }
        Map<String, IntArrayList> kinds = new TreeMap<>();
        for (int call : calls) {
            int row = input.calls().request()[call];
            String length = lengths.size() > MAX_LENGTHS ? "" : messages.lengthBytes(row) + " bytes";
            String operation = messages.operation(row);
            String kind = operation.isEmpty() ? length : operation;
            kinds.computeIfAbsent(kind, unseen -> new IntArrayList()).addInt(call);
        }
        return kinds;
    }

    /**
     * Whether most calls that wait in a claim do so for calls that wait in another, behind it; those for a pool,
     * because who holds it waits itself. Where a node waits for a pool, that is why it has so many requests in work.
     */
    private static boolean isBehind(DetectorInput input, Claim behind, Claim claim) {
        if (behind.group.node == claim.group.node) {
            return behind.group.isPool() && !claim.group.isPool();
        }
        Set<Integer> waiting = new HashSet<>();
        for (int i = 0; i < behind.group.calls.length; i++) {
            if (behind.turn.holder()[i] >= 0) {
                int call = behind.group.calls[i];
                waiting.add(input.calls().parent()[call]);
                waiting.add(behind.group.isPool() ? MessageTable.NONE : call);
            }
        }
        int waits = 0;
        int forOthers = 0;
        for (int i = 0; i < claim.group.calls.length; i++) {
            if (claim.turn.holder()[i] >= 0) {
                waits++;
                int own = claim.group.isPool() ? claim.turn.holder()[i] : i;
                forOthers += waiting.contains(claim.group.calls[own]) ? 1 : 0;
            }
        }
        return 2 * forOthers > waits;
    }

    private static Finding finding(DetectorInput input, NodeTimes times, Claim claim) {
        ServedInTurn turn = claim.turn;
        int[] calls = claim.group.calls;
        int waits = 0;
        double longest = 0;
        int sameConnection = 0;
        double served = 0;
        Map<String, Double> holders = new HashMap<>();
        Map<String, Double> waiters = new HashMap<>();
        for (int i = 0; i < calls.length; i++) {
            served += times.atSenderNanos(input.calls().response()[calls[i]])
                    - times.atReceiverNanos(input.calls().request()[calls[i]]);
            if (turn.holder()[i] >= 0) {
                int holder = calls[turn.holder()[i]];
                waits++;
                sameConnection += connection(input, holder) == connection(input, calls[i]) ? 1 : 0;
                longest = Math.max(longest, (double) turn.waitedNanos()[i]);
                holders.merge(who(input, claim.group, holder), (double) turn.waitedNanos()[i], Double::sum);
                waiters.merge(who(input, claim.group, calls[i]), (double) turn.waitedNanos()[i], Double::sum);
            }
        }
        double lost = claim.lostNanos();
        String many = DelayText.share((double) waits / calls.length) + " wait for another, "
                + DelayText.of(lost / waits) + " on average";
        boolean ofOne = holders.size() == 1 && holders.keySet().equals(waiters.keySet());
        String who = ofOne
                ? ". All are calls of " + holders.keySet().iterator().next() + ". "
                : ". By the time waited, those who held it were " + most(holders, lost) + "; those who waited were "
                        + most(waiters, lost) + ". ";
        return new Finding(
                        lost >= DetectorInput.SHARE_OF_A_PROBLEM * served
                                ? Finding.Severity.NOTICE
                                : Finding.Severity.FACT,
                        "waits-in-turn",
                        input.name(claim.group.node) + atOnce(input, claim) + ": " + many,
                        waits + " of " + calls.length + " waited, " + DelayText.of(lost) + " in all, "
                                + DelayText.of(longest)
                                + " at most; without that they would "
                                + (claim.group.isPool()
                                        ? "be sent " + DelayText.of(turn.aloneNanos()) + " after what was before them"
                                        : "take " + DelayText.of(turn.aloneNanos()))
                                + " (median of those that waited for none)" + who
                                + nature(claim, ofOne, sameConnection, waits),
                        Stream.of(claim.group.node, claim.group.callee)
                                .filter(node -> node != MessageTable.NONE)
                                .map(input::name)
                                .toList(),
                        lost / waits,
                        0)
                .restingOn(claim.group.isPool() ? 0 : input.callers(IntStream.of(calls)));
    }

    private static String atOnce(DetectorInput input, Claim claim) {
        int k = claim.turn.atOnce();
        if (claim.group.isPool()) {
            return " has at most " + k + (k == 1 ? " call to " : " calls to ") + input.name(claim.group.callee)
                    + " open";
        }
        String kind = claim.group.kind.isEmpty() ? "requests" : "requests of " + claim.group.kind;
        return k == 1
                ? " has its " + kind + " one at a time"
                : " has at most " + k + " of its " + kind + " in work at once";
    }

    /** What it may be, as far as packets tell. */
    private static String nature(Claim claim, boolean ofOne, int sameConnection, int waits) {
        if (!claim.group.isPool()) {
            return ofOne
                    ? "Whether it is a lock, a pool or a thread there, or the caller or the way between them, is not to be"
                            + " seen from outside where nobody else asks."
                    : "Whether it is a lock, a pool or a thread is not to be seen from outside.";
        }
        return 2 * sameConnection > waits
                ? "They are sent on the connection that the other leaves: it is a pool of connections, all of them held."
                : "They are sent when another has its answer, on any connection: it is a pool or a lock of the caller.";
    }

    private static int connection(DetectorInput input, int call) {
        return input.messages().connection(input.calls().request()[call]);
    }

    /** Who asks, and for what; of a pool, those for whom its caller does. */
    private static String who(DetectorInput input, Group group, int call) {
        int parent = input.calls().parent()[call];
        int row = input.calls().request()[group.isPool() && parent != MessageTable.NONE ? parent : call];
        String operation = input.messages().operation(row);
        return input.role(input.messages().source(row)) + (operation.isEmpty() ? "" : " (" + operation + ")");
    }

    private static String most(Map<String, Double> shares, double all) {
        StringBuilder text = new StringBuilder();
        shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(3)
                .forEach(own -> text.append(text.isEmpty() ? "" : ", ")
                        .append(own.getKey())
                        .append(' ')
                        .append(DelayText.share(own.getValue() / all)));
        return text.toString();
    }
}

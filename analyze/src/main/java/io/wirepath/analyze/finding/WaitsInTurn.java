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
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Says where requests wait in turn for what others hold (Project 5 §8: not only that A waits for a lock, but that B
 * holds it): at a node, for all its requests or for those of one kind. Where a node waits for another that has its
 * requests in turn, the other alone is told.
 */
final class WaitsInTurn implements Detector {

    /** Calls of a kind at a node that are looked at, the first. */
    private static final int MAX_CALLS = 5000;

    /** Requests of more lengths than this are not told apart by them. */
    private static final int MAX_LENGTHS = 8;

    private static final double NOTICE_SHARE = 0.2;

    /** Calls that may wait for each other. */
    private record Group(int node, String kind, int[] calls) {}

    /** Calls that do. */
    private record Claim(Group group, ServedInTurn turn) {

        double lostNanos() {
            return IntStream.range(0, group.calls.length)
                    .mapToDouble(i -> turn.waitedNanos()[i])
                    .sum();
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        NodeTimes times = new NodeTimes(input.messages());
        Map<Integer, IntArrayList> byNode = new TreeMap<>();
        CallTable calls = input.calls();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (calls.response()[call] != MessageTable.NONE && !input.messages().isUnseen(request)) {
                byNode.computeIfAbsent(input.messages().destination(request), node -> new IntArrayList())
                        .addInt(call);
            }
        }
        List<Claim> claims = new ArrayList<>();
        byNode.forEach((node, served) -> claims.addAll(claims(input, times, node, served.toIntArray())));
        return claims.stream()
                .filter(claim -> claims.stream().noneMatch(other -> isBehind(input, other, claim)))
                .sorted(Comparator.comparingDouble(Claim::lostNanos).reversed())
                .map(claim -> finding(input, times, claim))
                .toList();
    }

    /** All requests of a node, or those of one kind, whichever says more. */
    private static List<Claim> claims(DetectorInput input, NodeTimes times, int node, int[] calls) {
        Claim whole = claim(times, input, new Group(node, "", calls));
        List<Claim> ofKinds = new ArrayList<>();
        Map<String, IntArrayList> kinds = kinds(input, calls);
        if (kinds.size() > 1) {
            kinds.forEach((kind, own) -> {
                Claim claim = claim(times, input, new Group(node, kind, own.toIntArray()));
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
        int[] sorted = IntStream.of(all.calls)
                .boxed()
                .sorted(Comparator.comparingLong(call -> times.atReceiverNanos(calls.request()[call])))
                .limit(MAX_CALLS)
                .mapToInt(Integer::intValue)
                .toArray();
        long[] came = IntStream.of(sorted)
                .mapToLong(call -> times.atReceiverNanos(calls.request()[call]))
                .toArray();
        long[] ended = IntStream.of(sorted)
                .mapToLong(call -> times.atSenderNanos(calls.response()[call]))
                .toArray();
        ServedInTurn turn = ServedInTurn.of(came, ended);
        return turn == null ? null : new Claim(new Group(all.node, all.kind, sorted), turn);
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

    /** Whether most calls that wait in a claim do so for calls that wait in another, behind it. */
    private static boolean isBehind(DetectorInput input, Claim behind, Claim claim) {
        if (behind.group.node == claim.group.node) {
            return false;
        }
        Set<Integer> waiting = new HashSet<>();
        for (int i = 0; i < behind.group.calls.length; i++) {
            if (behind.turn.holder()[i] >= 0) {
                waiting.add(input.calls().parent()[behind.group.calls[i]]);
            }
        }
        int waits = 0;
        int forOthers = 0;
        for (int i = 0; i < claim.group.calls.length; i++) {
            if (claim.turn.holder()[i] >= 0) {
                waits++;
                forOthers += waiting.contains(claim.group.calls[i]) ? 1 : 0;
            }
        }
        return 2 * forOthers > waits;
    }

    private static Finding finding(DetectorInput input, NodeTimes times, Claim claim) {
        ServedInTurn turn = claim.turn;
        int[] calls = claim.group.calls;
        int waits = 0;
        double longest = 0;
        double served = 0;
        Map<String, Double> holders = new HashMap<>();
        Map<String, Double> waiters = new HashMap<>();
        for (int i = 0; i < calls.length; i++) {
            served += times.atSenderNanos(input.calls().response()[calls[i]])
                    - times.atReceiverNanos(input.calls().request()[calls[i]]);
            if (turn.holder()[i] >= 0) {
                waits++;
                longest = Math.max(longest, (double) turn.waitedNanos()[i]);
                holders.merge(who(input, calls[turn.holder()[i]]), (double) turn.waitedNanos()[i], Double::sum);
                waiters.merge(who(input, calls[i]), (double) turn.waitedNanos()[i], Double::sum);
            }
        }
        double lost = claim.lostNanos();
        String node = input.name(claim.group.node);
        String kind = claim.group.kind.isEmpty() ? "requests" : "requests of " + claim.group.kind;
        String atOnce = turn.atOnce() == 1
                ? " has its " + kind + " one at a time"
                : " has at most " + turn.atOnce() + " of its " + kind + " in work at once";
        return new Finding(
                lost >= NOTICE_SHARE * served ? Finding.Severity.NOTICE : Finding.Severity.FACT,
                "waits-in-turn",
                node + atOnce + ": " + DelayText.share((double) waits / calls.length) + " wait for another, "
                        + DelayText.of(lost / waits) + " on average",
                waits + " of " + calls.length + " waited, " + DelayText.of(lost) + " in all, " + DelayText.of(longest)
                        + " at most; without that they would take " + DelayText.of(turn.aloneNanos())
                        + " (median of those that waited for none). By the time waited, those who held it were "
                        + most(holders, lost) + "; those who waited were " + most(waiters, lost)
                        + ". Whether it is a lock, a pool or a thread is not to be seen from outside.",
                List.of(node),
                lost / waits,
                0);
    }

    /** Who asks, and for what. */
    private static String who(DetectorInput input, int call) {
        int row = input.calls().request()[call];
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

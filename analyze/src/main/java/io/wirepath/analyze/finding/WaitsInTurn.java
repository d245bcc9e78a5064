package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.analyze.finding.TurnClaims.Held;
import io.wirepath.analyze.finding.TurnClaims.Shared;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Says where requests wait in turn for what others hold (Project 5 §8: not only that A waits for a lock, but that B
 * holds it): at a node, for all its requests or for those of one kind, or at a caller, for a place in a pool of calls
 * to another. Where a node waits for another that has its requests in turn, the other alone is told. And where requests
 * share a processor, or a lock that is passed on before they end, so that nobody holds it.
 */
final class WaitsInTurn implements Detector {

    @Override
    public List<Finding> detect(DetectorInput input) {
        NodeTimes times = new NodeTimes(input.messages());
        TurnClaims turns = new TurnClaims(input.messages(), input.calls(), input.served());
        List<Claim> claims = turns.claims();
        Map<Told, List<Claim>> told = claims.stream()
                .collect(
                        Collectors.groupingBy(claim -> Told.of(input, claim), LinkedHashMap::new, Collectors.toList()));
        return Stream.concat(
                        told.values().stream()
                                .sorted(Comparator.comparingDouble(WaitsInTurn::lostNanos)
                                        .reversed())
                                .map(alike -> finding(input, times, alike)),
                        turns.shared(claims).stream().map(shared -> finding(input, times, shared)))
                .toList();
    }

    private static Finding finding(DetectorInput input, NodeTimes times, Shared shared) {
        double[] alone = Arrays.stream(shared.ownNanos()).sorted().toArray();
        double served = IntStream.of(shared.calls())
                .mapToDouble(call -> times.atSenderNanos(input.calls().response()[call])
                        - times.atReceiverNanos(input.calls().request()[call]))
                .sum();
        double lost = served - Arrays.stream(alone).sum();
        return new Finding(
                        lost >= DetectorInput.SHARE_OF_A_PROBLEM * served
                                ? Finding.Severity.NOTICE
                                : Finding.Severity.FACT,
                        "shares-a-processor",
                        input.name(shared.node()) + " works on its requests as with one processor: the more are there,"
                                + " the longer takes each, " + DelayText.of(lost / alone.length) + " more on average",
                        "Of the " + DelayText.of(served) + " that its " + alone.length + " requests took in all, "
                                + DelayText.of(lost) + " are there because others were; alone half of them would take "
                                + DelayText.of(alone[alone.length / 2])
                                + " or less. Who is there with others takes longer"
                                + " in proportion, whoever came first. Whether it is a processor, or a lock that is"
                                + " passed on before a request ends, as that of an interpreter, is not to be seen from"
                                + " outside.",
                        List.of(input.name(shared.node())),
                        lost / alone.length,
                        0)
                .restingOn(input.callers(IntStream.of(shared.calls())));
    }

    /** What replicas have in common whose claims are told as one. */
    private record Told(String role, String pool, String kind, int atOnce, boolean ofSeries) {

        static Told of(DetectorInput input, Claim claim) {
            Held held = claim.held();
            return new Told(
                    input.role(held.node()),
                    held.isPool() ? input.name(held.callee()) + ":" + port(input, claim) : "",
                    held.kind(),
                    claim.turn().atOnce(),
                    claim.ofSeries());
        }

        private static int port(DetectorInput input, Claim claim) {
            return input.messages().destinationPort(input.calls().request()[claim.calls()[0]]);
        }
    }

    private static double lostNanos(List<Claim> claims) {
        return claims.stream().mapToDouble(Claim::lostNanos).sum();
    }

    /** What one node shows, or several of one role alike. */
    private static Finding finding(DetectorInput input, NodeTimes times, List<Claim> alike) {
        Claim claim = alike.get(0);
        int all = 0;
        int waits = 0;
        double longest = 0;
        int sameConnection = 0;
        double served = 0;
        Map<String, Double> holders = new HashMap<>();
        Map<String, Double> waiters = new HashMap<>();
        for (Claim own : alike) {
            ServedInTurn turn = own.turn();
            int[] calls = own.calls();
            all += calls.length;
            for (int i = 0; i < calls.length; i++) {
                served += times.atSenderNanos(input.calls().response()[calls[i]])
                        - times.atReceiverNanos(input.calls().request()[calls[i]]);
                if (turn.holder()[i] >= 0) {
                    int holder = calls[turn.holder()[i]];
                    waits++;
                    sameConnection += connection(input, holder) == connection(input, calls[i]) ? 1 : 0;
                    longest = Math.max(longest, (double) turn.waitedNanos()[i]);
                    holders.merge(who(input, own.held(), holder), (double) turn.waitedNanos()[i], Double::sum);
                    waiters.merge(who(input, own.held(), calls[i]), (double) turn.waitedNanos()[i], Double::sum);
                }
            }
        }
        double lost = lostNanos(alike);
        String many = DelayText.share((double) waits / all) + " wait for another, " + DelayText.of(lost / waits)
                + " on average";
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
                        places(input, alike) + atOnce(input, claim) + ": " + many,
                        waits + " of " + all + " waited, " + DelayText.of(lost) + " in all, "
                                + DelayText.of(longest)
                                + " at most; without that they would " + without(alike) + who
                                + nature(claim, ofOne, sameConnection, waits),
                        Stream.concat(
                                        alike.stream().map(own -> own.held().node()),
                                        Stream.of(claim.held().callee()))
                                .filter(node -> node != MessageTable.NONE)
                                .map(input::name)
                                .toList(),
                        lost / waits,
                        0)
                .restingOn(
                        claim.held().isPool()
                                ? 0
                                : input.callers(alike.stream().flatMapToInt(own -> IntStream.of(own.calls()))));
    }

    /** {@code app1}, {@code Each of the 4 nodes of app}, {@code Each of 2 of the 4 nodes of app}. */
    private static String places(DetectorInput input, List<Claim> alike) {
        int node = alike.get(0).held().node();
        if (alike.size() == 1) {
            return input.name(node);
        }
        String role = input.role(node);
        long all = input.roles().stream()
                .filter(own -> own.name().equals(role))
                .mapToLong(own -> own.nodes().size())
                .sum();
        return "Each of " + (alike.size() == all ? "the " : alike.size() + " of the ") + all + " nodes of " + role;
    }

    private static String without(List<Claim> alike) {
        Claim claim = alike.get(0);
        DoubleSummaryStatistics each =
                alike.stream().mapToDouble(own -> own.turn().aloneNanos()).summaryStatistics();
        String alone = alike.size() == 1 ? DelayText.of(each.getMax()) : DelayText.range(each.getMin(), each.getMax());
        String median = alike.size() == 1 ? " (median of " : " (medians of ";
        String ofThose = "those that waited for none";
        if (claim.held().isPool()) {
            return "be sent " + alone + " after what was before them" + median + ofThose + ")";
        }
        String ofAll = "all, from when those before them had ended";
        long shown = alike.stream().filter(own -> own.turn().isShownAlone()).count();
        String of = shown == alike.size() ? ofThose : shown == 0 ? ofAll : ofThose + ", or of " + ofAll;
        return "take " + alone + median + of + ")";
    }

    private static String atOnce(DetectorInput input, Claim claim) {
        int k = claim.turn().atOnce();
        if (claim.held().isPool()) {
            String what = claim.ofSeries() ? " series of calls to " : k == 1 ? " call to " : " calls to ";
            return " has at most " + k + what + input.name(claim.held().callee()) + " open";
        }
        String kind = claim.held().kind().isEmpty()
                ? "requests"
                : "requests of " + claim.held().kind();
        return k == 1
                ? " has its " + kind + " one at a time"
                : " has at most " + k + " of its " + kind + " in work at once";
    }

    /** What it may be, as far as packets tell. */
    private static String nature(Claim claim, boolean ofOne, int sameConnection, int waits) {
        if (!claim.held().isPool()) {
            return ofOne
                    ? "Whether it is a lock, a pool or a thread there, or the caller or the way between them, is not"
                            + " to be seen from outside where nobody else asks."
                    : "Whether it is a lock, a pool or a thread is not to be seen from outside.";
        }
        return 2 * sameConnection > waits
                ? "They are sent on the connection that the other leaves: it is a pool of connections, all of them"
                        + " held."
                : "They are sent when another has its answer, on any connection: it is a pool or a lock of the caller.";
    }

    private static int connection(DetectorInput input, int call) {
        return input.messages().connection(input.calls().request()[call]);
    }

    /** Who asks, and for what; of a pool, those for whom its caller does. */
    private static String who(DetectorInput input, Held held, int call) {
        int parent = input.calls().parent()[call];
        int row = input.calls().request()[held.isPool() && parent != MessageTable.NONE ? parent : call];
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

package io.wirepath.analyze.finding;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.path.UnseenServers;
import io.wirepath.analyze.request.Cause;
import io.wirepath.analyze.request.RequestTimes;
import io.wirepath.analyze.request.TimeSums;
import io.wirepath.analyze.request.TimeSums.Holder;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.flows.SightingCodec;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Says what holds the largest part of the time of all requests, a service's own work or a way: where making something
 * faster pays most. Nothing where the links that it rests on are in doubt, or calls that nobody saw may hold it.
 */
final class WhereTimeGoes implements Detector {

    private static final double MIN_SHARE = 0.3;
    private static final double MIN_SHARE_NAMED = 0.03;
    private static final int MAX_NAMED = 3;
    private static final int MAX_REPLICAS = 4;

    @Override
    public List<Finding> detect(DetectorInput input) {
        String[] roles = new String[input.nodes().size()];
        input.nodes().forEach(node -> roles[node.node()] = node.role());
        TimeSums sums = RequestTimes.of(input.messages(), input.calls(), input.served(), roles)
                .all();
        return sums.nanos().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> sums.total() > 0 && most.getValue() >= MIN_SHARE * sums.total())
                .filter(most -> isKnown(input, most.getKey()))
                .map(most -> finding(input, most.getKey(), most.getValue(), sums))
                .stream()
                .toList();
    }

    /** Whether what was not seen, or is in doubt, leaves the time where it is said to be. */
    private static boolean isKnown(DetectorInput input, Holder holder) {
        MessageTable messages = input.messages();
        CallTable calls = input.calls();
        BitSet unseen = UnseenServers.of(messages, calls);
        double certain = 0;
        int served = 0;
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            int parent = calls.parent()[call];
            if (unseen.get(messages.source(request))
                    && parent != MessageTable.NONE
                    && input.role(messages.destination(calls.request()[parent])).equals(holder.to())) {
                return false;
            }
            // what programs of one address ask each other has no place of its own
            if (messages.source(request) != messages.destination(request)
                    && input.role(messages.destination(request)).equals(holder.to())
                    && input.served().isTimed(call)) {
                certain += input.served().ownWeight(call);
                served++;
            }
        }
        return served > 0 && (holder.cause() != Cause.OWN || certain >= DetectorInput.SURE * served);
    }

    private static Finding finding(DetectorInput input, Holder most, double nanos, TimeSums sums) {
        double mean = nanos / sums.requests();
        Optional<RoleSummary> role = input.roles().stream()
                .filter(own -> own.name().equals(most.to()))
                .findFirst();
        return new Finding(
                        Severity.FACT,
                        "where-time-goes",
                        DelayText.share(nanos / sums.total()) + " of the time of requests "
                                + (most.cause() == Cause.OWN
                                        ? "is spent in " + most.to()
                                        : "goes where " + most.words())
                                + ": " + DelayText.of(mean) + " of " + DelayText.of(sums.total() / sums.requests())
                                + " each",
                        atMost(input, most, role, sums) + asToldByEnds(input, most) + rest(most, sums)
                                + role.map(own -> replicas(input, own)).orElse("")
                                + (sums.requests() == 1
                                        ? "One request"
                                        : "Sum over " + CountText.of(sums.requests(), "request"))
                                + ", from request to response.",
                        role.stream()
                                .flatMap(own -> own.nodes().stream())
                                .map(input::name)
                                .toList(),
                        mean,
                        0)
                .restingOn(input.callers(IntStream.range(0, input.calls().size())
                        .filter(call -> input.calls().parent()[call] == MessageTable.NONE)
                        .filter(input.served()::isTimed)));
    }

    /** What can be said of a server where no sniffer stood, as its caller alone was watched. */
    private static String atMost(DetectorInput input, Holder most, Optional<RoleSummary> role, TimeSums sums) {
        boolean seen = role.stream()
                .flatMap(own -> own.nodes().stream())
                .allMatch(node -> input.messages().nodes().get(node).traced());
        if (seen || most.cause() == Cause.OWN) {
            return seen ? "" : "No sniffer stood there: this is what the fastest way there and back leaves. ";
        }
        double own = sums.nanos().entrySet().stream()
                .filter(each ->
                        each.getKey().cause() == Cause.OWN && each.getKey().to().equals(most.to()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return "The handshake, or what was acknowledged at once, shows how long the way takes at least; " + most.to()
                + " itself takes " + DelayText.of(own / sums.requests()) + " at most. ";
    }

    /** What a way holds besides the network where programs tell when they send and receive. */
    private static String asToldByEnds(DetectorInput input, Holder most) {
        MessageTable messages = input.messages();
        boolean isTold = most.cause() == Cause.NETWORK
                && IntStream.range(0, messages.size())
                        .filter(row -> (messages.flags(row) & SightingCodec.FLAG_BOTH_ENDS) != 0)
                        .anyMatch(row -> input.role(messages.destination(row)).equals(most.to()));
        return isTold ? "Both ends tell the times: waits in their hosts are part of a way. " : "";
    }

    private static String rest(Holder most, TimeSums sums) {
        List<Map.Entry<Holder, Double>> others = sums.nanos().entrySet().stream()
                .filter(own -> !own.getKey().equals(most) && own.getValue() >= MIN_SHARE_NAMED * sums.total())
                .sorted(Map.Entry.<Holder, Double>comparingByValue().reversed().thenComparing(Map.Entry::getKey))
                .limit(MAX_NAMED)
                .toList();
        return others.isEmpty()
                ? ""
                : others.stream()
                        .map(own -> DelayText.share(own.getValue() / sums.total()) + ": "
                                + own.getKey().words())
                        .collect(Collectors.joining("; ", "Then ", ". "));
    }

    /** A mean over replicas that are not alike is none of them. */
    private static String replicas(DetectorInput input, RoleSummary role) {
        List<NodeSummary> nodes = role.nodes().stream()
                .map(input.nodes()::get)
                .filter(node -> node.callsServed() > 0)
                .sorted(Comparator.comparingDouble(node -> -node.ownDelay().meanNanos()))
                .limit(MAX_REPLICAS)
                .toList();
        return nodes.size() < 2
                ? ""
                : nodes.stream()
                        .map(node -> input.name(node.node()) + " "
                                + DelayText.of(node.ownDelay().meanNanos()))
                        .collect(Collectors.joining(", ", "Per call: ", ". "));
    }
}

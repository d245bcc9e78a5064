package io.wirepath.analyze.finding;

import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.compare.Replicas;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Names the replica of a role that answers more slowly than the others (WAP5 §6.3 did so by eye, in Table 4).
 *
 * <p>The time from request to response needs no inferred link, so ambiguous links cannot mislead. Requests of one kind
 * (port, and the first words of the request where they are known) are compared with their like. Said only where the
 * difference is large in itself, large against the usual time, and so far from chance that among all comparisons of
 * the analysis {@value DetectorInput#FALSE_ALARMS} false ones are expected. The comparison is that of two runs ({@link
 * Replicas}).
 */
public final class SlowReplica implements Detector {

    private static final double MIN_NANOS = 1e6;

    @Override
    public List<Finding> detect(DetectorInput input) {
        return of(
                PlaceNames.of(input),
                node -> input.nodes().get(node).callsServed() > 0,
                delays(input),
                (node, rest, own) -> cause(input, node, rest, own));
    }

    /** Says where a difference comes from. */
    @FunctionalInterface
    interface Cause {
        String of(int node, List<Integer> rest, Replicas.OfCallers own);
    }

    /** The replicas that are slower than their peers by these delays, most of all first. */
    static List<Finding> of(PlaceNames names, IntPredicate serves, Replicas delays, Cause cause) {
        List<List<Integer>> roles = names.roles().stream()
                .map(role -> role.nodes().stream().filter(serves::test).toList())
                .filter(replicas -> replicas.size() > 1)
                .toList();
        int comparisons = roles.stream().mapToInt(List::size).sum();
        List<Finding> findings = new ArrayList<>();
        for (List<Integer> replicas : roles) {
            Replicas.Peers peers = delays.peers(replicas);
            for (int node : replicas) {
                Replicas.OfCallers own = peers.contrast(node);
                if (own != null && isReportable(own.contrast(), comparisons)) {
                    Replicas.OfCallers others = peers.withoutHeaviest(node, own);
                    List<Integer> rest =
                            replicas.stream().filter(other -> other != node).toList();
                    findings.add(finding(names, node, rest, own, others, cause.of(node, rest, own)));
                }
            }
        }
        findings.sort(Comparator.comparingDouble((Finding finding) -> -finding.effectNanos()));
        return findings;
    }

    /** Whether a replica is slower beyond chance, among so many comparisons, and by enough to matter. */
    private static boolean isReportable(Contrast own, int comparisons) {
        return own.chance() <= DetectorInput.FALSE_ALARMS / comparisons
                && own.effect() > own.halfWidth()
                && own.effect() >= MIN_NANOS
                && own.effect() >= DetectorInput.MUCH * own.before();
    }

    private static Replicas delays(DetectorInput input) {
        MessageTable messages = input.messages();
        int[] requests = input.calls().request();
        if (requests.length == 0) {
            return new Replicas(0, 0);
        }
        Replicas delays =
                new Replicas(messages.timeNanos(requests[0]), messages.timeNanos(requests[requests.length - 1]));
        for (int call = 0; call < requests.length; call++) {
            long nanos = input.served().serviceNanos(call);
            if (nanos != MessageTable.NIL) {
                int request = requests[call];
                delays.add(
                        messages.destination(request),
                        messages.timeNanos(request),
                        messages.source(request),
                        kind(messages, request),
                        nanos);
            }
        }
        return delays;
    }

    private static long kind(MessageTable messages, int request) {
        return (long) messages.destinationPort(request) << Integer.SIZE | messages.typeWord(request, 0) & 0xffff_ffffL;
    }

    /**
     * The finding; {@code cause} says where the difference comes from. It is a problem where it stays one without the
     * caller that asks most, or where there is no other.
     */
    private static Finding finding(
            PlaceNames names,
            int node,
            List<Integer> rest,
            Replicas.OfCallers of,
            Replicas.@Nullable OfCallers others,
            String cause) {
        Contrast own = of.contrast();
        boolean isOfOne = others != null
                && others.contrast().effect() <= others.contrast().halfWidth();
        String name = names.node(node);
        String than = rest.size() == 1
                ? names.node(rest.get(0))
                : "the other " + rest.size() + " nodes of role " + names.role(node);
        String title = name + " is about " + DelayText.of(own.effect()) + " slower than " + than
                + (isOfOne ? " for one caller" : "");
        String detail = cause + " Median: " + DelayText.of(own.after()) + " at " + name + " ("
                + CountText.of(own.countAfter(), "call") + "), " + DelayText.of(own.before()) + " at " + than + " ("
                + CountText.of(own.countBefore(), "call")
                + "), like requests compared. Difference with 95 % certainty: "
                + DelayText.range(own.effect() - own.halfWidth(), own.effect() + own.halfWidth()) + ".";
        int callers = (int)
                of.callers().stream().filter(each -> each != MessageTable.NONE).count();
        return new Finding(
                        isOfOne ? Severity.NOTICE : Severity.PROBLEM,
                        "slow-replica",
                        title,
                        detail,
                        List.of(name),
                        own.effect(),
                        own.halfWidth())
                .restingOn(callers);
    }

    /** Tells whether the calls that the node makes explain the difference; needs no link, for it takes them all. */
    private static String cause(DetectorInput input, int node, List<Integer> rest, Replicas.OfCallers own) {
        double here = waitPerCall(input, Set.of(node), own.callers());
        double there = waitPerCall(input, Set.copyOf(rest), own.callers());
        String name = input.name(node);
        if (here - there > own.contrast().effect() / 2) {
            return "Look at what " + name + " calls: its calls take " + DelayText.of(here - there)
                    + " longer per request, most of the difference.";
        }
        return "Look at " + name + " itself: the calls that it makes "
                + (here == 0
                        ? "are none."
                        : "take " + DelayText.of(here) + " per request, " + DelayText.of(there) + " at its peers.");
    }

    private static double waitPerCall(DetectorInput input, Set<Integer> nodes, Set<Integer> callers) {
        double waited = 0;
        long served = 0;
        MessageTable messages = input.messages();
        for (int call = 0; call < input.calls().size(); call++) {
            int request = input.calls().request()[call];
            if (input.served().isTimed(call) && nodes.contains(messages.source(request))) {
                waited += input.served().roundTripNanos(call);
            }
            boolean isServed = nodes.contains(messages.destination(request));
            served += isServed && callers.contains(messages.source(request)) ? 1 : 0;
        }
        return served == 0 ? 0 : waited / served;
    }
}

package io.wirepath.analyze.finding;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.finding.ReplicaComparison.Difference;
import io.wirepath.analyze.finding.ReplicaComparison.Sample;
import io.wirepath.analyze.path.RoleSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Names the replica of a role that answers more slowly than the others (WAP5 §6.3 did so by eye, in Table 4).
 *
 * <p>The time from request to response needs no inferred link, so ambiguous links cannot mislead. Requests of one kind
 * (port, and the first words of the request where they are known) are compared with their like. Said only where the
 * difference is large in itself, large against the usual time, and so far from chance that among all comparisons of
 * the analysis {@value #FALSE_ALARMS} false ones are expected.
 */
final class SlowReplica implements Detector {

    /** Expected number of false findings in an analysis. */
    private static final double FALSE_ALARMS = 0.001;

    private static final double LEAST_NANOS = 1e6;
    private static final double LEAST_SHARE = 0.25;

    /** Calls of the other replicas that one replica is compared with, at most about twice this. */
    private static final int MOST_OTHERS = 20_000;

    @Override
    public List<Finding> detect(DetectorInput input) {
        List<List<Sample>> samples = samples(input);
        int comparisons = 0;
        for (RoleSummary role : input.roles()) {
            comparisons += comparable(input, role).size();
        }
        double critical = ReplicaComparison.criticalValue(FALSE_ALARMS / Math.max(1, comparisons));
        List<Finding> findings = new ArrayList<>();
        for (RoleSummary role : input.roles()) {
            List<Integer> replicas = comparable(input, role);
            if (replicas.size() >= 2) {
                for (int node : replicas) {
                    judge(input, samples, replicas, node, critical).ifPresent(findings::add);
                }
            }
        }
        findings.sort(Comparator.comparingDouble((Finding finding) -> -finding.effectNanos()));
        return findings;
    }

    private static List<Integer> comparable(DetectorInput input, RoleSummary role) {
        return role.nodes().stream()
                .filter(node -> input.nodes().get(node).callsServed() > 0)
                .toList();
    }

    private static List<List<Sample>> samples(DetectorInput input) {
        MessageTable messages = input.messages();
        List<List<Sample>> samples = new ArrayList<>();
        for (int node = 0; node < messages.nodes().size(); node++) {
            samples.add(new ArrayList<>());
        }
        for (int call = 0; call < input.calls().size(); call++) {
            long nanos = input.served().serviceNanos(call);
            int request = input.calls().request()[call];
            if (nanos != MessageTable.NIL) {
                samples.get(messages.destination(request))
                        .add(new Sample(messages.timeNanos(request), kind(messages, request), nanos));
            }
        }
        return samples;
    }

    private static long kind(MessageTable messages, int request) {
        return (long) messages.destinationPort(request) << Integer.SIZE | messages.typeWord(request, 0) & 0xffff_ffffL;
    }

    private static Optional<Finding> judge(
            DetectorInput input, List<List<Sample>> samples, List<Integer> replicas, int node, double critical) {
        List<Integer> rest = replicas.stream().filter(other -> other != node).toList();
        List<Sample> others = calls(samples, rest);
        Optional<Difference> compared = ReplicaComparison.of(samples.get(node), others);
        if (compared.isEmpty()) {
            return Optional.empty();
        }
        Difference difference = compared.get();
        double usual = median(others);
        boolean large = difference.nanos() >= LEAST_NANOS && difference.nanos() >= LEAST_SHARE * usual;
        boolean sure = difference.standardErrors() > ReplicaComparison.student(critical, difference.stretches() - 1);
        return large && sure
                ? Optional.of(finding(input, node, rest, difference, samples.get(node), others))
                : Optional.empty();
    }

    /** The calls of these nodes; of very many, every n-th of each node, so that a thousand replicas cost no hour. */
    private static List<Sample> calls(List<List<Sample>> samples, List<Integer> nodes) {
        long all = nodes.stream().mapToLong(node -> samples.get(node).size()).sum();
        int step = (int) Math.max(1, all / MOST_OTHERS);
        List<Sample> calls = new ArrayList<>();
        for (int node : nodes) {
            List<Sample> its = samples.get(node);
            for (int i = 0; i < its.size(); i += step) {
                calls.add(its.get(i));
            }
        }
        return calls;
    }

    private static double median(List<Sample> samples) {
        return ReplicaComparison.median(
                samples.stream().mapToDouble(Sample::nanos).toArray());
    }

    private static Finding finding(
            DetectorInput input,
            int node,
            List<Integer> rest,
            Difference difference,
            List<Sample> mine,
            List<Sample> others) {
        String name = input.name(node);
        String than = rest.size() == 1
                ? input.name(rest.get(0))
                : "the other " + rest.size() + " nodes of role " + input.role(node);
        String title = name + " is about " + DelayText.of(difference.nanos()) + " slower than " + than;
        String detail = "Median response time: " + DelayText.of(median(mine)) + " at " + name + " ("
                + mine.size() + " calls), " + DelayText.of(median(others)) + " at " + than + " (" + others.size()
                + " calls). Like requests were compared in " + difference.stretches()
                + " stretches of time; the 95 % interval of the difference is "
                + DelayText.of(difference.nanos() - difference.halfWidthNanos()) + " to "
                + DelayText.of(difference.nanos() + difference.halfWidthNanos()) + ". "
                + cause(input, node, rest, difference.nanos());
        return new Finding(
                Severity.PROBLEM,
                "slow-replica",
                title,
                detail,
                List.of(name),
                difference.nanos(),
                difference.halfWidthNanos());
    }

    /** Tells whether the calls that the node makes explain the difference; needs no link, for it takes them all. */
    private static String cause(DetectorInput input, int node, List<Integer> rest, double difference) {
        double here = waitPerCall(input, List.of(node));
        double there = waitPerCall(input, rest);
        String name = input.name(node);
        if (here - there > difference / 2) {
            return "The calls that " + name + " makes take " + DelayText.of(here - there)
                    + " longer per request, which explains most of it: look at what it calls.";
        }
        return "The calls that " + name + " makes take " + DelayText.of(here) + " per request (" + DelayText.of(there)
                + " at its peers), so the time is spent in " + name + " itself.";
    }

    private static double waitPerCall(DetectorInput input, List<Integer> nodes) {
        double waited = 0;
        MessageTable messages = input.messages();
        for (int call = 0; call < input.calls().size(); call++) {
            int request = input.calls().request()[call];
            if (input.served().isTimed(call) && nodes.contains(messages.source(request))) {
                waited += input.served().roundTripNanos(call);
            }
        }
        long served = nodes.stream()
                .mapToLong(node -> input.nodes().get(node).callsServed())
                .sum();
        return served == 0 ? 0 : waited / served;
    }
}

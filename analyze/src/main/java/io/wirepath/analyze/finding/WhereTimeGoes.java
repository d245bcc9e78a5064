package io.wirepath.analyze.finding;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.finding.Finding.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says which role holds the largest part of the time: where making something faster pays most. */
final class WhereTimeGoes implements Detector {

    private static final double LEAST_SHARE = 0.3;

    private static final class Time {
        private double nanos;
        private double calls;
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        Map<String, Time> times = new TreeMap<>();
        double all = 0;
        for (NodeSummary node : input.nodes()) {
            Time time = times.computeIfAbsent(node.role(), unseen -> new Time());
            time.nanos += node.ownDelay().meanNanos() * node.callsServed();
            time.calls += node.callsServed();
            all += node.ownDelay().meanNanos() * node.callsServed();
        }
        double total = all;
        return times.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> entry.getValue().nanos))
                .filter(entry -> times.size() > 2 && total > 0 && entry.getValue().nanos >= LEAST_SHARE * total)
                .map(entry -> finding(input, entry.getKey(), entry.getValue(), total))
                .stream()
                .toList();
    }

    private static Finding finding(DetectorInput input, String role, Time time, double total) {
        double mean = time.nanos / time.calls;
        return new Finding(
                Severity.FACT,
                "where-time-goes",
                DelayText.share(time.nanos / total) + " of the time is spent in " + role + ": " + DelayText.of(mean)
                        + " per call",
                "Sum over all calls of the time from request to response, minus the time spent waiting for "
                        + "calls made meanwhile, by the inferred links.",
                input.nodes().stream()
                        .filter(node -> node.role().equals(role))
                        .map(node -> input.name(node.node()))
                        .toList(),
                mean,
                0);
    }
}

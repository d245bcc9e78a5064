package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.row.NodeRow;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.appliance.serve.FindingLog;
import io.wirepath.appliance.serve.Published;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.report.sum.WindowTerms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Figures that alerts are made of: one for each open finding, and for each role those of the latest window. Bounded: a
 * hundred findings, and the {@value #MAX_ROLES} roles with most requests. What is not so any more is not told any
 * more. Used by one thread at a time.
 */
final class FindingMetrics {

    /** Roles, and operations, that have series: those with most calls. */
    private static final int MAX_GROUPS = 50;

    /** Nodes that a label names. */
    private static final int MAX_NODES = 3;

    /** Characters of a sentence or an operation; names in it are strangers'. */
    private static final int MAX_TITLE = 200;

    private static final double SECOND = 1e9;

    private static final Map<String, Double> PERCENTILES = Map.of("0.5", 50.0, "0.9", 90.0, "0.99", 99.0);

    private final MultiGauge open;
    private final MultiGauge onset;
    private final Gauges roles;
    private final Gauges operations;

    /** Of each open finding, by its id. */
    private Map<String, Told> told = Map.of();

    FindingMetrics(MeterRegistry registry) {
        open = gauge("finding.open", "1 for each finding that is open.", registry);
        onset = gauge("finding.onset.seconds", "When it began, seconds since the epoch.", registry);
        roles = new Gauges("role", "the role", registry);
        operations = new Gauges("operation", "the operation", registry);
    }

    private static MultiGauge gauge(String name, String help, MeterRegistry registry) {
        return MultiGauge.builder("wirepath." + name).description(help).register(registry);
    }

    /** Calls that are told together. */
    private record Group(Tags tags, double calls, double failed, DelayDistribution delay) {

        Group plus(Group more) {
            return new Group(tags, calls + more.calls, failed + more.failed, delay.plus(more.delay));
        }
    }

    /** The labels of an open finding as it was first told, so that it is one series and one alert. */
    private record Told(Tags tags, String title) {

        static Told of(String id, ObjectNode finding) {
            return new Told(
                    Tags.of(
                            "incident", id,
                            "kind", finding.path("kind").asText(),
                            "severity", severity(finding),
                            "nodes", nodes(finding)),
                    cut(finding.path("title").asText()));
        }
    }

    /** Tells what is so now. */
    void update(Published published, ReportHistory reports) {
        List<MultiGauge.Row<?>> opened = new ArrayList<>();
        List<MultiGauge.Row<?>> began = new ArrayList<>();
        Map<String, Told> now = new HashMap<>();
        for (ObjectNode finding : published.findings().open()) {
            String id = finding.path("id").asText();
            Told own = told.containsKey(id) ? told.get(id) : Told.of(id, finding);
            now.put(id, own);
            opened.add(MultiGauge.Row.of(own.tags.and("title", own.title), 1));
            began.add(MultiGauge.Row.of(own.tags, finding.path("onsetNanos").asLong() / SECOND));
        }
        told = now;
        open.register(opened, true);
        onset.register(began, true);
        reports.newest().ifPresent(id -> {
            double seconds = (id.toNanos() - id.fromNanos()) / SECOND;
            reports.kept(id, kept -> {
                WindowTerms terms = kept.terms();
                roles.update(roles(terms.nodes()), seconds);
                operations.update(operations(terms.operations()), seconds);
            });
        });
    }

    /** Its own; what somebody is woken by though it is no problem is a warning, what wakes nobody is a notice. */
    private static String severity(ObjectNode finding) {
        String own = finding.path("severity").asText();
        boolean isProblem = own.equals("problem");
        return FindingLog.isAlert(finding) == isProblem ? own : isProblem ? "notice" : "warning";
    }

    private static String cut(String text) {
        return text.length() <= MAX_TITLE ? text : text.substring(0, MAX_TITLE - 1) + "…";
    }

    private static String nodes(ObjectNode finding) {
        List<String> names = new ArrayList<>();
        finding.path("nodes").forEach(node -> names.add(node.asText()));
        String named = String.join(",", names.subList(0, Math.min(MAX_NODES, names.size())));
        return names.size() <= MAX_NODES ? named : named + "," + (names.size() - MAX_NODES) + " more";
    }

    private static List<Group> roles(List<NodeRow> nodes) {
        Map<String, Group> roles = new TreeMap<>();
        for (NodeRow node : nodes) {
            if (node.of().callsServed() > 0) {
                Group own = new Group(
                        Tags.of("role", node.of().role()),
                        node.of().callsServed(),
                        node.of().callsFailed(),
                        node.of().serviceDelay());
                roles.merge(node.of().role(), own, Group::plus);
            }
        }
        return List.copyOf(roles.values());
    }

    private static List<Group> operations(List<CallDelays.Operation> operations) {
        return operations.stream()
                .map(own -> new Group(
                        Tags.of("service", own.service(), "operation", cut(own.operation())),
                        own.calls(),
                        own.failed(),
                        own.delay()))
                .toList();
    }

    /** Rate, failures and quantiles of some groups of calls. */
    private static final class Gauges {

        private final MultiGauge rate;
        private final MultiGauge failed;
        private final MultiGauge latency;

        Gauges(String of, String who, MeterRegistry registry) {
            rate = gauge(of + ".requests.per.second", "Requests that " + who + " got in the latest window.", registry);
            failed = gauge(of + ".failed.ratio", "Share of them that were answered with a failure.", registry);
            latency = gauge(of + ".latency.seconds", "Quantiles of the time that it took to serve them.", registry);
        }

        void update(List<Group> groups, double seconds) {
            List<MultiGauge.Row<?>> rates = new ArrayList<>();
            List<MultiGauge.Row<?>> failures = new ArrayList<>();
            List<MultiGauge.Row<?>> latencies = new ArrayList<>();
            groups.stream()
                    .sorted(Comparator.comparingDouble((Group own) -> -own.calls))
                    .limit(MAX_GROUPS)
                    .forEach(own -> {
                        if (seconds > 0) {
                            rates.add(MultiGauge.Row.of(own.tags, own.calls / seconds));
                        }
                        failures.add(MultiGauge.Row.of(own.tags, own.failed / own.calls));
                        PERCENTILES.forEach((quantile, percentile) -> latencies.add(MultiGauge.Row.of(
                                own.tags.and("quantile", quantile), own.delay.percentileNanos(percentile) / SECOND)));
                    });
            rate.register(rates, true);
            failed.register(failures, true);
            latency.register(latencies, true);
        }
    }
}

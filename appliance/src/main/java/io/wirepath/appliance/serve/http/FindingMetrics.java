package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.row.NodeRow;
import io.wirepath.appliance.serve.Published;
import io.wirepath.appliance.serve.history.ReportHistory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Figures that alerts are made of: one for each open finding, and for each role those of the latest window. Bounded: a
 * hundred findings, and the {@value #MAX_ROLES} roles with most requests. What is not so any more is not told any
 * more. Used by one thread at a time.
 */
final class FindingMetrics {

    private static final int MAX_ROLES = 50;

    /** Nodes that a label names. */
    private static final int MAX_NODES = 3;

    /** Characters of a sentence; names in it are strangers'. */
    private static final int MAX_TITLE = 200;

    private static final double SECOND = 1e9;

    private static final Map<String, Double> PERCENTILES = Map.of("0.5", 50.0, "0.9", 90.0, "0.99", 99.0);

    private final MultiGauge open;
    private final MultiGauge onset;
    private final MultiGauge rate;
    private final MultiGauge failed;
    private final MultiGauge latency;

    FindingMetrics(MeterRegistry registry) {
        open = gauge("finding.open", "1 for each finding that is open.", registry);
        onset = gauge("finding.onset.seconds", "When it began, seconds since the epoch.", registry);
        rate = gauge("role.requests.per.second", "Requests that the role served in the latest window.", registry);
        failed = gauge("role.failed.ratio", "Share of them that it answered with a failure.", registry);
        latency = gauge("role.latency.seconds", "Quantiles of the time that it took to serve them.", registry);
    }

    private static MultiGauge gauge(String name, String help, MeterRegistry registry) {
        return MultiGauge.builder("wirepath." + name).description(help).register(registry);
    }

    /** What the nodes of a role did. */
    private static final class Role {
        private double served;
        private double failed;
        private final DelayDistribution service = new DelayDistribution();
    }

    /** Tells what is so now. */
    void update(Published published, ReportHistory reports) {
        List<MultiGauge.Row<?>> opened = new ArrayList<>();
        List<MultiGauge.Row<?>> began = new ArrayList<>();
        for (ObjectNode finding : published.findings().open()) {
            Tags tags = Tags.of(
                    "incident", finding.path("id").asText(),
                    "kind", finding.path("kind").asText(),
                    "severity", finding.path("severity").asText(),
                    "nodes", nodes(finding));
            opened.add(MultiGauge.Row.of(tags.and("title", title(finding)), 1));
            began.add(MultiGauge.Row.of(tags, finding.path("onsetNanos").asLong() / SECOND));
        }
        open.register(opened, true);
        onset.register(began, true);
        reports.newest().ifPresent(id -> {
            List<NodeRow> nodes = new ArrayList<>();
            reports.kept(id, kept -> nodes.addAll(kept.terms().nodes()));
            roles(nodes, (id.toNanos() - id.fromNanos()) / SECOND);
        });
    }

    /** The sentence as it was when the finding began, so that a finding is one series. */
    private static String title(ObjectNode finding) {
        String title = finding.path("title").asText();
        return title.length() <= MAX_TITLE ? title : title.substring(0, MAX_TITLE - 1) + "…";
    }

    private static String nodes(ObjectNode finding) {
        List<String> names = new ArrayList<>();
        finding.path("nodes").forEach(node -> names.add(node.asText()));
        String named = String.join(",", names.subList(0, Math.min(MAX_NODES, names.size())));
        return names.size() <= MAX_NODES ? named : named + "," + (names.size() - MAX_NODES) + " more";
    }

    private void roles(List<NodeRow> nodes, double seconds) {
        Map<String, Role> roles = new TreeMap<>();
        for (NodeRow node : nodes) {
            if (node.of().callsServed() > 0) {
                Role role = roles.computeIfAbsent(node.of().role(), unseen -> new Role());
                role.served += node.of().callsServed();
                role.failed += node.of().callsFailed();
                role.service.add(node.of().serviceDelay());
            }
        }
        List<MultiGauge.Row<?>> rates = new ArrayList<>();
        List<MultiGauge.Row<?>> failures = new ArrayList<>();
        List<MultiGauge.Row<?>> latencies = new ArrayList<>();
        roles.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, Role> own) -> -own.getValue().served))
                .limit(MAX_ROLES)
                .forEach(own -> {
                    Tags tags = Tags.of("role", own.getKey());
                    Role role = own.getValue();
                    if (seconds > 0) {
                        rates.add(MultiGauge.Row.of(tags, role.served / seconds));
                    }
                    failures.add(MultiGauge.Row.of(tags, role.failed / role.served));
                    PERCENTILES.forEach((quantile, percentile) -> latencies.add(MultiGauge.Row.of(
                            tags.and("quantile", quantile), role.service.percentileNanos(percentile) / SECOND)));
                });
        rate.register(rates, true);
        failed.register(failures, true);
        latency.register(latencies, true);
    }
}

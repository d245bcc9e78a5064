package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.wirepath.appliance.serve.Published;
import io.wirepath.report.sum.DelaySum;
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

    private static final Map<String, String> QUANTILES =
            Map.of("0.5", "p50Nanos", "0.9", "p90Nanos", "0.99", "p99Nanos");

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
        private final DelaySum service = new DelaySum();
    }

    /** Tells what is so now. */
    void update(Published published) {
        List<MultiGauge.Row<?>> opened = new ArrayList<>();
        List<MultiGauge.Row<?>> began = new ArrayList<>();
        for (ObjectNode finding : published.findings().open()) {
            Tags tags = Tags.of(
                    "kind", finding.path("kind").asText(),
                    "severity", finding.path("severity").asText(),
                    "nodes", nodes(finding));
            opened.add(MultiGauge.Row.of(tags.and("title", title(finding)), 1));
            began.add(MultiGauge.Row.of(tags, finding.path("onsetNanos").asLong() / SECOND));
        }
        open.register(opened, true);
        onset.register(began, true);
        ObjectNode report = published.report();
        if (report != null) {
            roles(report);
        }
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

    private void roles(ObjectNode report) {
        Map<String, Role> roles = new TreeMap<>();
        for (JsonNode node : report.path("nodes")) {
            if (node.path("callsServed").asLong() > 0) {
                Role role = roles.computeIfAbsent(node.path("role").asText(), unseen -> new Role());
                role.served += node.path("callsServed").asLong();
                role.failed += node.path("callsFailed").asLong();
                role.service.add(node.get("serviceDelay"));
            }
        }
        JsonNode window = report.path("window");
        double seconds =
                (window.path("toNanos").asLong() - window.path("fromNanos").asLong()) / SECOND;
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
                    ObjectNode service = role.service.json();
                    if (service != null) {
                        QUANTILES.forEach((quantile, field) -> latencies.add(MultiGauge.Row.of(
                                tags.and("quantile", quantile),
                                service.path(field).asLong() / SECOND)));
                    }
                });
        rate.register(rates, true);
        failed.register(failures, true);
        latency.register(latencies, true);
    }
}

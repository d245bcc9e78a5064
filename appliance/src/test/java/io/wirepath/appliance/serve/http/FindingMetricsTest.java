package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.merge.spool.SpoolCounter;
import io.wirepath.report.SampleReport;
import io.wirepath.report.sum.KeptSums;
import io.wirepath.sniffer.CaptureCounter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What alerts are made of, and that the rules and the dashboard ask for nothing else. */
class FindingMetricsTest {

    private static final Path CONFIG = Path.of(System.getProperty("wirepath.home", ".."), "config");
    private static final Pattern FIGURE = Pattern.compile("wirepath_[a-z_]+");
    private static final long MINUTE = 60_000_000_000L;

    @TempDir
    private Path directory;

    private Service service() throws IOException {
        ServiceLog log = new ServiceLog(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), Map.of());
        return new Service(
                ServeSettings.defaults(directory.resolve("state")),
                new ServeControl(ServeTuning.defaults(), line -> {}),
                log,
                () -> {},
                new Service.Times(() -> 1, () -> 1));
    }

    private static ObjectNode report(WindowId id) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject("window").put("fromNanos", id.fromNanos()).put("toNanos", id.toNanos());
        report.put("format", 1).putObject("totals");
        ObjectNode finding = report.putArray("findings").addObject();
        finding.put("severity", "problem")
                .put("kind", "slow-replica")
                .putArray("nodes")
                .add("app2");
        report.put(KeptSums.FIELD, KeptSums.of(SampleReport.make().analysis()));
        return report;
    }

    @Test
    void tellsOfOpenFindingsAndRolesAndOfNothingThatEnded() throws IOException {
        WindowId id = new WindowId(MINUTE, 2 * MINUTE);
        try (Service first = service()) {
            first.reports().put(id, report(id));
        }
        try (Service service = service();
                Metrics metrics = new Metrics(service)) {
            String told = metrics.scrape();
            assertTrue(
                    told.replaceAll("incident=\"[0-9a-f]{8}\",", "")
                            .contains(
                                    "wirepath_finding_open{kind=\"slow-replica\",nodes=\"app2\",severity=\"problem\",title=\"\"} 1"),
                    told);
            assertTrue(
                    told.replaceAll("incident=\"[0-9a-f]{8}\",", "")
                            .contains(
                                    "wirepath_finding_onset_seconds{kind=\"slow-replica\",nodes=\"app2\",severity=\"problem\"} 60"),
                    told);
            assertTrue(told.contains("wirepath_role_requests_per_second{role=\"app\"} 1.01666"), told);
            assertTrue(told.contains("wirepath_role_failed_ratio{role=\"app\"} 0.0"), told);
            assertTrue(told.contains("wirepath_role_latency_seconds{quantile=\"0.5\",role=\"app\"} 0.118"), told);
            ObjectNode healthy = report(id);
            healthy.putArray("findings");
            service.published().findings().take(new WindowId(2 * MINUTE, 3 * MINUTE), healthy, any -> Sums.NOTHING);
            assertFalse(metrics.scrape().contains("wirepath_finding_open{"), "it ended");
        }
    }

    /** Prometheus knows an alert by its labels: one whose sentence changed would be another one. */
    @Test
    void aFindingThatIsToldAnewStaysOneSeries() throws IOException {
        try (Service service = service();
                Metrics metrics = new Metrics(service)) {
            ObjectNode silent = JsonNodeFactory.instance.objectNode().put("severity", "problem");
            silent.putArray("nodes").add("a");
            silent.put("kind", "sniffer-silent").put("title", "Sniffer a").put("onsetNanos", MINUTE);
            service.published().findings().watch(2 * MINUTE, List.of(silent));
            String first = openFindings(metrics);
            ObjectNode both = silent.deepCopy().put("title", "Sniffers a and b");
            both.withArray("nodes").add("b");
            service.published().findings().watch(2 * MINUTE + 1, List.of(both));
            assertEquals(first, openFindings(metrics));
        }
    }

    private static String openFindings(Metrics metrics) {
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith("wirepath_finding_"))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void rulesAndDashboardAskForFiguresThatThereAre() throws IOException {
        String alerts = Files.readString(CONFIG.resolve("prometheus-alerts.yaml"));
        Map<String, List<Map<String, List<Map<String, Object>>>>> rules = new Yaml().load(alerts);
        for (Map<String, List<Map<String, Object>>> group : rules.get("groups")) {
            for (Map<String, Object> rule : group.get("rules")) {
                assertTrue(
                        rule.keySet().containsAll(Set.of("alert", "expr", "labels", "annotations")), rule.toString());
            }
        }
        String dashboard = Files.readString(CONFIG.resolve("grafana-dashboard.json"));
        JsonNode panels = new ObjectMapper().readTree(dashboard).get("panels");
        assertEquals(7, panels.size());
        WindowId id = new WindowId(MINUTE, 2 * MINUTE);
        try (Service first = service()) {
            first.reports().put(id, report(id));
        }
        try (Service service = service();
                Metrics metrics = new Metrics(service)) {
            Set<String> wanted = new TreeSet<>();
            for (String text : List.of(alerts, dashboard)) {
                Matcher figure = FIGURE.matcher(text);
                while (figure.find()) {
                    wanted.add(figure.group());
                }
            }
            Set<String> ofSniffers = new TreeSet<>(wanted);
            ofSniffers.removeIf(figure -> !figure.startsWith("wirepath_sniffer_") || !figure.endsWith("_total"));
            assertEquals(4, ofSniffers.size(), "the counters that rules ask for: " + ofSniffers);
            ofSniffers.forEach(figure -> assertTrue(isCounter(figure), figure));
            // there is no sniffer
            wanted.removeIf(figure -> figure.startsWith("wirepath_sniffer_") || figure.startsWith("wirepath_clock_"));
            String told = metrics.scrape();
            wanted.forEach(figure -> assertTrue(told.contains("\n" + figure), figure));
        }
    }

    private static boolean isCounter(String figure) {
        String name = figure.substring("wirepath_sniffer_".length(), figure.length() - "_total".length());
        return Stream.concat(Arrays.stream(CaptureCounter.values()), Arrays.stream(SpoolCounter.values()))
                .anyMatch(counter -> counter.name().equalsIgnoreCase(name));
    }
}

package io.wirepath.appliance.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.causes.window.WindowSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus takes the rules and the figures, and answers each query of the dashboard. */
final class PrometheusTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_795_000_000L * SECOND;
    private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Path CONFIG = Path.of(System.getProperty("wirepath.home", ".."), "config");
    private static final Path RULES = CONFIG.resolve("prometheus-alerts.yaml").toAbsolutePath();
    private static final Pattern LISTENING = Pattern.compile("\"Listening on\" address=(127\\.0\\.0\\.1:[0-9]+)");

    @TempDir
    private Path directory;

    private final ServiceLab lab = new ServiceLab(50);
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void isThere() {
        assumeTrue(
                Files.isExecutable(PROMETHEUS) && Files.isExecutable(PROMTOOL),
                "prometheus is missing: ./wirepath selftest installs it, as root");
    }

    private Process start(Path log, String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    @Test
    void promtoolHasNothingToSayAboutTheRules() throws Exception {
        Path log = directory.resolve("promtool.log");
        assertEquals(
                0,
                start(log, PROMTOOL.toString(), "check", "rules", "--lint-fatal", RULES.toString())
                        .waitFor());
        List<String> said =
                Files.readAllLines(log).stream().filter(line -> !line.isBlank()).toList();
        assertEquals(2, said.size(), said::toString);
        assertTrue(said.get(1).matches(" *SUCCESS: [1-9][0-9]* rules found"), said::toString);
    }

    /**
     * Of a site whose replica is slow until the end of what was captured, so that its incident is open; another sniffer
     * is just read.
     */
    @Test
    void aRealOneAnswersWhatTheDashboardAsksAndFiresTheAlert() throws Exception {
        Path capture = directory.resolve("site.pcap");
        long end = START + 125 * SECOND;
        SiteOfFaults.write(
                SiteOfFaults.Fault.SLOW_REPLICA, new long[] {START, START + 75 * SECOND, end, end}, 20, 1, capture);
        Path spool = ServiceLab.sniff(directory, "tap", capture);
        SteppedService stepped = new SteppedService(
                directory.resolve("state"), new WindowSettings(60 * SECOND, 10 * SECOND, 10 * SECOND));
        stepped.serve(List.of(spool), end);
        Path other = ServiceLab.sniff(directory, "other", capture);
        ServeSettings settings = stepped.settings().withSpools(List.of(spool, other));
        long zero = System.nanoTime();
        LongSupplier clock = () -> end + System.nanoTime() - zero;
        try (Service service = lab.start(settings, clock, clock);
                HttpService http = HttpService.start(HttpSettings.onLoopback(0), service, line -> {})) {
            Path config = Files.writeString(
                    directory.resolve("prometheus.yml"), String.format("""
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ['%s']
            scrape_configs:
              - job_name: wirepath
                static_configs: [{targets: ['127.0.0.1:%d']}]
            """, RULES, http.port()), UTF_8);
            Path log = directory.resolve("prometheus.log");
            Process prometheus = start(
                    log,
                    PROMETHEUS.toString(),
                    "--config.file=" + config,
                    "--storage.tsdb.path=" + directory.resolve("data"),
                    "--web.listen-address=127.0.0.1:0");
            try {
                String api = "http://" + address(log) + "/api/v1/";
                for (String query : queries()) {
                    String asked = api + "query?query=" + URLEncoder.encode(query, UTF_8);
                    lab.await(query, () -> get(asked).path("result").size() > 0);
                }
                assertRulesHold(api);
                assertTellsOfTheIncident(api, "127.0.0.1:" + http.port());
            } finally {
                prometheus.destroy();
                assertTrue(prometheus.waitFor(60, TimeUnit.SECONDS), "prometheus goes on");
            }
        }
    }

    private String address(Path log) throws InterruptedException {
        Matcher found = LISTENING.matcher("");
        lab.await("prometheus listens", () -> found.reset(read(log)).find());
        return found.group(1);
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The data of an answer; empty while there is none, and while it starts: it listens first, and refuses until then. */
    private JsonNode get(String address) {
        try {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
            if (answer.statusCode() == 503) {
                return MissingNode.getInstance();
            }
            return new ObjectMapper().readTree(answer.body()).path("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static List<String> queries() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(CONFIG.resolve("grafana-dashboard.json").toFile());
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            panel.path("targets")
                    .forEach(target -> queries.add(target.path("expr").asText()));
        }
        assertEquals(8, queries.size(), queries::toString);
        return queries;
    }

    private void assertRulesHold(String api) throws InterruptedException {
        List<JsonNode> rules = new ArrayList<>();
        lab.await("each rule is evaluated", () -> {
            rules.clear();
            get(api + "rules")
                    .path("groups")
                    .forEach(group -> group.path("rules").forEach(rules::add));
            return !rules.isEmpty()
                    && rules.stream()
                            .noneMatch(rule -> rule.path("health").asText().equals("unknown"));
        });
        for (JsonNode rule : rules) {
            assertEquals("ok", rule.path("health").asText(), rule::toString);
        }
    }

    private void assertTellsOfTheIncident(String api, String service) throws InterruptedException {
        List<JsonNode> told = new ArrayList<>();
        lab.await("the alert fires", () -> {
            told.clear();
            for (JsonNode alert : get(api + "alerts").path("alerts")) {
                if (alert.path("labels").path("alertname").asText().equals("WirepathProblem")
                        && alert.path("state").asText().equals("firing")) {
                    told.add(alert);
                }
            }
            return !told.isEmpty();
        });
        JsonNode alert = told.get(0);
        assertEquals(1, told.size(), told::toString);
        String summary = alert.path("annotations").path("summary").asText();
        assertTrue(summary.startsWith("app@10.9.1.32 answers"), summary);
        String words = alert.path("annotations").path("description").asText();
        String link = "http://" + service + "/#/incidents?incident="
                + alert.path("labels").path("incident").asText();
        assertTrue(words.endsWith(link), words);
    }
}

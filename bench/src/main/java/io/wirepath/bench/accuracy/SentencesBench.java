package io.wirepath.bench.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Holds what reports say against what is true, without any of the analysis: reads reports as JSON, what was done to
 * each set from a table, and the names and requests that the set itself knows.
 *
 * <pre>
 *  report.json ─┬─ problems ──────── faults.csv, incident.json: subject, effect     true, false, missed
 *               │                    times of the true calls before and since        true though not injected
 *               ├─ calls ─────────── calls.jsonl.gz, truth.jsonl.gz                   numbers and means of each edge
 *  report.txt ──┼─ where time goes   its rows                                         add up
 *               ├─ roles ─────────── hosts, nodes.csv                                services joined, replicas missed
 *               ├─ counts of paths ─ requests.jsonl.gz                               requests told of those made
 *               └─ requests[] ────── calls.jsonl.gz          of those stated 99 % certain how many are whole
 * </pre>
 */
public final class SentencesBench {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_MICRO = 1000;
    private static final long MAX_AWAY_MICROS = 1000;

    private static final String FAILURES = "errors-since|failures-begin|unanswered.*";

    /** A request is stated certain from this probability on. */
    private static final double STATED = 0.99;

    /** An effect may be so far from the truth beside the interval that the report gives. */
    private static final double EFFECT_SHARE = 0.1;

    /** What was done to a set. */
    private record Fault(String set, String kind, String subject, double effectMillis, double onsetNanos) {

        boolean isToldBy(JsonNode finding) {
            boolean subjectTold = finding.get("nodes").toString().contains(subject)
                    || finding.get("title").asText().contains(subject);
            double effect = finding.path("effectNanos").asDouble() / NANOS_PER_MILLI;
            double half = finding.path("uncertaintyNanos").asDouble() / NANOS_PER_MILLI;
            return finding.get("kind").asText().matches(kind)
                    && subjectTold
                    && (effectMillis == 0 || Math.abs(effect - effectMillis) <= half + EFFECT_SHARE * effectMillis);
        }
    }

    private SentencesBench() {}

    /**
     * {@code FAULTS.csv}, then {@code REPORT.json DIRECTORY} for each set, or {@code --intervals SEEDS}; prints a table
     * in Markdown.
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("--intervals")) {
            SimulatedIntervals.print(Integer.parseInt(arguments[1]));
            return;
        }
        List<Fault> faults = faults(Path.of(arguments[0]));
        System.out.println(
                "| set | problems true | true in the calls | of failures | false | faults missed | onset off | calls told wrong |"
                        + " means off | sums off | services joined | replicas missed |"
                        + " requests in paths | requests made | stated 99 % certain | whole |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (int i = 1; i + 1 < arguments.length; i += 2) {
            System.out.println(row(Path.of(arguments[i]), Path.of(arguments[i + 1]), faults));
        }
    }

    private static List<Fault> faults(Path file) throws IOException {
        List<Fault> faults = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] word = line.split(",", -1);
                faults.add(new Fault(
                        word[0], word[1], word[2], word[3].isEmpty() ? 0 : Double.parseDouble(word[3]), Double.NaN));
            }
        }
        return faults;
    }

    /** What was done to a set: from the table, or as the set itself says. */
    private static List<Fault> faults(Path set, String name, List<Fault> all) throws IOException {
        Path said = set.resolve("incident.json");
        JsonNode incident = Files.exists(said) ? JSON.readTree(said.toFile()) : JSON.createObjectNode();
        double onset = incident.has("onset_us")
                ? incident.get("onset_us").asDouble() * NANOS_PER_MICRO
                : incident.path("fault_s").asDouble(Double.NaN) * NANOS_PER_SECOND;
        if (incident.has("service")) {
            return List.of(new Fault(name, ".*", incident.get("service").asText(), 0, onset));
        }
        return all.stream()
                .filter(fault -> fault.set().equals(name))
                .map(fault -> new Fault(fault.set(), fault.kind(), fault.subject(), fault.effectMillis(), onset))
                .toList();
    }

    private static String row(Path reportFile, Path set, List<Fault> all) throws IOException {
        JsonNode report = JSON.readTree(reportFile.toFile());
        Path whole = set.toAbsolutePath().normalize();
        int names = whole.getNameCount();
        String name = whole.subpath(Math.max(0, names - 2), names).toString();
        List<Fault> faults = faults(set, name, all);
        Map<String, String> addresses = new HashMap<>();
        report.get("nodes")
                .forEach(node -> addresses.put(
                        node.get("name").asText(), node.get("address").asText()));
        List<JsonNode> truth = truth(set);
        TrueCalls calls = new TrueCalls(truth);
        int right = 0;
        int so = 0;
        int failures = 0;
        int wrong = 0;
        double late = Double.NaN;
        Set<Fault> told = new HashSet<>();
        for (JsonNode finding : report.get("findings")) {
            if (finding.get("severity").asText().equals("problem")) {
                List<Fault> own =
                        faults.stream().filter(fault -> fault.isToldBy(finding)).toList();
                told.addAll(own);
                boolean shown = own.isEmpty() && isShown(finding, calls, addresses);
                right += own.isEmpty() ? 0 : 1;
                so += shown ? 1 : 0;
                boolean unknown =
                        own.isEmpty() && finding.get("kind").asText().matches(FAILURES) && knowsNoFailure(set);
                failures += unknown ? 1 : 0;
                wrong += own.isEmpty() && !shown && !unknown ? 1 : 0;
                for (Fault fault : own) {
                    double away = Math.abs(finding.path("onsetNanos").asDouble(Double.NaN) - fault.onsetNanos());
                    late = Double.isNaN(late) || away < late ? away : late;
                }
            }
        }
        Map<String, Set<String>> roles = rolesOfServices(report, services(set));
        Set<String> twice = new TreeSet<>();
        Set<String> seen = new TreeSet<>();
        roles.values().forEach(own -> own.forEach(role -> (seen.add(role) ? new TreeSet<String>() : twice).add(role)));
        long missed = roles.values().stream().mapToLong(own -> own.size() - 1).sum();
        TrueCalls.Agreement agreement = calls.with(report, addresses);
        return "| %s | %d | %d | %d | %d | %d | %s | %s | %s | %s | %d | %d | %d | %s | %s |"
                .formatted(
                        name,
                        right,
                        so,
                        failures,
                        wrong,
                        faults.stream().map(Fault::subject).distinct().count()
                                - told.stream().map(Fault::subject).distinct().count(),
                        Double.isNaN(late) ? "" : "%.1f s".formatted(late / NANOS_PER_SECOND),
                        calls.areKnown() ? agreement.off() + " of " + agreement.calls() : "",
                        calls.areKnown() ? agreement.meansOff() + " of " + agreement.edges() : "",
                        sumsOff(reportFile),
                        twice.size(),
                        missed,
                        requestsInPaths(report),
                        requestsMade(set),
                        wholeRequests(report, truth, addresses));
    }

    /** The service of each address, as the set itself names it. */
    private static Map<String, String> services(Path set) throws IOException {
        Map<String, String> services = new TreeMap<>();
        Path nodes = set.resolve("nodes.csv");
        if (Files.exists(nodes)) {
            Files.readAllLines(nodes).stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .forEach(word -> services.put(word[0], word[1]));
        }
        for (Path hosts : List.of(set.resolve("hosts"), set.resolveSibling("hosts"))) {
            if (Files.exists(hosts) && services.isEmpty()) {
                Files.readAllLines(hosts).stream()
                        .filter(line -> !line.startsWith("#") && !line.isBlank())
                        .map(line -> line.strip().split("\\s+", -1))
                        .forEach(word -> services.put(word[0], word[1].replaceAll("\\d+$", "")));
            }
        }
        return services;
    }

    /** The roles of the nodes of each service; clients serve nobody. */
    private static Map<String, Set<String>> rolesOfServices(JsonNode report, Map<String, String> services) {
        Map<String, Set<String>> roles = new TreeMap<>();
        for (JsonNode node : report.get("nodes")) {
            String service = services.get(node.get("address").asText());
            if (service != null && !node.get("client").asBoolean()) {
                roles.computeIfAbsent(service, unseen -> new TreeSet<>())
                        .add(node.get("role").asText());
            }
        }
        return roles;
    }

    private static long requestsInPaths(JsonNode report) {
        long requests = 0;
        for (JsonNode pattern : report.get("patterns")) {
            boolean isOfClient = pattern.get("root").get("from").asText().equals("CLIENT");
            requests += isOfClient ? pattern.get("count").asLong() : 0;
        }
        return requests;
    }

    /**
     * Requests that the set's load generator made, or that its truth says came from outside; empty where neither is.
     */
    private static String requestsMade(Path set) throws IOException {
        long[] count = {0};
        Path requests = set.resolve("requests.jsonl.gz");
        if (Files.exists(requests)) {
            lines(requests, line -> count[0]++);
        } else if (Files.exists(set.resolve("truth.jsonl.gz"))) {
            lines(set.resolve("truth.jsonl.gz"), line -> count[0] += line.contains("\"parent_span_id\":null") ? 1 : 0);
        }
        return count[0] == 0 ? "" : Long.toString(count[0]);
    }

    /** The calls that the set says were made; none where it does not. */
    private static List<JsonNode> truth(Path set) throws IOException {
        List<JsonNode> truth = new ArrayList<>();
        for (String name : List.of("calls.jsonl.gz", "truth.jsonl.gz")) {
            if (truth.isEmpty() && Files.exists(set.resolve(name))) {
                lines(set.resolve(name), line -> truth.add(read(line)));
            }
        }
        return truth;
    }

    /** Whether the truth of a set says of no call how it ended: what fails there stands in its packets alone. */
    private static boolean knowsNoFailure(Path set) {
        return Files.exists(set.resolve("truth.jsonl.gz")) && !Files.exists(set.resolve("requests.jsonl.gz"));
    }

    /**
     * Whether a problem that nobody made is one in the calls as they were: its subject takes longer since it says so.
     */
    private static boolean isShown(JsonNode finding, TrueCalls calls, Map<String, String> addresses) {
        Set<String> subjects = new HashSet<>();
        finding.get("nodes").forEach(node -> subjects.add(addresses.getOrDefault(node.asText(), node.asText())));
        return finding.path("onsetNanos").isNumber()
                && finding.path("effectNanos").asDouble() > 0
                && calls.show(
                        subjects,
                        finding.get("onsetNanos").asLong(),
                        finding.path("endNanos").asLong(Long.MAX_VALUE),
                        finding.get("effectNanos").asDouble(),
                        Math.max(1, finding.path("incident").path("requests").asInt()));
    }

    /** Rows of where the time goes that do not add up to the whole, in percent of it; empty without the text. */
    private static String sumsOff(Path reportFile) throws IOException {
        Path text =
                reportFile.resolveSibling(reportFile.getFileName().toString().replaceAll("json$", "txt"));
        if (!Files.exists(text)) {
            return "";
        }
        double sum = 0;
        boolean within = false;
        for (String line : Files.readAllLines(text)) {
            within |= line.startsWith("WHERE THE TIME GOES");
            String[] word = line.strip().split("\\s+", 3);
            if (within && line.strip().endsWith(" in all") && word[0].equals("100")) {
                return "%.1f %%".formatted(Math.abs(100 - sum));
            }
            if (within && word.length == 3 && word[1].equals("%")) {
                sum += Double.parseDouble(word[0]);
            }
        }
        return "";
    }

    /** {@code stated | whole}, of the requests in the report that the truth has; empty without a truth. */
    private static String wholeRequests(JsonNode report, List<JsonNode> truth, Map<String, String> addresses) {
        if (truth.isEmpty()) {
            return " | ";
        }
        Map<String, List<JsonNode>> callsOf = new HashMap<>();
        Map<String, List<JsonNode>> bySource = new HashMap<>();
        for (JsonNode call : truth) {
            callsOf.computeIfAbsent(key(call, "parent_span_id"), unseen -> new ArrayList<>())
                    .add(call);
            bySource.computeIfAbsent(call.path("src").asText(), unseen -> new ArrayList<>())
                    .add(call);
        }
        ClockFit clock = clock(report, bySource, addresses);
        int stated = 0;
        int whole = 0;
        for (JsonNode request : report.get("requests")) {
            List<String> told = sources(request, addresses);
            List<JsonNode> same = bySource.getOrDefault(told.get(0), List.of()).stream()
                    .filter(call -> Math.abs(ahead(request, call) - clock.ahead(sentMicros(call))) < MAX_AWAY_MICROS)
                    .toList();
            if (same.size() == 1 && request.get("probability").asDouble() >= STATED) {
                List<String> made = new ArrayList<>();
                collect(same.get(0), callsOf, made);
                Collections.sort(told);
                Collections.sort(made);
                stated++;
                whole += same.get(0).path("parent_span_id").isNull() && made.equals(told) ? 1 : 0;
            }
        }
        return stated + " | " + whole;
    }

    /** What the report's clock is ahead of the truth's, by the connections that are used once. */
    private static ClockFit clock(
            JsonNode report, Map<String, List<JsonNode>> bySource, Map<String, String> addresses) {
        List<ClockFit.Sample> samples = new ArrayList<>();
        for (JsonNode request : report.get("requests")) {
            List<JsonNode> same =
                    bySource.getOrDefault(sources(request, addresses).get(0), List.of());
            if (same.size() == 1) {
                samples.add(new ClockFit.Sample(sentMicros(same.get(0)), ahead(request, same.get(0))));
            }
        }
        return ClockFit.of(samples);
    }

    /** Who sends each call of a request, its first one first. */
    private static List<String> sources(JsonNode request, Map<String, String> addresses) {
        List<String> sources = new ArrayList<>();
        request.get("calls")
                .forEach(call -> sources.add(addresses.get(call.get("from").asText()) + ':' + call.get("fromPort")));
        return sources;
    }

    private static double ahead(JsonNode request, JsonNode call) {
        return request.get("startNanos").asDouble() / NANOS_PER_MICRO - sentMicros(call);
    }

    private static double sentMicros(JsonNode call) {
        return call.path("req_send_us").asDouble();
    }

    private static void collect(JsonNode call, Map<String, List<JsonNode>> callsOf, List<String> to) {
        to.add(call.path("src").asText());
        callsOf.getOrDefault(key(call, "span_id"), List.of()).forEach(child -> collect(child, callsOf, to));
    }

    private static String key(JsonNode call, String field) {
        return call.path("trace_id").asText()
                + '/'
                + (call.path(field).isTextual() ? call.path(field).asText() : "");
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void lines(Path file, Consumer<String> each) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
                Stream<String> lines = reader.lines()) {
            lines.forEach(each);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}

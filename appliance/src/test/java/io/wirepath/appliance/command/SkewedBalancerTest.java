package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.QueryRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three queries, each refining the one before, find the recorded skewed balancer, and answer what its logs say. */
final class SkewedBalancerTest {

    private static final long STRETCH_MICROS = 10_000_000;
    private static final long FAULT_MICROS = 1_795_516_210_000_000L;
    private static final String CLIENTS = "From r In requests Where r.clientRole = 'CLIENT'"
            + " And r.time >= '2026-11-24T10:30:03Z' And r.time < '2026-11-24T10:30:17Z' ";

    private static Map<String, String> answers = Map.of();

    /** A request, as the client's and the server's logs have it. */
    private record Sent(long micros, String client, String port, String server) {

        String stretch() {
            return STRETCH_MICROS * 1000 * (micros / STRETCH_MICROS) + "";
        }
    }

    private static List<Sent> truth() throws IOException {
        Path file = Path.of("../samples/skew/truth.csv.gz");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .skip(1)
                    .map(line -> line.split("[,:]", -1))
                    .map(cells -> new Sent(Long.parseLong(cells[0]), cells[1], cells[2], cells[3]))
                    .toList();
        }
    }

    private static String text(QueryAnswer answer) {
        Map<String, Long> rows = new TreeMap<>();
        answer.rows().forEach(row -> {
            Object[] cells = row.values();
            rows.put(cells[0] + " " + cells[1], Math.round((Double) cells[2]));
        });
        return rows.toString();
    }

    @BeforeAll
    static void ask() throws IOException {
        MergeReading reading =
                new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false);
        var events = QueryRun.events(new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                .run(List.of("../samples/skew/sw-web.pcap.gz"), null, null)
                .report());
        answers = new HashMap<>();
        Map.of(
                        "shares",
                        CLIENTS + "GroupBy bucket(r.time, 10s), r.server Select bucket(r.time, 10s), r.server, COUNT",
                        "connections",
                        CLIENTS + "Where r.time >= '2026-11-24T10:30:10Z' GroupBy r.clientAddress, r.serverAddress"
                                + " Select r.clientAddress, r.serverAddress, COUNT(Distinct r.connection)",
                        "opened",
                        "Q = " + CLIENTS + "GroupBy r.server, r.client, r.clientPort Select r.server, MIN(r.time) As t;"
                                + " From k In Q GroupBy bucket(k.t, 10s), k.server Select bucket(k.t, 10s), k.server, COUNT")
                .forEach((name, query) -> answers.put(name, text(QueryRun.answer(query, events))));
    }

    @Test
    void sharesAreThoseOfTheLogs() throws IOException {
        Map<String, Long> shares = new TreeMap<>();
        truth().forEach(sent -> shares.merge(sent.stretch() + ' ' + sent.server(), 1L, Long::sum));
        assertEquals(shares.toString(), answers.get("shares"));
    }

    @Test
    void eachClientHasMoreConnectionsToTheFavourite() throws IOException {
        Map<String, Set<String>> ports = new TreeMap<>();
        truth().stream()
                .filter(sent -> sent.micros() >= FAULT_MICROS)
                .forEach(sent -> ports.computeIfAbsent(sent.client() + ' ' + sent.server(), unseen -> new HashSet<>())
                        .add(sent.port()));
        Map<String, Long> connections = new TreeMap<>();
        ports.forEach((pair, set) -> connections.put(pair, (long) set.size()));
        assertEquals(connections.toString(), answers.get("connections"));
        for (String client : List.of("10.1.0.11", "10.1.0.12", "10.1.0.13")) {
            long favourite = Objects.requireNonNull(connections.get(client + " 10.2.0.11"));
            assertTrue(favourite > Objects.requireNonNull(connections.get(client + " 10.2.0.13")), client);
        }
    }

    @Test
    void newConnectionsTellThatTheBalancerIsSkewed() throws IOException {
        Set<String> seen = new HashSet<>();
        Map<String, Long> opened = new TreeMap<>();
        truth().stream()
                .filter(sent -> seen.add(sent.client() + ' ' + sent.port() + ' ' + sent.server()))
                .forEach(sent -> opened.merge(sent.stretch() + ' ' + sent.server(), 1L, Long::sum));
        assertEquals(opened.toString(), answers.get("opened"));
        String fault = FAULT_MICROS * 1000 + " 10.2.0.1";
        long favourite = Objects.requireNonNull(opened.get(fault + 1));
        long others = Objects.requireNonNull(opened.get(fault + 2)) + Objects.requireNonNull(opened.get(fault + 3));
        assertTrue(favourite > 1.5 * others, opened::toString);
    }
}

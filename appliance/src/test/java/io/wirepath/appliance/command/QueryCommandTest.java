package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The studies of Pivot Tracing on the recorded sample, against what the tables of analyze say. */
final class QueryCommandTest extends VerbTest {

    private static final String BY_CLIENT = "From r In responses Where r.protocol In ('postgresql', 'redis')"
            + " Join c In First(requests) On c -> r GroupBy r.server, c.client Select r.server, c.client, SUM(r.bytes), COUNT";

    @TempDir
    private Path directory;

    private JsonNode rows(String query, String... inputs) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("query", query, "--json", "--quiet"));
        arguments.addAll(List.of(inputs));
        assertEquals(0, run(arguments.toArray(String[]::new)), err::toString);
        return new ObjectMapper().readTree(out.toByteArray()).get("rows");
    }

    @Test
    void bytesAtEachDatabaseByTheClientThatAskedAreThoseOfTheTrees() throws IOException {
        String store = directory.resolve("store").toString();
        String[] all = {SampleCapture.path("sw-app"), SampleCapture.path("sw-data")};
        assertEquals(0, run("analyze", all[0], all[1], "--keep", store, "--csv", directory.toString(), "--quiet"));
        JsonNode stored = rows(BY_CLIENT, store);
        assertEquals(stored, rows(BY_CLIENT, all), "a store and its captures give the same rows");
        String index = directory.resolve("index").toString();
        assertEquals(stored, rows(BY_CLIENT, store, "--index", index), "and so does an index that is made of it");
        assertEquals(stored, rows(BY_CLIENT, index), "and one that is there");
        assertEquals(1, run("query", BY_CLIENT, store, "--index", index), "which is not written again");
        Map<String, Double> expected = byRootClient(directory.resolve("calls.csv"));
        double sum = 0;
        double off = 0;
        for (JsonNode row : stored) {
            String key = row.get("server").asText() + ' ' + row.get("client").asText();
            double likely = expected.getOrDefault(key, 0.0);
            assertTrue(row.get("sum(r.bytes)_low").asDouble()
                    <= row.get("sum(r.bytes)").asDouble());
            off += Math.abs(likely - row.get("sum(r.bytes)").asDouble());
            sum += likely;
        }
        assertTrue(sum > 100_000 && off < 0.04 * sum, off + " of " + sum + " bytes are elsewhere than on likely paths");
    }

    /** Response bytes by server and by the client of the call at the top, of the most likely causes. */
    private static Map<String, Double> byRootClient(Path csv) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        List<String> head = List.of(lines.get(0).split(","));
        Map<String, String[]> calls = new HashMap<>();
        lines.subList(1, lines.size()).forEach(line -> {
            String[] cells = line.split(",", -1);
            calls.put(cells[head.indexOf("call")], cells);
        });
        Map<String, Double> sums = new TreeMap<>();
        for (String[] call : calls.values()) {
            String protocol = call[head.indexOf("protocol")];
            if (!call[head.indexOf("response_bytes")].isEmpty()
                    && (protocol.equals("postgresql") || protocol.equals("redis"))) {
                String[] top = call;
                while (!top[head.indexOf("parent")].isEmpty()) {
                    top = calls.get(top[head.indexOf("parent")]);
                }
                sums.merge(
                        call[head.indexOf("server_name")] + ' ' + top[head.indexOf("client_name")],
                        Double.parseDouble(call[head.indexOf("response_bytes")]),
                        Double::sum);
            }
        }
        return sums;
    }

    @Test
    void threeQueriesFindTheSkewedBalancer() throws IOException {
        String front = SampleCapture.path("sw-front");
        String of = "From r In requests Where r.clientRole = 'CLIENT' ";
        JsonNode shares = rows(of + "GroupBy r.server Select r.server, COUNT OrderBy COUNT Desc", front);
        assertTrue(shares.size() > 0);
        JsonNode byClient = rows(
                of + "GroupBy r.client, r.server Select r.client, r.server, COUNT,"
                        + " COUNT(Distinct r.connection) As connections OrderBy COUNT Desc",
                front);
        JsonNode kept = rows(
                of + "GroupBy r.client, r.clientPort Select r.client, r.clientPort, COUNT,"
                        + " MAX(r.time) - MIN(r.time) As lasted OrderBy COUNT Desc Limit 3",
                front);
        assertTrue(byClient.size() >= shares.size());
        assertTrue(kept.get(0).get("COUNT").asInt() > 50, "a connection carries what many should share");
        assertTrue(kept.get(0).get("lasted").asLong() > 10_000_000_000L, "and lasts as long as the capture");
    }

    @Test
    void theListOfFieldsFitsTheTerminal() {
        QueryCommand.fieldList(80).lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void aScoreIsNotCalledAProbability() throws IOException {
        String capture = SampleCapture.path("sw-app");
        Path index = directory.resolve("scored");
        String rows = "From q In requests Join p In MostRecent(requests) On p -> q Select q.server Limit 3";
        List<String> asked = new ArrayList<>(List.of("query", rows, capture, "--algorithm", "convolution"));
        asked.addAll(List.of("--index", index.toString()));
        assertEquals(0, run(asked.toArray(String[]::new)), err::toString);
        String answer = out.toString(StandardCharsets.UTF_8);
        assertTrue(answer.lines().findFirst().orElseThrow().endsWith("score"), answer);
        assertTrue(answer.contains("and no probabilities"), answer);
        assertEquals(0, run("query", rows, index.toString(), "--csv", "-"), err::toString);
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("server,score"), out::toString);
        assertEquals(0, run("query", rows, index.toString(), "--json"), err::toString);
        assertEquals(
                "score",
                new ObjectMapper()
                        .readTree(out.toString(StandardCharsets.UTF_8))
                        .path("measure")
                        .asText());
    }

    @Test
    void listsFieldsAndShowsThePlanWithoutInput() {
        assertEquals(0, run("query", "--fields"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("retransmissions"));
        assertEquals(0, run("query", BY_CLIENT, "--plan"), err::toString);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("PACK the first c (client)"));
    }

    @Test
    void logsOfHostsAreSourcesAndAReportCanBeAsked() throws IOException {
        Path log = directory.resolve("host.ulm");
        Files.write(
                log,
                List.of(
                        "DATE=20261120174920.000000 HOST=10.3.0.12 PROG=vmstat LVL=Usage NL.EVNT=cpu.user VAL=40",
                        "DATE=20261120174921.000000 HOST=10.3.0.12 PROG=vmstat LVL=Usage NL.EVNT=cpu.user VAL=60",
                        "no line of a log",
                        "ts=2026-11-20T17:49:22.5Z event=cache.miss level=Info host=10.3.0.12"));
        Path written = directory.resolve("all.ulm");
        Path report = directory.resolve("report.json");
        String capture = SampleCapture.path("sw-app");
        String[] analyze = {
            "analyze",
            capture,
            "--quiet",
            "--ulm",
            log.toString(),
            "--write-ulm",
            written.toString(),
            "--json=" + report
        };
        assertEquals(0, run(analyze), err::toString);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("line 3 has no FIELD=VALUE"), err::toString);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("cpu.user"), out::toString);
        List<String> lines = Files.readAllLines(written);
        assertEquals(
                2, lines.stream().filter(line -> line.contains("cpu.user VAL=")).count());
        assertEquals(4, Files.readAllLines(log).size(), "a log of others is read, not written");
        String mean = "From l In loads GroupBy l.host Select l.host, AVG(l.value)";
        assertEquals(
                50,
                rows(mean, capture, "--ulm", log.toString())
                        .get(0)
                        .get("avg(l.value)")
                        .asDouble());
        assertEquals(
                50, rows(mean, report.toString()).get(0).get("avg(l.value)").asDouble());
        assertEquals(
                1,
                rows("From e In events Select COUNT", report.toString())
                        .get(0)
                        .get("COUNT")
                        .asInt());
        assertEquals(1, run("query", "From c In calls Select COUNT", report.toString()));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("a report holds no calls"), err::toString);
    }

    @Test
    void aMistakeIsWrongUsageAndToldBeforeInputIsRead() {
        assertEquals(2, run("query", "From r In requests Select r.clint", "no-such-file"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("did you mean \"client\"?"), err::toString);
        assertEquals(2, run("query"));
        assertEquals(1, run("query", "From r In requests Select r.client", "no-such-file"));
    }

    @Test
    void anInputIsAskedForAlsoWhereAnIndexIsToBeMade(@TempDir Path directory) {
        assertEquals(
                2,
                run(
                        "query",
                        "From f In findings",
                        "--index",
                        directory.resolve("index").toString()));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("an input is missing"), () -> "" + err);
    }

    @Test
    void writesCommaSeparatedValuesWithIntervals() throws IOException {
        Path file = directory.resolve("answer.csv");
        assertEquals(
                0,
                run("query", BY_CLIENT, SampleCapture.path("sw-app"), "--quiet", "--csv", file.toString()),
                err::toString);
        assertEquals(
                "server,client,sum(r.bytes),sum(r.bytes)_low,sum(r.bytes)_high,COUNT,COUNT_low,COUNT_high",
                Files.readAllLines(file).get(0).replace("\"", ""));
    }
}

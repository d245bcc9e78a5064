package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.report.text.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One request of the sample. */
final class RequestCommandTest extends VerbTest {

    private static final int WIDTH = 80;

    @TempDir
    private Path directory;

    private String store() {
        String store = directory.resolve("store").toString();
        assertEquals(0, run("merge", "--quiet", "--to", store, SampleCapture.path("sw-app")));
        return store;
    }

    @Test
    void tellsWhereEachPartOfItsTimeWent() throws IOException {
        String store = store();
        assertEquals(0, run("request", "40", store, "--json"), err::toString);
        JsonNode request = new ObjectMapper().readTree(out.toByteArray()).at("/requests/0");
        long at = request.get("startNanos").asLong();
        long sum = 0;
        for (JsonNode stretch : request.get("stretches")) {
            assertEquals(at + sum, stretch.get("startNanos").asLong(), "no gap before it");
            sum += stretch.get("nanos").asLong();
        }
        assertEquals(request.get("nanos").asLong(), sum, "the stretches are the whole of it");
        long causes = 0;
        for (JsonNode cause : request.get("causes")) {
            causes += cause.asLong();
        }
        assertEquals(sum, causes);
        assertTrue(request.get("calls").findValues("call").stream().anyMatch(call -> call.asInt() == 40));

        assertEquals(0, run("request", "40", store), err::toString);
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("REQUEST  call " + request.get("call").asInt()), text);
        assertTrue(text.contains("\nWHERE THE TIME WENT\n") && text.contains("\nIN ORDER\n"), text);
        assertTrue(text.lines().anyMatch(line -> line.startsWith("▶") && line.contains(" 40 ")), text);
        text.lines().forEach(line -> assertTrue(line.length() <= WIDTH, line));
        Map<String, Long> worked = new TreeMap<>();
        for (JsonNode stretch : request.get("stretches")) {
            if (stretch.get("cause").asText().equals("own")) {
                worked.merge(stretch.get("node").asText(), stretch.get("nanos").asLong(), Long::sum);
            }
        }
        assertTrue(worked.size() > 1, worked::toString);
        String[] where =
                text.substring(text.indexOf("WHERE"), text.indexOf("IN ORDER")).split("\n");
        List<String> works =
                Stream.of(where).filter(line -> line.contains("works")).toList();
        works.forEach(line -> assertTrue(
                worked.entrySet().stream()
                        .anyMatch(node -> line.strip().startsWith(Figures.time(node.getValue()) + " ")
                                && line.endsWith(" " + node.getKey())),
                () -> "each node works for as long as is told: " + line + worked));
        assertTrue(works.size() > 1, text);
    }

    /** Of a capture that lost the frames between, or by a coarse clock. */
    @Test
    void aRequestMayTakeNoTime() throws IOException {
        Path trace = Files.writeString(directory.resolve("trace.jsonl"), """
                {"role":"request","call":0,"src":"10.0.0.1:40000","dst":"10.0.0.2:80","sent_ns":1700000000000000000,"received_ns":1700000000000000000,"bytes":9}
                {"role":"response","call":0,"src":"10.0.0.2:80","dst":"10.0.0.1:40000","sent_ns":1700000000000000000,"received_ns":1700000000000000000,"bytes":9}
                """);
        assertEquals(0, run("request", "0", trace.toString()), err::toString);
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains(", 0 ns\n") && text.contains("\nCALLS\n"), text);
    }

    /** What one sniffer saw passes it in no time, and what one program tells is when it waited. */
    @Test
    void theWayOfAMessageIsKnownWhereBothEndsTellIt() throws IOException {
        String row = """
                {"role":"%s","call":0,"src":"10.0.0.%d:%d","dst":"10.0.0.%d:%d","sent_ns":17000000%s,"received_ns":17000000%s%s}
                """;
        for (String sniffer : List.of("", ",\"sniffer\":0")) {
            Path trace = Files.writeString(
                    directory.resolve("trace.jsonl"),
                    row.formatted("request", 1, 40_000, 2, 80, "00000000000", "00007000000", sniffer)
                            + row.formatted("response", 2, 80, 1, 40_000, "00010000000", "00015000000", sniffer));
            JsonNode call = new ObjectMapper()
                    .readTree(printed("analyze", trace.toString(), "--json"))
                    .at("/requests/0/calls/0");
            assertEquals(
                    sniffer.isEmpty() ? 7_000_000 : 0,
                    call.path("requestNetworkNanos").asLong(),
                    call::toString);
            assertEquals(
                    sniffer.isEmpty() ? 5_000_000 : 0,
                    call.path("responseNetworkNanos").asLong());
        }
    }

    @Test
    void theSlowestOfEachPathStandBeforeTheTypicalOnes() throws IOException {
        String store = store();
        assertEquals(0, run("analyze", store, "--json", "--slowest", "2"), err::toString);
        JsonNode report = new ObjectMapper().readTree(out.toByteArray());
        String pattern = report.at("/patterns/0/id").asText();
        List<JsonNode> jsonNodes = new ArrayList<>();
        report.get("requests").forEach(request -> {
            if (request.get("pattern").asText().equals(pattern)) {
                jsonNodes.add(request);
            }
        });
        assertEquals(
                List.of("slowest", "slowest", "typical", "typical"),
                jsonNodes.stream().map(request -> request.get("kind").asText()).toList());
        assertTrue(jsonNodes.get(0).get("nanos").asLong()
                >= jsonNodes.get(1).get("nanos").asLong());
        assertTrue(jsonNodes.get(1).get("nanos").asLong()
                > jsonNodes.get(2).get("nanos").asLong());
        assertEquals(0, run("analyze", store, "--slowest", "1", "--rank", "time"), err::toString);
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("  " + pattern + "  ") && text.contains("    slowest  "), text);
        assertTrue(text.contains(") by time\n"), text);
    }

    @Test
    void aCallThatIsNotThereIsAFailureAndAnotherFormWrongUsage() {
        String store = store();
        assertEquals(1, run("request", "99999999", store));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("there is no call 99999999"), err::toString);
        assertEquals(2, run("request", "doubtful", store));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("names no call"), err::toString);
    }
}

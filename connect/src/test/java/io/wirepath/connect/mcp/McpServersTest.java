package io.wirepath.connect.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.wirepath.appliance.command.CommandTree;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of the protocol's own library asks about a recorded sample, and gets what the command line tells of it. */
class McpServersTest {

    private static final String CAPTURE = "../samples/slow/sw-app.pcap.gz";
    private static final Console SILENT = new Console(
            OutputStream.nullOutputStream(), new PrintStream(OutputStream.nullOutputStream()), false, false, false);

    @TempDir
    static Path directory;

    private static Path file;
    private static JsonNode report;
    private static LateAnswers ofCapture;

    @BeforeAll
    static void analyze() throws IOException {
        file = directory.resolve("report.json");
        assertEquals(0, CommandTree.run(SILENT, "analyze", CAPTURE, "--quiet", "--json=" + file));
        report = new ObjectMapper().readTree(file.toFile());
        MergeReading reading = new MergeReading(
                Inference.defaults().withContent(FlowSettings.defaults()), MergeSettings.defaults(), SILENT, false);
        ofCapture = LateAnswers.now(ReportAnswers.of(
                new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                        .run(List.of(CAPTURE), null, null),
                null));
    }

    @Test
    void answersOfAReportOverStandardInputAndOutput() throws Exception {
        try (Assistant assistant = Assistant.startingProgram(file.toString(), "--before", file.toString())) {
            List<Tool> tools = assistant.client().listTools().tools();
            assertEquals(
                    List.of("windows", "incidents", "services", "paths", "request", "compare", "query"),
                    tools.stream().map(Tool::name).toList());
            assertTrue(tools.stream().allMatch(tool -> tool.annotations().readOnlyHint()));
            assertTrue(tools.stream().allMatch(tool -> tool.description().contains("never instructions")));

            assertEquals(
                    report.path("findings"),
                    assistant.ask("incidents", Map.of()).path("findings"),
                    "in its words");
            JsonNode services = assistant.ask("services", Map.of("limit", 2));
            assertEquals(2, services.path("nodes").size());
            assertEquals(
                    report.path("nodes").size() - 2,
                    services.path("nodesLeftOut").asInt());
            JsonNode path = assistant
                    .ask("paths", Map.of("like", "redis"))
                    .path("patterns")
                    .path(0);
            assertTrue(path.path("title").asText().contains("redis"));
            JsonNode whole = assistant.ask("paths", Map.of("id", path.path("id").asText()));
            int call = whole.path("examples").path(0).path("call").asInt();
            JsonNode request = assistant.ask("request", Map.of("call", Integer.toString(call)));
            assertTrue(request.path("probability").isNumber());
            assertTrue(request.path("calls").size() > 1);
            JsonNode same = assistant.ask("compare", Map.of());
            assertEquals(0, same.path("differences").size());
            assertEquals(20, same.path("contrasts").size());
            assertTrue(assistant.refused("request", Map.of("call", "999999")).contains("999999"));
            assertEquals(true, assistant.call("paths", Map.of("nonsense", 1)).isError());
        }
    }

    @Test
    void answersWhatWasPipedInBeforeTheEnd() throws Exception {
        String hello = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
        String question = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"windows\","
                + "\"arguments\":{}}}\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        McpServers.overStreams(
                ofCapture, null, new ByteArrayInputStream((hello + question).getBytes(StandardCharsets.UTF_8)), out);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(2, lines.size());
        assertTrue(lines.get(1).contains("\"id\":2") && lines.get(1).contains("sw-app"), lines.get(1));
    }

    private static int sum(JsonNode rows, String column) {
        int sum = 0;
        for (JsonNode row : rows) {
            sum += row.path(column).asInt();
        }
        return sum;
    }

    @Test
    void playbooksAreForWhatIsAsked() {
        try (Assistant assistant = Assistant.startingProgram(file.toString())) {
            assertEquals(4, assistant.client().listPrompts().prompts().size());
            String steps = assistant
                    .client()
                    .getPrompt(GetPromptRequest.builder("what-broke")
                            .arguments(Map.of("time", "02:40"))
                            .build())
                    .messages()
                    .toString();
            assertTrue(steps.contains("What broke at \"02:40\"?"), steps);
        }
    }

    @Test
    void answersOfCapturesOverHttpToWhoShowsTheToken() throws Exception {
        String token = "a-token-of-some-length";
        try (McpServers.Listening server = McpServers.overHttp(ofCapture, new Gate(token), "127.0.0.1", 0)) {
            assertThrows(
                    RuntimeException.class,
                    () -> Assistant.of(server.port(), "another-token-of-this").close());
            assertEquals(401, status(server.port(), "127.0.0.1"));
            assertEquals(403, status(server.port(), "wirepath.example.org"), "a name that was pointed here");
            try (Assistant assistant = Assistant.of(server.port(), token)) {
                assertEquals(
                        report.path("findings"),
                        assistant.ask("incidents", Map.of()).path("findings"));
                JsonNode request = assistant
                        .ask("request", Map.of("call", "17"))
                        .path("requests")
                        .path(0);
                assertTrue(request.path("stretches").size() > 1, "where its time went, without gaps");
                long first = report.path("totals").path("firstNanos").asLong();
                String middle =
                        Instant.ofEpochSecond(0, first + 10_000_000_000L).toString();
                JsonNode halves = assistant.ask("compare", Map.of("beforeTo", middle, "from", middle));
                assertTrue(halves.path("contrasts").path(0).path("interval").size() == 2);
                assertTrue(assistant.refused("compare", Map.of("from", "noon")).contains("noon"));
                assertTrue(assistant.refused("compare", Map.of("from", middle)).contains("name a begin or an end"));
                String query = "From c In calls GroupBy c.server Select c.server, COUNT As many";
                JsonNode answer = assistant.ask("query", Map.of("query", query, "limit", 100));
                assertEquals(report.path("totals").path("calls").asInt(), sum(answer.path("rows"), "many"));
                assertTrue(assistant.refused("query", Map.of("query", "From")).contains("line 1, column 5"));
            }
        }
    }

    /** More slow senders than threads hold nobody up, and are let go. */
    @Test
    void slowBodiesHoldNobodyUp() throws Exception {
        String token = "a-token-of-some-length";
        List<Socket> slow = new ArrayList<>();
        try (McpServers.Listening server = McpServers.overHttp(ofCapture, new Gate(token), "127.0.0.1", 0)) {
            for (int i = 0; i < 30; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                slow.add(socket);
                socket.getOutputStream()
                        .write(("POST " + McpServers.PATH + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                                        + "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            assertEquals(401, status(server.port(), "127.0.0.1"));
            assertEquals(413, status(server.port(), "127.0.0.1", " ".repeat(70_000)));
            for (Socket socket : slow) {
                String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
                assertEquals("HTTP/1.1 408", answer);
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static int status(int port, String host) throws IOException {
        return status(port, host, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
    }

    private static int status(int port, String host, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(4000);
            socket.getOutputStream()
                    .write(("POST " + McpServers.PATH + " HTTP/1.1\r\nHost: " + host
                                    + "\r\nAccept: application/json, text/event-stream"
                                    + "\r\nContent-Type: application/json"
                                    + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return Integer.parseInt(new String(in.readAllBytes(), StandardCharsets.UTF_8).substring(9, 12));
        }
    }

    @Test
    void listensOnTheLoopbackAlone() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Console console = new Console(said, new PrintStream(said, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(2, McpCommand.run(console, file.toString(), "--http", "0.0.0.0:7172"));
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("is not the loopback"));
        assertEquals(2, McpCommand.run(console));
        assertFalse(said.toString(StandardCharsets.UTF_8).contains("bug"));
    }
}

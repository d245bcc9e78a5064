package io.wirepath.connect.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.pipeline.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running service is asked as the one who asks, and tells the same as over its own API. */
class ServeAnswersTest {

    private static final String CAPTURE = "../samples/slow/sw-app.pcap.gz";
    private static final String TOKEN = "a-token-of-some-length";
    private static final long BEGIN = 1_795_196_940_000_000_000L;
    private static final WindowId WINDOW = new WindowId(BEGIN, BEGIN + 60_000_000_000L);
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    @TempDir
    Path directory;

    private Service service;
    private HttpService http;
    private McpServers.Listening server;
    private ObjectNode report;

    @BeforeEach
    void start() throws IOException {
        Path file = directory.resolve("report.json");
        Console silent = new Console(OutputStream.nullOutputStream(), NOWHERE, false, false, false);
        assertEquals(0, CommandTree.run(silent, "analyze", CAPTURE, "--quiet", "--json=" + file));
        report = JsonNodeFactory.instance.objectNode();
        report.putObject("window").put("id", WINDOW.toString());
        report.setAll((ObjectNode) new ObjectMapper().readTree(file.toFile()));
        service = new Service(
                ServeSettings.defaults(directory.resolve("state")),
                new ServeControl(ServeTuning.defaults(), line -> {}),
                new ServiceLog(NOWHERE, Map.of()),
                () -> {},
                new Service.Times(() -> BEGIN, () -> BEGIN));
        service.keep(WINDOW, report);
        Path token = Files.writeString(directory.resolve("token"), TOKEN);
        http = HttpService.start(new HttpSettings("127.0.0.1", 0, null, null, token), service, line -> {});
        URI base = URI.create("http://127.0.0.1:" + http.port());
        server = McpServers.overHttp(LateAnswers.now(new ServeAnswers(base)), new Gate(null), "127.0.0.1", 0);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        http.close();
        service.close();
    }

    @Test
    void tellsWhatTheServiceTellsThisCaller() throws Exception {
        try (Assistant stranger = Assistant.of(server.port(), "")) {
            assertTrue(stranger.refused("incidents", Map.of()).contains("token is missing or wrong"));
        }
        try (Assistant assistant = Assistant.of(server.port(), TOKEN)) {
            JsonNode windows = assistant.ask("windows", Map.of()).path("windows");
            assertEquals(WINDOW.toString(), windows.path(0).path("id").asText(), windows.toString());
            JsonNode incident =
                    assistant.ask("incidents", Map.of()).path("findings").path(0);
            JsonNode finding = report.path("findings").path(0);
            for (String field : List.of("title", "detail", "nodes", "effectNanos", "uncertaintyNanos")) {
                assertEquals(finding.path(field), incident.path(field), field);
            }
            assertEquals(WINDOW.toString(), incident.path("window").asText(), "where to ask on");
            JsonNode services = assistant.ask("services", Map.of("window", WINDOW.toString(), "like", "redis"));
            assertEquals(
                    "redis:6379", services.path("nodes").path(0).path("role").asText());
            JsonNode path =
                    assistant.ask("paths", Map.of("limit", 1)).path("patterns").path(0);
            JsonNode whole = assistant.ask("paths", Map.of("id", path.path("id").asText()));
            assertEquals(path.path("title"), whole.path("title"));
            assertEquals(0, assistant.ask("query", Map.of()).path("queries").size());
            assertTrue(assistant.refused("query", Map.of("query", "none")).contains("no standing query none"));
            assertTrue(
                    assistant.refused("request", Map.of("call", "x/../../..")).length() > 0);
            assertTrue(assistant
                    .refused("services", Map.of("window", "20200101T000000Z-60"))
                    .contains("no window"));
        }
    }
}

package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import io.wirepath.report.Report;
import io.wirepath.report.SampleReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Standing queries over HTTP, of a service that is not started: windows are handed to it by the test. */
final class QueriesResourceTest {

    private static final String QUERY =
            "From r In requests GroupBy r.server Select r.server, COUNT, SUM(r.bytes) As bytes";

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private Service service;
    private HttpService http;

    @BeforeEach
    void open() throws IOException {
        service = new Service(
                ServeSettings.defaults(directory.resolve("state")),
                new ServeControl(ServeTuning.defaults(), line -> {}),
                new ServiceLog(
                        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(() -> 0, () -> 0));
        http = HttpService.start(HttpSettings.onLoopback(0), service, line -> {});
    }

    @AfterEach
    void close() {
        http.close();
        service.close();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + http.port() + path);
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri(path))
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private JsonNode json(int status, String method, String path, String body) throws Exception {
        HttpResponse<String> response = send(method, path, body);
        assertEquals(status, response.statusCode(), response.body());
        return new ObjectMapper().readTree(response.body());
    }

    private static String body(String query) {
        return "{\"query\": \"" + query + "\"}";
    }

    @Test
    void isInstalledListedAnsweredChangedAndRemoved() throws Exception {
        JsonNode made = json(201, "PUT", "/api/v1/queries/shares", body(QUERY));
        assertTrue(made.get("plan").size() > 2);
        service.queries().window(SampleReport.make(), () -> 0);
        JsonNode listed = json(200, "GET", "/api/v1/queries", "").get("queries").get(0);
        assertEquals("shares", listed.get("name").asText());
        assertEquals(1, listed.get("windows").asInt());
        JsonNode result = json(200, "GET", "/api/v1/queries/shares", "").at("/results/0");
        assertEquals(3, result.get("rows").size());
        String csv = send("GET", "/api/v1/queries/shares/csv", "").body();
        assertTrue(csv.startsWith("from_nanos,to_nanos,server,COUNT,bytes\n"), csv);
        assertEquals(4, csv.lines().count());
        String metrics = send("GET", "/metrics", "").body();
        assertTrue(
                metrics.contains("wirepath_query_result{column=\"COUNT\",query=\"shares\",server=\"app1\"} 1.0"),
                metrics);
        json(200, "PUT", "/api/v1/queries/shares", body("From r In requests Select COUNT As other"));
        assertEquals(204, send("DELETE", "/api/v1/queries/shares", "").statusCode());
        assertTrue(!send("GET", "/metrics", "").body().contains("wirepath_query_"));
        json(404, "GET", "/api/v1/queries/shares", "");
        json(404, "DELETE", "/api/v1/queries/shares", "");
    }

    @Test
    void aBoundThatAWindowMetStandsInPlaceOfItsAnswer() throws Exception {
        NodeTable nodes = new NodeTable();
        int server = nodes.add("10.3.0.11", "app1", false);
        MessageTableBuilder messages = new MessageTableBuilder(nodes);
        int asked = 1001;
        for (int call = 0; call < asked; call++) {
            long at = call * 1_000L;
            messages.add(at, at, server, 40_000, server, 80, call, 6, Role.REQUEST, 0, 0, 100, 0, 0);
        }
        LinkTable.Builder links = new LinkTable.Builder(asked);
        for (int row = 0; row < asked; row++) {
            links.endChild(1);
        }
        json(201, "PUT", "/api/v1/queries/all", body("From r In requests Select r.bytes"));
        assertFalse(json(200, "GET", "/api/v1/queries/all", "").has("problem"));
        service.queries().window(SampleReport.of(messages.build(), links.build()), () -> 0);
        JsonNode told = json(200, "GET", "/api/v1/queries/all", "");
        assertEquals(0, told.get("results").size());
        assertTrue(told.get("problem").asText().contains("more than 1000 rows"), told::toString);
    }

    @Test
    void metricsCanBeReadWhateverNamesAndValuesAQueryHas() throws Exception {
        Map<String, String> queries = Map.of(
                "a", "From r In requests GroupBy r.server Select r.server, COUNT As b_total, COUNT As B_Total2",
                "a_b", "From r In requests GroupBy r.server Select r.server, COUNT As total",
                "taken",
                        "From r In requests Select r.server As query, r.client As column, r.protocol As a_b,"
                                + " r.transport As a__b, r.call As count, r.bytes",
                "alike", "From r In requests Select r.protocol, r.bytes",
                "joined",
                        "From r In responses Join c In requests On c -> r GroupBy r.server, c.client"
                                + " Select r.server, c.client, COUNT",
                "x_total", "From r In requests Select COUNT",
                "x", "From r In requests Select COUNT");
        for (Map.Entry<String, String> query : queries.entrySet()) {
            json(201, "PUT", "/api/v1/queries/" + query.getKey(), body(query.getValue()));
        }
        service.queries().window(SampleReport.make(), () -> 0);
        Exposition read = Exposition.of(send("GET", "/metrics", "").body());
        assertEquals(1, read.value("wirepath_query_result", "query=a", "column=b_total", "server=app1"));
        assertEquals(1, read.value("wirepath_query_result", "query=a", "column=B_Total2", "server=app1"));
        assertEquals(1, read.value("wirepath_query_result", "query=a_b", "column=total", "server=app1"));
        assertEquals(
                read.value("wirepath_query_result", "query=x"), read.value("wirepath_query_result", "query=x_total"));
        assertEquals(3, read.count("wirepath_query_result", "query=taken", "column=bytes", "query_2=*", "column_2=*"));
        assertEquals(6, read.count("wirepath_query_result", "query=taken", "a_b=*", "a_b_2=*"));
        assertEquals(0, read.value("wirepath_query_rows_left_out", "query=a"));
        assertEquals(
                3,
                read.value("wirepath_query_rows_left_out", "query=alike")
                        + read.count("wirepath_query_result", "query=alike"),
                "each row is a series or counted");
    }

    @Test
    void mistakesAreToldWithTheirPlace() throws Exception {
        JsonNode wrong = json(422, "PUT", "/api/v1/queries/q", body("From r In requsts Select r.client"));
        assertTrue(wrong.at("/error/what").asText().contains("did you mean \"requests\"?"), wrong::toString);
        json(400, "PUT", "/api/v1/queries/q", "From");
        json(422, "PUT", "/api/v1/queries/q", "{}");
        json(422, "PUT", "/api/v1/queries/Q", body(QUERY));
        for (String hostile : List.of(
                "From r In requests Where r.client ~ '(((x{1000}){1000}){1000})' Select r.client",
                "From r In requests Where " + "(".repeat(5000) + " Select r.client",
                "From r In requests Let a=b+b Let b=a+a Where a > 1 Select r.client",
                "x".repeat(12_000))) {
            json(422, "PUT", "/api/v1/queries/q", body(hostile));
        }
        // little enough that all of it is sent before the answer, behind which the server hangs up
        assertEquals(
                413, send("PUT", "/api/v1/queries/q", body("x".repeat(20_000))).statusCode());
        json(404, "GET", "/api/v1/queries/q", "");
    }

    @Test
    void resultsAreStreamedAsTheyAreMade() throws Exception {
        json(201, "PUT", "/api/v1/queries/shares", body(QUERY));
        HttpResponse<InputStream> stream = client.send(
                HttpRequest.newBuilder(uri("/api/v1/queries/shares/events"))
                        .header("Accept", "text/event-stream")
                        .build(),
                BodyHandlers.ofInputStream());
        assertEquals(200, stream.statusCode());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            assertEquals(": listening", lines.readLine());
            service.queries().window(SampleReport.make(), () -> 0);
            String line = lines.readLine();
            while (!line.startsWith("data:")) {
                line = lines.readLine();
            }
            JsonNode result = new ObjectMapper().readTree(line.substring(5));
            assertEquals("shares", result.get("name").asText());
            assertEquals(3, result.get("rows").size());
        }
    }

    @Test
    void whoComesWhileResultsAreMadeGetsThem() throws Exception {
        json(201, "PUT", "/api/v1/queries/shares", body(QUERY));
        Report report = SampleReport.make();
        AtomicBoolean enough = new AtomicBoolean();
        Thread maker = new Thread(() -> {
            while (!enough.get()) {
                service.queries().window(report, () -> 0);
            }
        });
        maker.start();
        try {
            for (int listener = 0; listener < 50; listener++) {
                HttpRequest listen = HttpRequest.newBuilder(uri("/api/v1/queries/shares/events"))
                        .header("Accept", "text/event-stream")
                        .build();
                try (Stream<String> lines =
                        client.send(listen, BodyHandlers.ofLines()).body()) {
                    assertTrue(lines.anyMatch(line -> line.startsWith("data:")), "the stream ended before a result");
                }
            }
        } finally {
            enough.set(true);
            maker.join();
        }
    }
}

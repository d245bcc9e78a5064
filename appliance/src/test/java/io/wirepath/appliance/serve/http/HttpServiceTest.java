package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.report.ManyCalls;
import io.wirepath.appliance.run.Failure;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.history.WindowId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API of a service that is not started, so that nothing moves under the test but what it asks for. */
class HttpServiceTest {

    private static final long MINUTE = 60_000_000_000L;
    private static final long NOW = 1_795_196_940_000_000_000L;
    private static final String TOKEN = "a-token-of-some-length";
    private static final Pattern METRIC = Pattern.compile(
            "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{([a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\\n]|\\\\.)*\",?)*})? (NaN|[+-]Inf|[-+0-9.eE]+)");

    @TempDir
    private Path directory;

    private final List<String> log = new ArrayList<>();
    private Service service;
    private HttpService http;
    private HttpClient client = HttpClient.newHttpClient();
    private String base = "";

    @BeforeEach
    void open() throws IOException {
        ServeTuning tuning = ServeTuning.defaults();
        service = new Service(
                ServeSettings.defaults(directory.resolve("state")),
                new ServeControl(tuning, log::add),
                new ServiceLog(
                        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(() -> 1_795_196_940_000_000_000L, () -> 1_795_196_940_000_000_000L));
    }

    @AfterEach
    void close() {
        if (http != null) {
            http.close();
        }
        service.close();
    }

    private void start(HttpSettings settings, String scheme) {
        http = HttpService.start(settings, service, log::add);
        base = scheme + "://" + settings.host() + ":" + http.port();
    }

    @Test
    void lifelinesAndRequestsOfWindowsComeFromWhatIsKeptOfCalls() throws Exception {
        WindowId id = new WindowId(NOW, NOW + MINUTE);
        WindowId next = new WindowId(NOW + MINUTE, NOW + 2 * MINUTE);
        service.calls().put(id, ManyCalls.analysis(id.fromNanos(), 200));
        service.calls().put(next, ManyCalls.analysis(next.fromNanos(), 200));
        start(HttpSettings.onLoopback(0), "http");
        String both = "/api/v1/lifelines?from=" + (NOW + MINUTE / 2) + "&to=" + (NOW + 2 * MINUTE);
        JsonNode view = get(200, both + "&pixels=300");
        assertEquals(300, view.path("calls").asInt(), "half of one window, and the other");
        assertEquals(2, view.path("windows").size());
        assertEquals(300, view.path("messages").size());
        assertEquals(150, get(200, both + "&node=client").path("calls").asInt());
        JsonNode request = get(200, "/api/v1/windows/" + id + "/requests/7");
        assertEquals(6, request.path("call").asInt());
        assertEquals(2, request.path("calls").size());
        get(404, "/api/v1/windows/" + id + "/requests/200");
        get(400, "/api/v1/windows/" + id + "/requests/x");
        get(400, "/api/v1/lifelines?from=5&to=5");
        get(400, both + "&pixels=0");
        assertEquals(0, get(200, "/api/v1/lifelines?from=5&to=6").path("calls").asInt());
    }

    @Test
    void aPageBeginsWithTheFirstPatternsAndAsksForTheOthers() throws Exception {
        WindowId id = new WindowId(NOW, NOW + MINUTE);
        ObjectNode report = report(id, 10);
        for (int i = 2; i <= 400; i++) {
            report.withArrayProperty("patterns").addObject().put("id", "p" + i).put("title", "t" + i);
        }
        report.withObjectProperty("totals").put("patterns", 400);
        service.reports().put(id, report);
        start(HttpSettings.onLoopback(0), "http");
        JsonNode page = get(200, "/api/v1/windows/" + id + "/page");
        assertEquals(0, page.path("patterns").size(), "no view begins with them whole");
        assertEquals(250, page.path("patternsLeftOut").asInt());
        assertEquals(5, page.path("top").path("patterns").size());
        assertEquals(
                150,
                get(200, "/api/v1/windows/" + id + "/page/patterns")
                        .path("patterns")
                        .size());
        get(404, "/api/v1/windows/" + id + "/page/calls");
        assertEquals(10, page.path("totals").path("calls").asInt());
        JsonNode whole = get(200, "/api/v1/windows/" + id);
        assertEquals(report, whole);
        assertEquals(
                100,
                get(200, "/api/v1/windows/" + id + "/patterns").path("patterns").size());
        JsonNode rows =
                get(200, "/api/v1/windows/" + id + "/patterns?patterns=1000").path("patterns");
        assertEquals(400, rows.size());
        assertEquals("t400", rows.get(399).path("title").asText());
        assertEquals(
                "t399",
                get(200, "/api/v1/windows/" + id + "/patterns/p399")
                        .path("title")
                        .asText());
        get(404, "/api/v1/windows/" + id + "/patterns/p401");
        get(404, "/api/v1/windows/20200101T000000Z-60/patterns");
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private JsonNode get(int status, String path, String... headers) throws Exception {
        HttpResponse<String> response = send("GET", path, "", headers);
        assertEquals(status, response.statusCode(), response.body());
        assertEquals(
                "application/json",
                response.headers().firstValue("Content-Type").orElse(""));
        return new ObjectMapper().readTree(response.body());
    }

    private static ObjectNode report(WindowId id, int calls) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject("window").put("id", id.toString());
        report.put("format", 1);
        report.putObject("totals")
                .put("messages", 2 * calls)
                .put("calls", calls)
                .put("meanLinkProbability", 0.5);
        report.putArray("patterns")
                .addObject()
                .put("id", "p1")
                .put("title", "web → app")
                .put("aggregation", "roles")
                .put("count", calls)
                .put("expectedCount", calls * 0.5)
                .put("maxProbability", 0.9)
                .putObject("root")
                .put("from", "web")
                .put("to", "app");
        return report;
    }

    private void keepThreeWindows() {
        for (int i = 1; i <= 3; i++) {
            WindowId id = new WindowId(i * MINUTE, (i + 1) * MINUTE);
            service.reports().put(id, report(id, i));
        }
    }

    @Test
    void servesThePageUnderAStrictPolicy() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        HttpResponse<String> page = send("GET", "/", "");
        assertEquals(200, page.statusCode());
        assertEquals(
                "text/html;charset=utf-8",
                page.headers().firstValue("Content-Type").orElse(""));
        String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
        assertTrue(
                policy.startsWith(
                        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"),
                policy);
        assertEquals(200, send("GET", "/page.js", "").statusCode());
        assertEquals(200, send("GET", "/page.css", "").statusCode());
    }

    @Test
    void aCookieStandsForTheTokenAndDoesNotTellIt() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), TOKEN);
        start(new HttpSettings("127.0.0.1", 0, null, null, file), "http");
        assertEquals(200, send("GET", "/", "").statusCode(), "the page holds no data");
        assertEquals(401, send("POST", "/api/v1/session", "").statusCode());
        HttpResponse<String> signedIn = send("POST", "/api/v1/session", "", "Authorization", "Bearer " + TOKEN);
        assertEquals(204, signedIn.statusCode());
        String cookie = signedIn.headers().firstValue("Set-Cookie").orElse("");
        assertTrue(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), cookie);
        assertFalse(cookie.contains(TOKEN), cookie);
        String shown = cookie.substring(0, cookie.indexOf(';'));
        get(200, "/api/v1/settings", "Cookie", shown);
        get(401, "/api/v1/settings", "Cookie", shown + "0");
    }

    @Test
    void refusesWhatAPageOfAnotherSiteSends() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        get(200, "/api/v1/settings", "Origin", base);
        get(403, "/api/v1/settings", "Origin", "http://elsewhere.example");
        get(403, "/api/v1/settings", "Origin", "null");
    }

    @Test
    void listsShowsAndAddsWindows() throws Exception {
        keepThreeWindows();
        start(HttpSettings.onLoopback(0), "http");
        JsonNode list = get(200, "/api/v1/windows?from=120000000000&to=1970-01-01T00:04:00Z");
        assertEquals(
                "[{\"id\":\"19700101T000200Z-60\"},{\"id\":\"19700101T000300Z-60\"}]",
                list.path("windows").toString());
        assertEquals(1, get(200, "/api/v1/windows?limit=1").path("windows").size());
        JsonNode one = get(200, "/api/v1/windows/19700101T000200Z-60");
        assertEquals(2, one.path("totals").path("calls").asInt());
        JsonNode sum = get(200, "/api/v1/patterns?from=0");
        assertEquals(3, sum.path("windows").asInt());
        assertEquals(6, sum.path("totals").path("calls").asInt());
        assertEquals(6, sum.path("patterns").get(0).path("count").asInt());
        assertEquals(3.0, sum.path("patterns").get(0).path("expectedCount").asDouble(), 1e-9);
        assertEquals(1, get(200, "/api/v1/patterns").path("windows").asInt(), "the latest alone");
    }

    @Test
    void everyErrorIsJsonThatSaysWhatWhereAndWhatToDo() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        String[][] wrong = {
            {"404", "GET", "/nothing", ""},
            {"404", "GET", "/api/v1/report", ""},
            {"404", "GET", "/api/v1/windows/20261121T223000Z-60", ""},
            {"404", "GET", "/api/v1/windows/..%2F..%2Fcheckpoint", ""},
            {"404", "GET", "/api/v1/patterns?from=0", ""},
            {"400", "GET", "/api/v1/windows?from=yesterday", ""},
            {"400", "GET", "/api/v1/windows?limit=0", ""},
            {"503", "GET", "/api/v1/sniffers", ""},
            {"405", "DELETE", "/api/v1/settings", ""},
            {"400", "PATCH", "/api/v1/settings", "no json"},
            {"422", "PATCH", "/api/v1/settings", "[]"},
            {"422", "PATCH", "/api/v1/settings", "{\"window\":{}}"},
            {"422", "PATCH", "/api/v1/settings", "{\"windows\":{\"length\":1}}"},
            {"422", "PATCH", "/api/v1/settings", "{\"windows\":{\"lengthNanos\":\"1\"}}"},
            {"422", "PATCH", "/api/v1/settings", "{\"windows\":{\"lengthNanos\":1}}"},
            {"422", "PATCH", "/api/v1/settings", "{\"analysis\":{\"algorithm\":\"magic\"}}"},
            {"422", "PATCH", "/api/v1/settings", "{\"analysis\":{\"evidence\":\"tea leaves\"}}"},
            {"413", "PATCH", "/api/v1/settings", " ".repeat(20_000)},
        };
        for (String[] each : wrong) {
            HttpResponse<String> response = send(each[1], each[2], each[3]);
            String told = each[1] + " " + each[2] + ": " + response.body();
            assertEquals(Integer.parseInt(each[0]), response.statusCode(), told);
            JsonNode error = new ObjectMapper().readTree(response.body()).path("error");
            assertEquals(response.statusCode(), error.path("status").asInt(), told);
            assertFalse(error.path("what").asText().isEmpty(), told);
            assertTrue(error.path("where").asText().startsWith("/"), told);
            assertFalse(error.path("do").asText().isEmpty(), told);
            assertFalse(response.body().contains("\tat "), told);
        }
        assertEquals(List.of(), log, "nothing of this is a fault of the program");
        assertEquals(ServeTuning.defaults(), service.control().tuning(), "nothing was changed");
    }

    @Test
    void changesSettingsAllOrNone() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        HttpResponse<String> response = send(
                "PATCH",
                "/api/v1/settings",
                "{\"windows\":{\"lengthNanos\":30000000000},\"analysis\":{\"algorithm\":\"linking\"}}");
        assertEquals(200, response.statusCode(), response.body());
        assertEquals(30_000_000_000L, service.control().tuning().windows().coreNanos());
        assertEquals("linking", service.control().tuning().inference().algorithm());
        assertEquals(10_000_000_000L, service.control().tuning().windows().beforeNanos());
        assertEquals(1, log.size(), log::toString);
        assertEquals(new ObjectMapper().readTree(response.body()), get(200, "/api/v1/settings"));
        String half = "{\"windows\":{\"lengthNanos\":40000000000},\"analysis\":{\"seed\":\"x\"}}";
        assertEquals(422, send("PATCH", "/api/v1/settings", half).statusCode());
        assertEquals(30_000_000_000L, service.control().tuning().windows().coreNanos());
    }

    @Test
    void metricsAreInPrometheusForm() throws Exception {
        keepThreeWindows();
        start(HttpSettings.onLoopback(0), "http");
        HttpResponse<String> response = send("GET", "/metrics", "");
        assertEquals(200, response.statusCode());
        assertTrue(response.headers().firstValue("Content-Type").orElse("").startsWith("text/plain"));
        List<String> names = new ArrayList<>();
        for (String line : response.body().split("\n", -1)) {
            if (!line.isEmpty() && !line.startsWith("# HELP ") && !line.startsWith("# TYPE ")) {
                assertTrue(METRIC.matcher(line).matches(), line);
                names.add(line);
            }
        }
        assertTrue(names.contains("wirepath_history_reports_kept_total 3.0"), response.body());
        assertTrue(names.contains("wirepath_serve_windows_analysed_total 0.0"), response.body());
        assertTrue(names.stream().anyMatch(line -> line.startsWith("jvm_memory_used_bytes{")));
        assertTrue(response.body().contains("# HELP wirepath_history_reports_kept_total Reports of windows"));
    }

    @Test
    void aServiceThatIsNotStartedIsAliveButNotReady() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        assertTrue(get(200, "/healthz").path("alive").asBoolean());
        assertFalse(get(503, "/readyz").path("ready").asBoolean());
    }

    @Test
    void withoutATokenOnlyRequestsAddressedToTheLoopbackPass() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET /api/v1/settings HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 403"), answer);
        }
    }

    @Test
    void refusesToListenOpenly() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), TOKEN);
        assertThrows(Failure.class, () -> new HttpSettings("0.0.0.0", 0, null, null, null));
        assertThrows(Failure.class, () -> new HttpSettings("0.0.0.0", 0, null, null, token), "a token in the clear");
        Path pem = directory.resolve("any.pem");
        assertThrows(Failure.class, () -> new HttpSettings("0.0.0.0", 0, pem, pem, null), "TLS for anyone");
        assertThrows(Failure.class, () -> new HttpSettings("127.0.0.1", 0, pem, null, null));
        Path shortOne = Files.writeString(directory.resolve("short"), "secret");
        HttpSettings withShort = new HttpSettings("127.0.0.1", 0, null, null, shortOne);
        assertThrows(Failure.class, withShort::token);
    }

    @Test
    void elsewhereAnswersWithTlsToThoseWithTheTokenOnly() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        KeyStore keys = selfSigned();
        Path certificate = pem(
                "certificate.pem",
                "CERTIFICATE",
                keys.getCertificate("wirepath").getEncoded());
        Path key = pem(
                "key.pem",
                "PRIVATE KEY",
                keys.getKey("wirepath", "for-a-test".toCharArray()).getEncoded());
        client = HttpClient.newBuilder().sslContext(trusting(keys)).build();
        start(new HttpSettings("localhost", 0, certificate, key, token), "https");
        assertEquals(
                200,
                send("GET", "/api/v1/settings", "", "Authorization", "Bearer " + TOKEN)
                        .statusCode());
        for (String wrong : List.of("Bearer " + TOKEN + "x", "Bearer ", "Basic " + TOKEN, TOKEN)) {
            HttpResponse<String> refused = send("GET", "/metrics", "", "Authorization", wrong);
            assertEquals(401, refused.statusCode(), wrong);
            assertEquals(
                    "Bearer", refused.headers().firstValue("WWW-Authenticate").orElse(""));
        }
        assertEquals(401, send("PATCH", "/api/v1/settings", "{}").statusCode());
        assertEquals("{\"alive\":true}", send("GET", "/healthz", "").body(), "no details for strangers");
        assertThrows(
                Failure.class,
                () -> HttpService.start(new HttpSettings("localhost", 0, key, key, token), service, log::add),
                "a key is no certificate");
    }

    private KeyStore selfSigned() throws Exception {
        Path store = directory.resolve("store.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "wirepath",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "for-a-test")
                .redirectErrorStream(true)
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), told);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream from = Files.newInputStream(store)) {
            keys.load(from, "for-a-test".toCharArray());
        }
        return keys;
    }

    private static SSLContext trusting(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("wirepath", keys.getCertificate("wirepath"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    private Path pem(String name, String what, byte[] bytes) throws IOException {
        String text = "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
        return Files.writeString(directory.resolve(name), text);
    }
}

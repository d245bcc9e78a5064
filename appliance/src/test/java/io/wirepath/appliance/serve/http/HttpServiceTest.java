package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.SumsBuilder;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.ManyCalls;
import io.wirepath.report.sum.CalledWindow;
import io.wirepath.report.sum.KeptSums;
import io.wirepath.report.sum.KeptWindow;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the API answers. */
class HttpServiceTest extends HttpFixture {

    private static final Pattern METRIC =
            Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(\\{([a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\\n]|\\\\.)*\",?)*})?"
                    + " (NaN|[+-]Inf|[-+0-9.eE]+)");

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
                "t399",
                get(200, "/api/v1/windows/" + id + "/patterns/p399")
                        .path("title")
                        .asText());
        get(404, "/api/v1/windows/" + id + "/patterns/p401");
        get(404, "/api/v1/windows/20200101T000000Z-60/patterns");
    }

    @Test
    void answersPagesOfPathsAndCalls() throws Exception {
        WindowId id = new WindowId(NOW, NOW + MINUTE);
        ObjectNode report = report(id, 10);
        report.put(KeptSums.FIELD, KeptSums.of(new CalledWindow(NOW, 300, 1).analysis(TimeSpan.ALWAYS)));
        service.reports().put(id, report);
        start(HttpSettings.onLoopback(0), "http");
        String window = "/api/v1/windows/" + id;
        JsonNode paths = get(200, window + "/patterns?order=-expectedCount&patterns=1");
        assertEquals(2, paths.path("all").asInt());
        assertEquals(1, paths.path("patterns").size());
        assertEquals(200, paths.path("patterns").get(0).path("count").asInt(), "those that ask an app");
        assertEquals(300, paths.path("expectedCount").asDouble(), 1e-6);
        assertEquals(1, get(200, window + "/patterns?q=APP").path("found").asInt());
        get(400, window + "/patterns?order=nothing");
        JsonNode calls = get(200, window + "/calls?q=web&order=-calls");
        assertEquals(300, calls.path("calls").get(0).path("calls").asInt());
        assertEquals(3, calls.path("found").asInt());
        assertEquals(2, get(200, window + "/map").path("pairs").size(), "client to web, and web to its apps");
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

    private static Analysis called(WindowId id, int requests) {
        return new CalledWindow(id.fromNanos(), requests, 1).analysis(TimeSpan.ALWAYS);
    }

    private void keepThreeWindows() {
        for (int i = 1; i <= 3; i++) {
            WindowId id = new WindowId(i * MINUTE, (i + 1) * MINUTE);
            service.reports().put(id, report(id, i).put(KeptSums.FIELD, KeptSums.of(called(id, 3 * i))));
        }
    }

    /** A window in which web takes so many milliseconds, more or less, for each of 640 requests. */
    private void keepWeb(WindowId id, long seed, int millis) {
        ComparedPlace web = new ComparedPlace(ComparedPlace.Sort.NODE, "web", "");
        SumsBuilder sums = new SumsBuilder(id.fromNanos(), id.toNanos() - 1);
        Random random = new Random(seed);
        for (int i = 0; i < 640; i++) {
            long at = id.fromNanos() + i * (MINUTE / 640);
            sums.rate(ComparedPlace.SYSTEM, at);
            sums.delay(web, Measure.OWN, "", at, Math.round(millis * 1e6 * (1 + 0.2 * random.nextDouble())));
        }
        ObjectNode report = report(id, 640);
        report.put(KeptSums.FIELD, KeptWindow.of(sums.sums()));
        service.reports().put(id, report);
    }

    @Test
    void comparesStretchesOfWindowsAsTheCommandDoes() throws Exception {
        keepWeb(new WindowId(MINUTE, 2 * MINUTE), 1, 10);
        keepWeb(new WindowId(2 * MINUTE, 3 * MINUTE), 2, 10);
        keepWeb(new WindowId(3 * MINUTE, 4 * MINUTE), 3, 50);
        start(HttpSettings.onLoopback(0), "http");
        String first = "/api/v1/compare?beforeFrom=" + MINUTE + "&beforeTo=" + 2 * MINUTE;
        JsonNode alike = get(200, first + "&from=" + 2 * MINUTE + "&to=" + 3 * MINUTE);
        assertEquals(0, alike.path("differences").size(), alike.toString());
        assertTrue(alike.path("contrasts").size() > 0);
        assertEquals(640, alike.path("after").path("requests").asInt());
        JsonNode slower = get(200, first + "&from=" + 7 * MINUTE / 2 + "&to=" + 4 * MINUTE);
        JsonNode difference = slower.path("differences").path(0);
        assertEquals("web", difference.path("name").asText(), slower.toString());
        assertEquals(44e6, difference.path("effect").asDouble(), 2e6);
        assertEquals(320, slower.path("after").path("requests").asInt(), "half of the window");
        get(404, first + "&from=" + 10 * MINUTE + "&to=" + 11 * MINUTE);
        get(400, first + "&from=9&to=8");
        get(400, first);
        get(400, "/api/v1/compare?from=" + MINUTE);
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
        assertEquals(5 * 6, sum.path("totals").path("calls").asInt());
        assertEquals(2 * 6, sum.path("patterns").get(0).path("count").asInt());
        assertEquals(2.0 * 6, sum.path("patterns").get(0).path("expectedCount").asDouble(), 1e-9);
        assertEquals(1, get(200, "/api/v1/patterns").path("windows").asInt(), "the latest alone");
        assertTrue(sum.path("windowsLeftOut").isMissingNode());
        assertTrue(sum.path("windowsUnread").isMissingNode());
        JsonNode newest = get(200, "/api/v1/patterns?from=0&limit=2");
        assertEquals(1, newest.path("windowsLeftOut").asInt(), "a range of which not all is added says so");
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
}

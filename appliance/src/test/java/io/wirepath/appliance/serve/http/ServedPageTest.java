package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SiteId;
import io.wirepath.report.ManyCalls;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SampleReport;
import io.wirepath.report.SiteIds;
import io.wirepath.report.sum.KeptSums;
import io.wirepath.report.sum.KeptWindow;
import io.wirepath.report.sum.PathRow;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The views of a service, in a browser, against what its API says. */
class ServedPageTest extends ServedPage {

    private static final List<String> VIEWS = List.of(
            "overview",
            "map",
            "paths",
            "path",
            "requests",
            "request",
            "lifelines",
            "nodes",
            "compare",
            "doubts",
            "health",
            "queries");

    @Test
    void everyViewOfAWindowComesFromTheApiUnderTheStrictPolicy() {
        String id = keep(0, SampleReport.make());
        start(HttpSettings.onLoopback(0));
        for (String view : VIEWS) {
            browser.forgive();
            Page page = browser.open(base + "#/" + view + "?id=p1&call=0&window=" + id);
            boolean ofService = view.equals("incidents") || view.equals("queries");
            assertEquals(
                    ofService ? "Wirepath" : "sw-app.pcap.gz",
                    page.locator("h1").textContent());
            assertEquals(List.of(), told(), view);
            assertTrue(browser.requests().contains(base + "api/v1/windows/" + id + "/page"), view);
            assertTrue(browser.requests().stream().allMatch(asked -> asked.startsWith(base)), view);
            browser.assertForEverybody();
        }
    }

    /** Where requests carry identifiers of the site's own tracing, the overview says how right links are by them. */
    @Test
    void saysHowRightLinksAreByIdentifiersInRequests() {
        Report report = SampleReport.make();
        MessageTable messages = report.analysis().messages();
        CallTable calls = report.analysis().calls();
        List<SiteId> same = Collections.nCopies(calls.size(), SiteId.of("", "", "a"));
        SiteIds ids = SiteIds.compare(same, TimeSpan.ALWAYS, messages, calls);
        String id = keep(0, report.withIds(ids));
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/overview?window=" + id);
        String told = page.locator("#measured").textContent();
        assertTrue(told.contains("of " + ids.known().calls() + " calls"), told);
        assertTrue(told.contains("this window"), told);
        browser.assertForEverybody();
    }

    /**
     * What takes the place of names: markup, a text that turns what is around it, one that ends a string, a long one.
     */
    private static final Map<String, String> HOSTILE = Map.of(
            "app1",
            "<script>owned=1</script><img src=x onerror=owned=1><b>bold",
            "app2",
            "safe\u202Egnp.exe\u2066\u200F\u2028",
            "web",
            "\"' onmouseover=owned=1 javascript:owned=1 ${owned} {{owned}} -->]]>",
            "redis",
            "long.".repeat(2000));

    private static String hostile(String text) {
        String hostile = text;
        for (Map.Entry<String, String> name : HOSTILE.entrySet()) {
            hostile = hostile.replace(name.getKey(), name.getValue());
        }
        return hostile;
    }

    private static JsonNode hostile(JsonNode of) {
        if (of.isTextual()) {
            return JsonNodeFactory.instance.textNode(hostile(of.asText()));
        }
        if (of instanceof ObjectNode object) {
            object.properties().forEach(field -> field.setValue(hostile(field.getValue())));
        } else if (of instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, hostile(array.get(i)));
            }
        }
        return of;
    }

    @Test
    void hostileNamesAreTextInEveryView() {
        Report report = SampleReport.make();
        byte[] kept = KeptWindow.of(report.analysis(), ServedPageTest::hostile, List.of());
        String id = keep(0, ((ObjectNode) hostile(ReportJson.of(report))).put(KeptSums.FIELD, kept));
        start(HttpSettings.onLoopback(0));
        for (String view : VIEWS) {
            browser.forgive();
            Page page = browser.open(base + "#/" + view + "?id=p1&call=0&window=" + id);
            page.waitForCondition(() -> !page.locator("main").textContent().contains("Loading"));
            assertEquals(List.of(), told(), view);
            assertEquals(
                    0,
                    page.locator("main :is(img, script, iframe, object, b b)").count(),
                    view);
            assertEquals("undefined", page.evaluate("typeof owned"), view);
            assertEquals(
                    false,
                    page.evaluate("/[\\u202a-\\u202e\\u2066-\\u2069\\u200f\\u2028]/.test(document.body.innerText)"),
                    view + ": what turns text is shown by its number");
            browser.assertForEverybody();
            browser.assertFits();
        }
    }

    /** What the browser complained of, but that the service has not begun, so nothing is known of sniffers. */
    private List<String> told() {
        return browser.complaints().stream()
                .filter(complaint -> !complaint.contains("503"))
                .toList();
    }

    @Test
    void lifelinesAreOfWhatTheServiceKeepsOfAllCalls() {
        String id = keep(0, SampleReport.make());
        WindowId window = WindowId.parse(id).orElseThrow();
        service.calls().put(window, ManyCalls.analysis(window.fromNanos(), 2000));
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/lifelines?window=" + id);
        page.waitForSelector("#lifelines canvas");
        String all = page.locator("canvas").getAttribute("aria-label");
        assertTrue(all.startsWith("Lifelines of 1,000 requests and 2,000 calls over 60.0 s"), all);
        page.evaluate("location.hash = location.hash + '&z=10000000000-10500000000'");
        browser.await(
                "document.querySelector('canvas')?.getAttribute('aria-label').includes('over 500 ms from 17:49:10')");
        assertTrue(page.locator("#lifelines").textContent().contains("a segment was sent again"));
        browser.assertForEverybody();
        page.locator("canvas").click(new Locator.ClickOptions().setPosition(500, 106));
        page.waitForSelector("#request-h");
        assertTrue(page.locator("main").textContent().contains("The service keeps the times of every request"));
        assertEquals(2, page.locator("svg.waterfall g.row").count());
        assertEquals(List.of(), told());
    }

    @Test
    void pathsBeyondThoseThatThePageBeginsWithAreAskedFor() throws Exception {
        Report sample = SampleReport.make();
        WindowId id = WindowId.parse(keep(0, sample)).orElseThrow();
        ObjectNode report = service.reports().report(id).orElseThrow();
        PathRow like = KeptWindow.paths(sample.analysis()).get(1);
        List<PathRow> more = new ArrayList<>();
        ArrayNode patterns = report.withArrayProperty("patterns");
        for (int i = patterns.size(); i < 2000; i++) {
            patterns.add(((ObjectNode) patterns.get(1))
                    .deepCopy()
                    .put("id", "x" + i)
                    .put("title", "rare → " + i)
                    .put("count", i));
            more.add(KeptWindow.path("x" + i, "rare → " + i, i, like));
        }
        report.put(KeptSums.FIELD, KeptWindow.of(sample.analysis(), UnaryOperator.identity(), more));
        report.withObjectProperty("totals").put("patterns", patterns.size());
        service.reports().put(id, report);
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/paths?window=" + id + "&q=1777");
        browser.await("document.querySelector('#patterns')?.textContent.includes('1 of 2,000 patterns')");
        page.locator("#patterns tbody a").click();
        browser.await("document.querySelector('#path-h')?.textContent === 'rare → 1777'");
        assertEquals(List.of(), browser.complaints());
        pagesAreTurned(browser.open(base + "#/paths?window=" + id + "&sort=-Built&q=rare"), id);
    }

    private JsonNode answer(String path) throws IOException {
        try (InputStream answer = URI.create(base + path).toURL().openStream()) {
            return new ObjectMapper().readTree(answer);
        }
    }

    /** What the buttons of this view save as CSV, less the line of titles. */
    private static List<String> saved(Page page, String place) throws IOException {
        Path file = page.waitForDownload(
                        () -> page.locator(place + " button", new Page.LocatorOptions().setHasText("CSV"))
                                .first()
                                .click())
                .path();
        List<String> lines = Files.readAllLines(file);
        return lines.subList(1, lines.size());
    }

    @Test
    void callsBetweenNodesArePagesOfTheApi() throws Exception {
        String id = keep(0, SampleReport.make());
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/nodes?window=" + id + "&callssort=-Mean");
        page.waitForSelector("#calls tbody tr");
        JsonNode calls =
                answer("api/v1/windows/" + id + "/calls?order=-meanNanos").path("calls");
        List<String> told = new ArrayList<>();
        calls.forEach(call ->
                told.add(call.path("from").asText() + " " + call.path("to").asText()));
        assertEquals(
                told,
                page.locator("#calls tbody tr").all().stream()
                        .map(row -> row.locator("td").nth(0).textContent() + " "
                                + row.locator("td").nth(1).textContent())
                        .toList());
        List<String> lines = saved(page, "#calls");
        assertEquals(calls.size(), lines.size());
        for (int i = 0; i < lines.size(); i++) {
            String begin = calls.path(i).path("from").asText()
                    + ','
                    + calls.path(i).path("to").asText()
                    + ','
                    + calls.path(i).path("port").asText()
                    + ','
                    + calls.path(i).path("calls").asText()
                    + ',';
            assertTrue(lines.get(i).startsWith(begin), lines.get(i) + " begins with " + begin);
        }
        page.locator("#nodes input[type=search]").fill("redis");
        browser.await("document.querySelectorAll('#calls tbody tr').length === "
                + answer("api/v1/windows/" + id + "/calls?q=redis")
                        .path("found")
                        .asInt());
        assertEquals(List.of(), told());
    }

    @Test
    void theMapHasTheSumsOfTheApi() throws Exception {
        String id = keep(0, SampleReport.make());
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/map?window=" + id);
        browser.await("document.querySelector('#map path.edge') !== null");
        JsonNode roles = answer("api/v1/windows/" + id + "/map").path("pairs");
        assertEquals(roles.size(), page.locator("#map path.edge").count());
        assertTrue(page.locator("#map .fold").count() > 0, "a role of several nodes can be unfolded");
        String before = page.locator("#map").textContent();
        page.locator("#map .fold").first().press("Enter");
        page.waitForCondition(() -> !before.equals(page.locator("#map").textContent()));
        String open = page.url().replaceFirst(".*[?&]open=([^&]*).*", "$1");
        JsonNode nodes = answer("api/v1/windows/" + id + "/map?open=" + open).path("pairs");
        browser.await("document.querySelectorAll('#map path.edge').length === " + nodes.size());
        List<String> lines = saved(page, "#map");
        assertEquals(nodes.size(), lines.size());
        for (int i = 0; i < lines.size(); i++) {
            assertTrue(
                    lines.get(i)
                            .startsWith(nodes.path(i).path("from").asText()
                                    + ','
                                    + nodes.path(i).path("to").asText()
                                    + ','
                                    + nodes.path(i).path("requests").asText()),
                    lines.get(i));
        }
        assertEquals(List.of(), told());
    }

    @Test
    void aNodeAndCallsAreShownOverTime() {
        String id = keep(0, SampleReport.make());
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/nodes?window=" + id);
        page.locator("#nodes tbody a").first().click();
        page.waitForSelector("#series");
        browser.await("document.querySelector('#series')?.textContent.includes('Loading') === false");
        assertTrue(page.url().contains("of="), page.url());
        page.waitForSelector("#calls tbody tr");
        page.locator("#calls tbody a").first().click();
        browser.await("document.querySelector('#series-h')?.textContent.includes('→')");
        browser.assertForEverybody();
        assertEquals(List.of(), told());
    }

    private void pagesAreTurned(Page page, WindowId id) throws Exception {
        browser.await("document.querySelector('#patterns')?.textContent.includes('1–50 of 1,998')");
        List<String> first = page.locator("#patterns tbody a").allTextContents();
        page.evaluate("() => { const ask = fetch; const held = new Promise((free) => (window.free = free));"
                + " window.fetch = (...what) => held.then(() => ask(...what)); }");
        page.locator("#patterns button", new Page.LocatorOptions().setHasText("Next"))
                .click();
        browser.await("location.hash.includes('skip=50')");
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
        assertEquals(first, page.locator("#patterns tbody a").allTextContents());
        String waiting = page.locator("#patterns").textContent();
        assertTrue(waiting.contains("1–50 of 1,998"), "rows and what they are called belong together: " + waiting);
        page.evaluate("() => free()");
        browser.await("document.querySelector('#patterns')?.textContent.includes('51–100 of 1,998')");
        List<String> asked = new ArrayList<>();
        JsonNode answer = new ObjectMapper()
                .readTree(
                        URI.create(base + "api/v1/windows/" + id + "/patterns?q=RARE&order=-count&skip=50&patterns=50")
                                .toURL()
                                .openStream());
        answer.path("patterns").forEach(row -> asked.add(row.path("title").asText()));
        assertEquals("rare → 1949", asked.get(0));
        assertEquals(asked, page.locator("#patterns tbody a").allTextContents());
        Path saved = page.waitForDownload(
                        () -> page.locator("#patterns button", new Page.LocatorOptions().setHasText("Save as CSV"))
                                .click())
                .path();
        List<String> lines = Files.readAllLines(saved);
        assertEquals(1999, lines.size(), "a line of titles, and all that were found, not a page of them");
        assertTrue(lines.get(51).startsWith("rare → 1949,"), lines.get(51));
        Page again = browser.open(page.url());
        browser.await("document.querySelector('#patterns')?.textContent.includes('51–100 of 1,998')");
        assertEquals(asked, again.locator("#patterns tbody a").allTextContents());
    }
}

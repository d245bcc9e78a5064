package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/**
 * The page as an operator uses it who read no manual: what is seen at once, how many clicks lead from there to the
 * times of one request's packets, and what keys, dragging, the way back and exports do.
 */
class PageInUseTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    static Path directory;

    private static PageBrowser browser;
    private static String incident;
    private static JsonNode report;
    private static long change;

    @BeforeAll
    static void makeTheIncident() throws IOException {
        Path page = directory.resolve("incident.html");
        Path json = directory.resolve("incident.json");
        change = new MadeIncident(directory).write(page, json);
        incident = page.toUri().toString();
        report = JSON.readTree(json.toFile());
        browser = new PageBrowser();
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void forgive() {
        browser.forgive();
        browser.page().setViewportSize(1280, 900);
    }

    private static Page open(String view) {
        return browser.open(incident + "#/" + view);
    }

    @Test
    void theSlowNodeOfTheDemoStandsOnTheStartPage() {
        Path page = directory.resolve("demo.html");
        MadeIncident.run("demo", "--samples", "../samples", "--html", page.toString());
        browser.open(page.toUri().toString());
        Locator first = browser.page().locator("#findings .finding").first();
        assertTrue(first.textContent().contains("app2 is about 51 ms slower than app1"), first.textContent());
        assertSeenAtOnce(browser.page(), first);
        walk();
    }

    @Test
    void whatChangedAndWhenStandsOnTheStartPageOfAnIncident() {
        Locator first = open("").locator("#findings .finding").first();
        String told = first.textContent();
        assertTrue(told.contains("web2 answers about 40 ms later since "), told);
        Matcher since = Pattern.compile("since (\\d\\d:\\d\\d:\\d\\d)").matcher(told);
        assertTrue(since.find(), told);
        Instant onset = Instant.parse("2026-01-01T" + since.group(1) + "Z");
        Instant truth = Instant.ofEpochSecond(change / SECOND);
        assertTrue(Math.abs(onset.getEpochSecond() - truth.getEpochSecond()) <= 1, told + ", in truth " + truth);
        assertSeenAtOnce(browser.page(), first);
        walk();
    }

    /** Without a scroll, in a window of 1280 by 900. */
    private static void assertSeenAtOnce(Page page, Locator finding) {
        BoundingBox box = finding.boundingBox();
        assertTrue(box.y > 0 && box.y + box.height < page.viewportSize().height, "the finding is seen at once");
    }

    /** From the first finding to a request and the times of its packets: three clicks. */
    private static void walk() {
        Page page = browser.page();
        page.locator("#findings .finding a:has-text('Paths through')").first().click();
        page.locator("#patterns tbody a").first().click();
        page.locator("#path table a[href*='request?call=']").first().click();
        page.waitForSelector("#request-h");
        String detail = page.locator("section[aria-labelledby=call-h]").textContent();
        List<String> times = Pattern.compile("\\d\\d:\\d\\d:\\d\\d\\.\\d{6} UTC")
                .matcher(detail)
                .results()
                .map(MatchResult::group)
                .toList();
        assertTrue(times.size() >= 2, "when the request began and the response ended: " + detail);
        assertTrue(page.locator("svg.waterfall g.row").count() >= 2, "each call has a row");
        assertEquals(List.of(), browser.complaints());
    }

    /** Drags over a part of the first chart, in shares of its width. */
    private static void brush(double from, double to) {
        Page page = browser.page();
        Locator plot = page.locator("#time .u-over").first();
        // What the address asks for is drawn with the next frame; charts are made anew by it.
        browser.await("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
        plot.scrollIntoViewIfNeeded();
        BoundingBox box = plot.boundingBox();
        page.mouse().move(box.x + from * box.width, box.y + 20);
        page.mouse().down();
        page.mouse().move(box.x + (from + to) / 2 * box.width, box.y + 22);
        page.mouse().move(box.x + to * box.width, box.y + 20);
        page.mouse().up();
    }

    @Test
    void aStretchThatIsDraggedOverFiltersAllAndIsComparedWithTheTimeBefore() {
        Page page = open("overview");
        brush(0.55, 0.95);
        browser.await("location.hash.includes('from=')");
        page.locator("nav a", new Page.LocatorOptions().setHasText("Requests")).click();
        String shown = page.locator("#requests").textContent();
        assertTrue(!shown.contains(report.path("requests").size() + " of"), shown);
        page.locator(".stretch a", new Page.LocatorOptions().setHasText("Compare with before"))
                .click();
        String added = page.locator("#compare").textContent();
        assertTrue(added.contains("does not say which differences chance may explain"), added);
        assertTrue(ownTime(page, "web2").matches("web2own time6\\.\\d\\d ms4\\d\\.\\d ms.*"), ownTime(page, "web2"));
        page.goBack();
        browser.await("document.querySelector('#requests') !== null && location.hash.includes('from=')");
        page.goBack();
        browser.await("document.querySelector('#time') !== null && location.hash.includes('from=')");
        page.goBack();
        browser.await("!location.hash.includes('from=')");
        page.goForward();
        browser.await("location.hash.includes('from=') && document.querySelector('.stretch') !== null");
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void twoStretchesAreComparedWhereOneIsKept() {
        Page page = open("overview");
        brush(0.05, 0.4);
        page.locator(".stretch button", new Page.LocatorOptions().setHasText("Keep it"))
                .click();
        browser.await("location.hash.includes('bfrom=') && !location.hash.includes('&from=')");
        brush(0.6, 0.95);
        page.locator(".stretch a[href*=bfrom]", new Page.LocatorOptions().setHasText("Compare with 0"))
                .click();
        assertTrue(ownTime(page, "web2").matches("web2own time6\\.\\d\\d ms4\\d\\.\\d ms.*"), ownTime(page, "web2"));
        assertEquals(List.of(), browser.complaints());
    }

    private static String ownTime(Page page, String node) {
        return page.locator("#compare tbody tr", new Page.LocatorOptions().setHasText(node + "own time"))
                .textContent();
    }

    @Test
    void compareBeginsWithWhatWasFound() {
        Page page = open("compare");
        page.locator("#compare a", new Page.LocatorOptions().setHasText("web2")).click();
        browser.await("(document.querySelector('#compare .finding')?.textContent ?? '').includes('web2')");
    }

    @Test
    void loadLinesAreChosenAndTheUrlSaysWhich() {
        Page page = open("lifelines");
        Locator inFlight =
                page.locator("[aria-label='Load lines'] button", new Page.LocatorOptions().setHasText("in flight"));
        assertEquals("true", inFlight.getAttribute("aria-pressed"));
        double height = page.locator("canvas.lifelines").boundingBox().height;
        inFlight.click();
        browser.await("location.hash.includes('loads=')");
        assertEquals("false", inFlight.getAttribute("aria-pressed"));
        assertTrue(page.locator("canvas.lifelines").boundingBox().height < height, "its strip is gone");
        Page again = browser.open(page.url());
        assertEquals(
                "false",
                again.locator("[aria-label='Load lines'] button", new Page.LocatorOptions().setHasText("in flight"))
                        .getAttribute("aria-pressed"));
    }

    @Test
    void keysMoveChooseAndGoBack() {
        Page page = open("overview");
        page.keyboard().press("w");
        browser.await("location.hash.includes('from=')");
        String zoomed = page.url();
        page.keyboard().press("d");
        browser.await("location.href !== '" + zoomed + "'");
        page.keyboard().press("a");
        page.keyboard().press("s");
        page.keyboard().press("s");
        browser.await("!location.hash.includes('from=')");
        page.keyboard().press("w");
        page.keyboard().press("f");
        browser.await("!location.hash.includes('from=')");
        page.keyboard().press("2");
        browser.await("document.querySelector('#map') !== null");
        page.keyboard().press("/");
        browser.await("document.activeElement?.type === 'search'");
        page.keyboard().type("wb");
        browser.await("location.hash.includes('q=wb')");
        page.keyboard().press("Tab");
        page.evaluate("document.activeElement.blur()");
        page.keyboard().press("b");
        browser.await("document.querySelector('#time') !== null");
        page.keyboard().press("?");
        page.waitForSelector("#keys-h");
        page.keyboard().press("Escape");
        browser.await("document.querySelector('#keys-h') === null");
        open("overview");
        page.keyboard().press("Tab");
        assertEquals("skip", page.evaluate("document.activeElement.className"));
    }

    @Test
    void lifelinesZoomToAMicrosecond() {
        Page page = open("lifelines");
        for (int i = 0; i < 26; i++) {
            page.keyboard().press("w");
        }
        browser.await("/z=(\\d+)-(\\d+)/.test(location.hash)");
        Matcher zoom = Pattern.compile("z=(\\d+)-(\\d+)").matcher(page.url());
        assertTrue(zoom.find(), page.url());
        assertEquals(1000, Long.parseLong(zoom.group(2)) - Long.parseLong(zoom.group(1)));
        assertEquals(List.of(), browser.complaints());
    }

    private static byte[] saved(Locator button) throws IOException {
        Path file = browser.page().waitForDownload(button::click).path();
        return Files.readAllBytes(file);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"overview", "map", "path", "request", "lifelines"})
    void picturesAreSavedAsXmlAndPoints(String view) throws Exception {
        String id = report.path("patterns").path(0).path("id").asText();
        String call = report.path("requests").path(0).path("call").asText();
        Page page = open(view + "?id=" + id + "&call=" + call);
        Locator buttons = page.locator("main button.quiet");
        byte[] svg = saved(buttons.getByText(Pattern.compile("SVG$")).first());
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg));
        assertEquals("svg", document.getDocumentElement().getLocalName());
        assertTrue(document.getElementsByTagName("*").getLength() > 10, "something is drawn");
        byte[] png = saved(buttons.getByText("PNG").first());
        assertArrayEquals(new byte[] {(byte) 0x89, 'P', 'N', 'G'}, Arrays.copyOf(png, 4));
        var image = ImageIO.read(new ByteArrayInputStream(png));
        assertNotNull(image);
        assertTrue(image.getWidth() > 400, "as wide as on the screen");
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void tablesAreSavedAsTheReportHasThem() throws IOException {
        Page page = open("nodes");
        Locator save = page.locator("#nodes .table button", new Page.LocatorOptions().setHasText("Save as CSV"));
        List<String> lines = text(saved(save.first())).lines().toList();
        assertEquals(1 + report.path("nodes").size(), lines.size());
        for (JsonNode node : report.path("nodes")) {
            String row = lines.stream()
                    .filter(line -> line.startsWith(node.path("name").asText() + ","))
                    .findFirst()
                    .orElseThrow();
            String served = node.path("callsServed").asText();
            assertTrue(List.of(row.split(",", -1)).contains(served), row + " has " + served);
        }
        page = open("paths");
        List<String> paths = text(saved(page.locator("#patterns button", new Page.LocatorOptions().setHasText("CSV"))))
                .lines()
                .toList();
        assertEquals(1 + report.path("patterns").size(), paths.size());
    }

    @Test
    void aRequestIsSavedForOtherPrograms() throws IOException {
        JsonNode request = report.path("requests").path(0);
        int calls = request.path("calls").size();
        Page page = open("request?call=" + request.path("call").asText());
        JsonNode trace =
                JSON.readTree(saved(page.locator("main button", new Page.LocatorOptions().setHasText("Perfetto"))));
        long slices = StreamSupport.stream(trace.path("traceEvents").spliterator(), false)
                .filter(event -> event.path("ph").asText().equals("X"))
                .count();
        assertTrue(slices >= calls, slices + " slices of " + calls + " calls");
        JsonNode jaeger =
                JSON.readTree(saved(page.locator("main button", new Page.LocatorOptions().setHasText("Jaeger"))));
        JsonNode spans = jaeger.path("data").path(0).path("spans");
        assertTrue(spans.size() >= calls, spans.toString());
        assertTrue(spans.path(0).path("duration").asLong() > 0, spans.toString());
        List<String> csv = text(saved(
                        page.locator("main button", new Page.LocatorOptions().setHasText("Save its calls"))))
                .lines()
                .toList();
        assertEquals(1 + calls, csv.size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overview",
                "map",
                "map?by=nodes",
                "paths",
                "path",
                "requests",
                "request",
                "lifelines",
                "nodes",
                "compare",
                "doubts",
                "health"
            })
    void everyViewIsForEverybodyInTheDarkAndOnPaper(String view) {
        String id = report.path("patterns").path(0).path("id").asText();
        String call = report.path("requests").path(0).path("call").asText();
        Page page = browser.page();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        try {
            open(view + (view.contains("?") ? "&" : "?") + "id=" + id + "&call=" + call);
            browser.assertForEverybody();
            browser.assertFits();
            page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            page.setViewportSize(780, 1000);
            assertEquals(
                    0, page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
            assertEquals(0, page.locator("button:visible:not(th button)").count(), "nothing to press on paper");
            assertEquals(List.of(), browser.complaints());
        } finally {
            page.emulateMedia(
                    new Page.EmulateMediaOptions().setMedia(Media.SCREEN).setColorScheme(ColorScheme.LIGHT));
        }
    }

    @Test
    void aReloadShowsTheSame() {
        for (String view : List.of("overview?from=%d&to=%d", "map?by=nodes&colour=errors", "paths?q=web&sort=Mean")) {
            Page page = open(
                    view.replaceFirst("%d", Long.toString(change)).replace("%d", Long.toString(change + 5 * SECOND)));
            String before = page.locator("main").innerText();
            page.reload();
            page.waitForSelector("body[data-ready=true]");
            assertEquals(before, page.locator("main").innerText());
        }
    }
}

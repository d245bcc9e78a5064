package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.wirepath.report.ManyCalls;
import io.wirepath.report.Report;
import io.wirepath.report.SampleReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens the report in headless Chromium and checks that it shows what the data say. */
class HtmlReportPageTest {

    @TempDir
    static Path folder;

    private static PageBrowser browser;
    private static String file;
    private static String empty;

    @BeforeAll
    static void startBrowser() throws Exception {
        Path report = folder.resolve("report.html");
        HtmlReport.write(SampleReport.make(), report);
        file = report.toUri().toString();
        Path nothing = folder.resolve("empty.html");
        HtmlReport.write(SampleReport.empty(), nothing);
        empty = nothing.toUri().toString();
        browser = new PageBrowser();
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    private static Page open(String view) {
        browser.forgive();
        return browser.open(file + "#/" + view);
    }

    @Test
    void showsTheFindingFirst() {
        Page page = open("");
        assertEquals(
                "app2 is 50.0 ms slower than app1",
                page.locator("#findings .finding .title").first().textContent());
        assertTrue(page.locator("#findings").textContent().contains("One note."));
        assertEquals("Overview", page.locator("nav [aria-current=page]").textContent());
    }

    @Test
    void showsEveryPatternWithItsFigures() {
        Locator rows = open("paths").locator("#patterns tbody tr");
        assertEquals(2, rows.count());
        List<String> first = rows.first().locator("td").allTextContents();
        assertEquals(List.of("web → app → redis", "1.08 s", "36.0", "40", "90 %", "30.0 ms"), first.subList(0, 6));
    }

    @Test
    void sortsByTheColumnThatIsClickedAndTheUrlSaysSo() {
        Page page = open("paths");
        page.locator("#patterns th button", new Page.LocatorOptions().setHasText("Built"))
                .click();
        browser.await("location.hash.includes('sort=') && "
                + "document.querySelector('#patterns tbody a').textContent === 'web → app'");
        Page again = browser.open(page.url());
        assertEquals("web → app", firstPath(again));
    }

    private static String firstPath(Page page) {
        return page.locator("#patterns tbody a").first().textContent();
    }

    @Test
    void moreRowsAreShownByTheKeyboardWhichGoesOnAtTheFirstOfThem() throws Exception {
        Path many = folder.resolve("many.html");
        Report report = new Report(
                "many", "0", ManyCalls.ofManyCallers(1_795_196_940_000_000_000L, 70), List.of(), Map.of(), List.of());
        HtmlReport.write(report, many);
        browser.forgive();
        Page page = browser.open(many.toUri() + "#/requests");
        browser.await("document.querySelectorAll('#requests tbody tr').length === 50");
        page.locator("#requests button:text-is('Show more of 2,485')").press("Enter");
        browser.await("document.querySelectorAll('#requests tbody tr').length === 200");
        browser.await(
                "document.activeElement === document.querySelectorAll('#requests tbody tr')[50].querySelector('a')");
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void findsPatternsByName() {
        Page page = open("paths");
        page.locator("#patterns input[type=search]").fill("redis");
        browser.await("document.querySelectorAll('#patterns tbody tr').length === 1");
        assertEquals(
                List.of("web → app → redis"), page.locator("#patterns tbody a").allTextContents());
        page.locator("#patterns input[type=search]").fill("nosuch");
        browser.await("document.querySelectorAll('#patterns tbody tr').length === 0");
    }

    @Test
    void drawsTheTimelineWithDelaysBoxesAndDiamonds() {
        Page page = open("path?id=p1");
        Locator timeline = page.locator("svg.timeline");
        assertEquals(
                List.of("1.00 ms", "1.00 ms", "28.0 ms"),
                timeline.locator("text.delay").allTextContents());
        assertEquals(4, timeline.locator("path.hop").count());
        assertTrue(timeline.locator("path.diamond").count() >= 2, "an untraced node is a diamond");
        String text = page.locator(".text-alternative").first().textContent();
        assertTrue(text.contains("1.00 ms after its cause at app, app sends a request to redis port 6379"), text);
    }

    @Test
    void mapsWhoAsksWhomFromLeftToRight() {
        Page page = open("map?by=nodes");
        Locator box = page.locator("#map svg a");
        assertEquals(4, box.count());
        assertTrue(left(page, "web") < left(page, "app2"), "who asks stands to the left");
        assertTrue(left(page, "app1") < left(page, "<img"), "who is asked stands to the right");
        assertTrue(page.locator("#map .text-alternative").textContent().contains("web → app2: 1 requests"));
    }

    private static double left(Page page, String name) {
        return page.locator("#map svg a:has(text:has-text(\"" + name + "\"))").boundingBox().x;
    }

    @Test
    void threeClicksLeadFromTheFindingsToTheTimesOfOneRequest() {
        Page page = open("overview");
        page.locator("#top a").first().click();
        page.locator("#path table a", new Page.LocatorOptions().setHasText("web → app1"))
                .first()
                .click();
        assertTrue(page.locator("#request-h").textContent().startsWith("web → app1"));
        List<String> shares = page.locator("ul.shares li").allTextContents();
        assertEquals(List.of("28.0 ms app1, 93.3 %", "2.00 ms " + SampleReport.HOSTILE_NAME + ", 6.67 %"), shares);
        page.locator("svg.waterfall g.row").nth(1).click();
        browser.await("location.hash.includes('at=1')");
        assertTrue(page.locator("main").textContent().contains("2026-11-20 17:49:18.001000 UTC"));
    }

    @Test
    void zoomsByJaegersKeysAndTheUrlSaysWhere() {
        Page page = open("request?call=0");
        page.keyboard().press("w");
        browser.await("location.hash.includes('z=7500000-22500000')");
        page.keyboard().press("a");
        browser.await("location.hash.includes('z=3750000-18750000')");
        page.keyboard().press("f");
        browser.await("!location.hash.includes('z=')");
    }

    @Test
    void drawsTheRequestsOverTime() {
        Page page = open("overview");
        assertEquals(4, page.locator("#time .chart canvas").count());
        assertEquals(6, page.locator("#time tbody tr").count());
        page.locator("#time").scrollIntoViewIfNeeded();
        BoundingBox plot = page.locator("#time .u-over").first().boundingBox();
        page.mouse().move(plot.x + 0.1 * plot.width, plot.y + 20);
        page.mouse().down();
        page.mouse().move(plot.x + 0.5 * plot.width, plot.y + 20);
        page.mouse().up();
        browser.await("location.hash.includes('from=')");
        page.locator(".stretch a[href*=lifelines]").click();
        page.waitForSelector("#lifelines canvas");
        assertEquals(
                1,
                page.locator("#lifelines table:has-text('Requests shown') tbody tr")
                        .count(),
                "one lasts into this time");
        page.locator("nav a", new Page.LocatorOptions().setHasText("Requests")).click();
        assertTrue(page.locator("#requests").textContent().contains("There are none."), "none began in it");
        page.locator(".stretch button", new Page.LocatorOptions().setHasText("Show all"))
                .click();
        browser.await("document.querySelectorAll('#requests tbody tr').length === 2");
    }

    /** How many pixels of the lifelines have about the colour of their lines. */
    private static final String BLUE = "(() => { const c = document.querySelector('canvas.lifelines');"
            + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            + " let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i + 2] > d[i] + 60) n++; return n; })()";

    @Test
    void drawsLifelinesOfTheRequestsInAStretchOfTime() {
        Page page = open("lifelines");
        assertEquals(
                2,
                page.locator("#lifelines table:has-text('Requests shown') tbody tr")
                        .count());
        assertTrue(page.locator("canvas").getAttribute("aria-label").startsWith("Lifelines of 2 requests"));
        browser.await(BLUE + " > 200");
    }

    @Test
    void namesFromPacketsStayText() {
        Page page = open("nodes");
        assertEquals("sw-app.pcap.gz – Wirepath", page.title());
        assertEquals(0, page.locator("img").count());
        assertTrue(page.locator("#nodes").textContent().contains(SampleReport.HOSTILE_NAME));
    }

    @Test
    void comparesReplicasAndTellsDamage() {
        Page page = open("overview");
        assertTrue(page.locator("#replicas svg").getAttribute("aria-label").contains("app"));
        assertTrue(page.locator("#replicas .text-alternative").textContent().contains("app2: mean 59.0 ms"));
        assertTrue(open("health").locator("#health .note").textContent().contains("packet 1235, offset 99"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overview",
                "map",
                "map?by=nodes",
                "paths",
                "path?id=p1",
                "requests",
                "request?call=0",
                "lifelines",
                "nodes",
                "compare",
                "doubts",
                "health"
            })
    void everyViewIsSoundAloneAndForEverybody(String view) {
        Page page = open(view);
        assertEquals(List.of(), browser.complaints());
        assertEquals(List.of(file), browser.requests(), "it loads nothing but itself");
        int pictures = page.locator("figure svg[aria-label]").count();
        assertEquals(pictures, page.locator("figure .text-alternative").count());
        browser.assertForEverybody();
        browser.assertFits();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overview",
                "map",
                "paths",
                "path?id=p1",
                "requests",
                "request?call=0",
                "lifelines",
                "nodes",
                "compare",
                "doubts",
                "health"
            })
    void everyViewOfAReportOfNothingSaysSo(String view) {
        browser.forgive();
        Page page = browser.open(empty + "#/" + view);
        assertEquals(List.of(), browser.complaints());
        assertTrue(page.locator("main").textContent().length() > 10);
    }

    @Test
    void turnsDarkAndLight() {
        Page page = open("overview");
        String before = background(page);
        page.locator("button.theme").click();
        assertFalse(before.equals(background(page)));
        browser.assertForEverybody();
    }

    private static String background(Page page) {
        return (String) page.evaluate("getComputedStyle(document.body).backgroundColor");
    }
}

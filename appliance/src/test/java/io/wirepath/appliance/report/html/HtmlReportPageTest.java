package io.wirepath.appliance.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.wirepath.appliance.report.SampleReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page in headless Chromium and checks that it shows what the data say. */
@Tag("browser")
class HtmlReportPageTest {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    @TempDir
    static Path folder;

    private static Playwright playwright;
    private static Browser browser;
    private static Path file;
    private final List<String> requests = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private Page page;

    @BeforeAll
    static void startBrowser() throws Exception {
        assumeTrue(Files.isExecutable(CHROMIUM), "chromium is missing: ./wirepath selftest installs it, as root");
        file = folder.resolve("report.html");
        HtmlReport.write(SampleReport.make(), file);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")));
    }

    @AfterAll
    static void stopBrowser() {
        if (playwright != null) {
            playwright.close();
        }
    }

    @BeforeEach
    void openPage() {
        page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1280, 900));
        page.onRequest(request -> requests.add(request.url()));
        page.onPageError(errors::add);
        page.navigate(file.toUri().toString());
        page.waitForSelector("body[data-ready=true]");
    }

    @AfterEach
    void closePage() {
        page.close();
    }

    @Test
    void showsTheFindingFirst() {
        assertEquals(
                "app2 is 50.0 ms slower than app1",
                page.locator("#findings .finding .title").first().textContent());
        assertTrue(page.locator("#findings").textContent().contains("One note."));
    }

    @Test
    void loadsNothingButItself() {
        assertEquals(List.of(file.toUri().toString()), requests);
        assertEquals(List.of(), errors);
    }

    @Test
    void showsEveryPatternWithItsFigures() {
        Locator rows = page.locator("#patterns tr.pick");
        assertEquals(2, rows.count());
        List<String> first = rows.first().locator("td").allTextContents();
        assertEquals("web → app", first.get(0));
        assertEquals(List.of("360", "400", "90 %"), first.subList(1, 4));
        assertEquals("2.00 ms", first.get(5));
    }

    @Test
    void sortsByTheColumnThatIsClicked() {
        page.locator("#patterns th button", new Page.LocatorOptions().setHasText("Mean"))
                .first()
                .click();
        assertEquals(
                "web → app → redis",
                page.locator("#patterns tr.pick .unfold").first().textContent());
    }

    @Test
    void findsPatternsByName() {
        page.locator("#patterns input[type=search]").fill("redis");
        assertEquals(
                List.of("web → app → redis"),
                page.locator("#patterns tr.pick .unfold").allTextContents());
        page.locator("#patterns input[type=search]").fill("nosuch");
        assertEquals(0, page.locator("#patterns tr.pick").count());
    }

    @Test
    void drawsTheTimelineWithDelaysBoxesAndDiamonds() {
        Locator timeline = page.locator("#patterns svg.timeline").first();
        assertEquals(
                List.of("1.00 ms", "1.00 ms", "28.0 ms"),
                timeline.locator("text.delay").allTextContents());
        assertEquals(4, timeline.locator("path.hop").count());
        assertTrue(timeline.locator("path.diamond").count() >= 2, "an untraced node is a diamond");
        String text = page.locator("#patterns .text-alternative").first().textContent();
        assertTrue(text.contains("1.00 ms after its cause at app, app sends a request to redis port 6379"), text);
    }

    @Test
    void namesFromPacketsStayText() {
        assertEquals("sw-app.pcap.gz – Wirepath", page.title());
        assertEquals(0, page.locator("img").count());
        assertTrue(page.locator("#nodes").textContent().contains(SampleReport.HOSTILE_NAME));
    }

    @Test
    void comparesReplicasAndTellsDamage() {
        assertTrue(page.locator("#replicas svg").getAttribute("aria-label").contains("app"));
        assertTrue(page.locator("#replicas .text-alternative").textContent().contains("app2: mean 59.0 ms"));
        assertTrue(page.locator("#health .note").textContent().contains("packet 1235, offset 99"));
    }

    @Test
    void everyPictureHasATextAlternative() {
        int pictures = page.locator("svg[role=img]").count();
        assertTrue(pictures > 3);
        assertEquals(pictures, page.locator("figure .text-alternative").count());
        assertEquals(pictures, page.locator("svg[role=img][aria-label]").count());
    }

    @Test
    void fitsAPhone() {
        page.setViewportSize(390, 800);
        Object overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertEquals(0, overflow);
    }

    @Test
    void turnsDarkAndLight() {
        String before = background();
        page.locator("button.theme").click();
        assertFalse(before.equals(background()));
    }

    private String background() {
        return (String) page.evaluate("getComputedStyle(document.body).backgroundColor");
    }
}

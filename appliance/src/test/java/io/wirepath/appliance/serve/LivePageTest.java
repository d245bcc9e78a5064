package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Inference;
import io.wirepath.report.html.PageBrowser;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a service that is fed while the page is open, against what the API says. */
class LivePageTest {

    private static final long SECOND = 1_000_000_000L;

    private final ServiceLab lab = new ServiceLab(20);
    private final AtomicLong now = new AtomicLong(1_795_300_000L * SECOND);

    @TempDir
    private Path directory;

    private static String newest(Service service) {
        return service.reports().newest().map(WindowId::toString).orElse("");
    }

    /** The page shows the newest window, after so many were analysed; the time goes on until they are. */
    private void awaitPage(PageBrowser browser, Service service, int windows) {
        browser.page().waitForCondition(() -> {
            boolean areAnalysed = service.published().get(ServeCounter.WINDOWS_ANALYSED) >= windows;
            now.addAndGet(areAnalysed ? 0 : SECOND / 4);
            String title = browser.page().locator("h1").textContent();
            return areAnalysed && title.endsWith(newest(service));
        });
    }

    @Test
    void showsEachNewWindowByItselfAndTakesSettings() throws Exception {
        Path spool = directory.resolve("spool/sw-app");
        ServeSettings settings = ServeSettings.defaults(directory.resolve("state"))
                .withSpools(List.of(spool))
                .withTuning(new ServeTuning(
                        new WindowSettings(2 * SECOND, SECOND, SECOND),
                        Inference.defaults().withAlgorithm("linking")));
        try (Service service = lab.start(settings, now::get, now::get);
                HttpService http = HttpService.start(HttpSettings.onLoopback(0), service, line -> {});
                PageBrowser browser = new PageBrowser()) {
            Page page = browser.page();
            page.navigate("http://127.0.0.1:" + http.port() + "/");
            page.waitForSelector("#incidents [role=status]:text-is('No window is analysed yet.')");
            page.navigate("http://127.0.0.1:" + http.port() + "/#/overview");
            page.waitForSelector("main [role=status]");
            browser.forgive();
            ServiceLab.sniffSample(directory, "sw-app");
            page.setDefaultTimeout(120_000);
            lab.await("the first window", () -> {
                now.addAndGet(SECOND / 4);
                return service.reports().size() > 0;
            });
            page.waitForSelector("body[data-ready=true]");
            awaitPage(browser, service, 3);
            page.waitForCondition(() -> shownCalls(page) == latestCalls(service));
            browser.await("document.querySelectorAll('.windows option').length === "
                    + (1 + service.reports().size()));
            assertEquals(List.of(), browser.complaints());
            long asked = browser.requests().stream()
                    .filter(url -> url.endsWith("/api/v1/report/page"))
                    .count();
            assertTrue(asked <= service.reports().size() + 2, "it is told, and does not ask again and again: " + asked);
            followLive(page, browser, service);
            changeSettings(page, browser, service);
            showIncidents(page, browser, service);
            browser.forgive();
            showRanges(page, browser, service);
        }
    }

    private static final List<String> VIEWS = List.of("overview", "map", "paths", "nodes", "lifelines", "requests");

    /** All views follow the range that is chosen, and the address holds it. */
    private static void showRanges(Page page, PageBrowser browser, Service service) {
        page.locator("nav a", new Page.LocatorOptions().setHasText("Overview")).click();
        page.locator(".ranges select").selectOption("15m");
        page.waitForSelector(".figures .card:has-text('windows')");
        assertTrue(page.url().contains("range=15m"), page.url());
        awaitAllWindows(page, browser, service);
        assertEquals(0, page.locator(".figures .card:has-text('frames')").count(), "no figure of another time");
        for (String view : VIEWS) {
            page.locator("nav a[href*='#/" + view + "']").click();
            page.waitForSelector("nav a[href*='#/" + view + "'][aria-current=page]");
            page.waitForSelector("main section h2");
            assertTrue(page.url().contains("range=15m"), page.url());
            browser.assertForEverybody();
        }
        page.locator("nav a[href*='#/requests']").click();
        page.locator("#requests tbody a").first().click();
        page.waitForSelector("#request");
        assertTrue(page.url().contains("window="), page.url());
        page.goBack();
        long from = service.reports().newest().orElseThrow().fromNanos() / SECOND;
        page.locator(".ranges select").selectOption("own");
        page.locator("form.ranges input[name=from]")
                .fill(Instant.ofEpochSecond(from).toString().replace("Z", ""));
        page.locator("form.ranges input[name=to]")
                .fill(Instant.ofEpochSecond(from + 60).toString().replace("Z", ""));
        page.locator("form.ranges button").click();
        page.waitForCondition(() -> page.url().contains("range=" + from * SECOND + "-"));
        page.locator("nav a[href*='#/overview']").click();
        page.waitForCondition(() -> figure(page, "windows") == 1);
        long before = asksForNewest(browser);
        page.reload();
        page.waitForCondition(() -> figure(page, "windows") == 1);
        page.evaluate(NEWS);
        assertEquals(before + 1, asksForNewest(browser), "that there is a latest window is no news");
        WindowId late = service.reports().newest().orElseThrow();
        service.keep(late, ServiceLab.latest(service));
        page.waitForCondition(() -> asksForNewest(browser) == before + 2);
        assertEquals(List.of(), browser.complaints());
    }

    /** The range has all of them: another may come meanwhile, and it is asked for anew then. */
    private static void awaitAllWindows(Page page, PageBrowser browser, Service service) {
        try {
            page.waitForCondition(() -> figure(page, "calls") == calls(service)
                    && figure(page, "windows") == service.reports().size());
        } catch (TimeoutError e) {
            String told = calls(service) + " calls of " + service.reports().size() + " windows up to "
                    + newest(service) + ", the page shows "
                    + page.locator(".figures").textContent() + " after " + browser.requests();
            throw new AssertionError(told, e);
        }
    }

    /** Of all windows. */
    private static long calls(Service service) {
        return service.reports().windows(Long.MIN_VALUE, Long.MAX_VALUE, 1000).stream()
                .mapToLong(id -> service.reports()
                        .summary(id)
                        .orElseThrow()
                        .path("calls")
                        .asLong())
                .sum();
    }

    /** Until the service has told once more what it tells whoever begins to listen. */
    private static final String NEWS = "() => new Promise(done => { const news = new EventSource('api/v1/events');"
            + " news.addEventListener('report', () => { news.close(); done(); }); })";

    /** How often a range asked which window is the latest. */
    private static long asksForNewest(PageBrowser browser) {
        return browser.requests().stream()
                .filter(url -> url.endsWith("/api/v1/windows?limit=1"))
                .count();
    }

    private static long figure(Page page, String of) {
        String text = page.locator(".figures .card")
                .filter(new Locator.FilterOptions().setHas(page.locator("span:text-is('" + of + "')")))
                .locator("b")
                .textContent();
        return Long.parseLong(text.replace(",", ""));
    }

    /** What the service has found stands first, and leads to where it was told. */
    private static void showIncidents(Page page, PageBrowser browser, Service service) {
        page.locator("nav a", new Page.LocatorOptions().setHasText("Incidents")).click();
        page.waitForSelector("#incidents [role=status]:has-text('open')");
        int found = service.published()
                .findings()
                .json(0, Long.MAX_VALUE)
                .path("findings")
                .size();
        browser.await("document.querySelectorAll('#incidents .finding').length === " + found);
        browser.assertForEverybody();
        if (found > 0) {
            String report = page.locator("#incidents .finding a:text-is('Report for a ticket')")
                    .first()
                    .getAttribute("href");
            String text = page.request()
                    .get(page.url().substring(0, page.url().indexOf("#")) + report)
                    .text();
            assertTrue(text.contains("<h2>Ruled out") || text.contains("<h2>Neither shown nor ruled out"), text);
            page.locator("#incidents .finding a:text-is('The window that told it first')")
                    .first()
                    .click();
            page.waitForSelector("#findings .finding");
        }
    }

    /** Lifelines go on by themselves: what the service learns while they are open is seen in them. */
    private void followLive(Page page, PageBrowser browser, Service service) {
        page.locator("nav a", new Page.LocatorOptions().setHasText("Lifelines")).click();
        page.locator("#lifelines button:text-is('Follow live')").click();
        page.waitForSelector("#lifelines button[aria-pressed=true]:text-is('Follow live')");
        page.waitForSelector("#lifelines canvas");
        String before = page.locator("#lifelines canvas").getAttribute("aria-label");
        int analysed = (int) service.published().get(ServeCounter.WINDOWS_ANALYSED);
        awaitPage(browser, service, analysed + 1);
        page.waitForCondition(
                () -> !before.equals(page.locator("#lifelines canvas").getAttribute("aria-label")));
        assertTrue(page.url().contains("live="), page.url());
        assertEquals(List.of(), browser.complaints());
        page.locator("#lifelines button[aria-pressed=true]:text-is('Follow live')")
                .click();
        page.waitForCondition(() -> !page.url().contains("live="));
    }

    private static int shownCalls(Page page) {
        String calls =
                page.locator(".figures .card:has-text('calls') b").first().textContent();
        return Integer.parseInt(calls.replace(",", ""));
    }

    private static int latestCalls(Service service) {
        return ServiceLab.latest(service).path("totals").path("calls").asInt();
    }

    private static void changeSettings(Page page, PageBrowser browser, Service service) {
        page.locator("nav a", new Page.LocatorOptions().setHasText("Capture health"))
                .click();
        page.waitForSelector("form.settings");
        String said = "(document.querySelector('#settings [role=status]')?.textContent ?? '')";
        browser.assertForEverybody();
        page.locator("form.settings input[name=lengthNanos]").fill("0");
        page.locator("form.settings button").click();
        browser.await(said + ".includes('nothing was changed')");
        page.locator("form.settings input[name=lengthNanos]").fill("7");
        page.locator("form.settings select[name=algorithm]").selectOption("nesting");
        page.locator("form.settings button").click();
        browser.await(said + ".startsWith('Changed')");
        ServeTuning now = service.control().tuning();
        assertEquals(7_000_000_000L, now.windows().coreNanos());
        assertEquals("nesting", now.inference().algorithm());
        assertEquals(1_000_000_000L, now.windows().beforeNanos());
    }
}

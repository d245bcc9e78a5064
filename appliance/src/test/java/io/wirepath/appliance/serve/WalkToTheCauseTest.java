package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.report.html.PageBrowser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * At three in the morning: the link of an alert leads to the incident, a slow request, a like one from before and the
 * cause, in five clicks.
 */
final class WalkToTheCauseTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_795_000_000L * SECOND;
    private static final int MAX_CLICKS = 5;
    private static final Pattern TOOK = Pattern.compile("took ([0-9.]+) ms");

    @TempDir
    private Path directory;

    private final ServiceLab lab = new ServiceLab(20);
    private int clicks;

    private void click(Locator on) {
        on.first().click();
        clicks++;
    }

    /** How long the request took that is shown, ms. */
    private static double took(Page page) {
        page.waitForSelector("#request .dim");
        Matcher found = TOOK.matcher(page.locator("#request .dim").first().textContent());
        assertTrue(found.find(), () -> page.locator("#request").textContent());
        return Double.parseDouble(found.group(1));
    }

    /** What a click on a link to packets brings: comments that say which call each packet is of. */
    private String packets(Page page, Locator link) throws Exception {
        Path file = directory.resolve("packets-" + clicks + ".pcapng");
        Download download = page.waitForDownload(() -> click(link));
        download.saveAs(file);
        assertTrue(download.suggestedFilename().endsWith(".pcapng"), download.suggestedFilename());
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    @Test
    void fromTheAlarmToTheCauseInFiveClicks() throws Exception {
        Path capture = directory.resolve("site.pcap");
        long[] times = {START, START + 75 * SECOND, START + 105 * SECOND, START + 125 * SECOND};
        SiteOfFaults.write(SiteOfFaults.Fault.SLOW_REPLICA, times, 20, 1, capture);
        Path spool = ServiceLab.sniff(directory, "tap", capture, "--ring", "32MiB");
        WindowSettings windows = new WindowSettings(60 * SECOND, 10 * SECOND, 10 * SECOND);
        SteppedService stepped = new SteppedService(directory.resolve("state"), windows);
        List<WindowId> kept =
                stepped.serve(List.of(spool), START + 125 * SECOND).windows(0, Long.MAX_VALUE, 10);
        assertTrue(kept.size() >= 2, kept::toString);
        long now = START + 800 * SECOND;
        try (Service service = lab.start(stepped.settings().withSpools(List.of(spool)), () -> now, () -> now);
                HttpService http = HttpService.start(HttpSettings.onLoopback(0), service, line -> {});
                PageBrowser browser = new PageBrowser()) {
            String id = service.published()
                    .findings()
                    .json(0, Long.MAX_VALUE)
                    .path("findings")
                    .valueStream()
                    .filter(own -> own.path("title").asText().startsWith("app@10.9.1.32 answers"))
                    .findFirst()
                    .orElseThrow()
                    .path("id")
                    .asText();
            Page page = browser.open("http://127.0.0.1:" + http.port() + "/#/incidents?incident=" + id);
            page.setDefaultTimeout(120_000);
            Locator incident = page.locator("#incidents .finding");
            Locator slow = incident.first().locator("p:has-text('Calls that show it') a");
            Locator usual = page.locator("aside p:has-text('Like ones from before') a");
            Locator back = page.locator("a:text-is('The incident')");

            click(slow);
            double during = took(page);
            assertEquals("app@10.9.1.32", mostOfTheTime(page), "where the time went");
            click(usual);
            page.waitForCondition(() -> took(page) != during);
            double before = took(page);
            assertTrue(during > before + 20, during + " ms, " + before + " ms before");
            click(back);
            click(incident.first().locator("a:text-is('On the map')"));
            page.waitForSelector("#map a:has(.problem)");
            assertTrue(clicks <= MAX_CLICKS, "clicks: " + clicks);

            page.goBack();
            String all = packets(page, incident.first().locator("a:text-is('Packets')"));
            assertTrue(all.contains("from before, for comparison: call "), "packets of like ones from before");
            click(slow);
            took(page);
            String own = packets(page, page.locator("a:has-text('Packets of this request')"));
            assertTrue(own.contains("; caused by call ") && own.length() < all.length() / 2, "of this request alone");
            askOnce(page);
            assertEquals(List.of(), browser.complaints());
        }
    }

    /** A question that an example asks, of the latest window. */
    private static void askOnce(Page page) {
        page.locator("a:text-is('Queries')").click();
        page.locator("#queries button:text-is('Delay of each server')").click();
        page.locator("#queries button:text-is('Ask once')").click();
        page.waitForSelector("#once tbody td:text-is('app@10.9.1.32')");
        page.locator("#queries summary").click();
        page.waitForSelector("#queries dt:has-text('latency')");
    }

    private static String mostOfTheTime(Page page) {
        String first = page.locator("#request .shares li").first().textContent();
        return first.replaceAll("^[0-9.]+ [mµn]?s ", "").replaceAll(",.*", "");
    }
}

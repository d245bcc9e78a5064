package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SampleReport;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page of a service lets do: sign in, choose windows, install standing queries. */
class ServedPageUseTest extends ServedPage {

    @Test
    void standingQueriesAreForEverybodyInTheDark() {
        start(HttpSettings.onLoopback(0));
        Page page = browser.page();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        page.navigate(base + "#/queries");
        page.waitForSelector("#queries form");
        browser.assertForEverybody();
        browser.assertFits();
    }

    @Test
    void windowsAreChosenFromAListAndStandInTheUrl() {
        String first = keep(0, SampleReport.make());
        String second = keep(1, SampleReport.empty());
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/paths?window=" + first);
        browser.await("document.querySelectorAll('.windows option').length === 3");
        assertEquals(2, page.locator("#patterns tbody tr").count());
        page.locator(".windows select").selectOption(second);
        browser.await("document.querySelector('#patterns')?.textContent.includes('There are none.')");
        assertTrue(page.url().contains("window=" + second), page.url());
        page.locator("nav a", new Page.LocatorOptions().setHasText("Map")).click();
        assertTrue(page.url().contains("window=" + second), "the window stays when the view changes");
    }

    /** Zeros would be read as a quiet time. */
    @Test
    void saysOfHowManyWindowsOfARangeNothingIsAdded() {
        keep(0, ReportJson.of(SampleReport.make()));
        keep(1, SampleReport.make());
        start(HttpSettings.onLoopback(0));
        Page page = browser.open(base + "#/overview?range=15m");
        page.waitForSelector("main .note");
        String told = page.locator("main .note").first().textContent();
        assertTrue(told.startsWith("1 window of this time is not in these figures"), told);
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void saysThatNoWindowIsCompleteYet() {
        start(HttpSettings.onLoopback(0));
        Page page = browser.page();
        page.navigate(base);
        page.waitForSelector("main [role=status]");
        assertTrue(page.locator("main").textContent().contains("no window is complete yet"));
    }

    @Test
    void asksForTheTokenOnceAndKeepsNoneOfIt() throws Exception {
        String id = keep(0, SampleReport.make());
        start(new HttpSettings("127.0.0.1", 0, null, null, Files.writeString(directory.resolve("token"), TOKEN)));
        Page page = browser.page();
        page.navigate(base + "#/overview?window=" + id);
        page.waitForSelector("#token");
        browser.assertForEverybody();
        page.locator("#token").fill("a-wrong-token-of-length");
        page.locator("button[type=submit]").click();
        page.waitForSelector("[role=alert]");
        page.locator("#token").fill(TOKEN);
        page.locator("button[type=submit]").click();
        page.waitForSelector("body[data-ready=true]");
        assertEquals("sw-app.pcap.gz", page.locator("h1").textContent());
        assertEquals("", page.evaluate("document.cookie"), "no script can read it");
        browser.open(base + "#/overview?window=" + id);
    }

    @Test
    void standingQueriesAreInstalledChangedAndRemoved() {
        start(HttpSettings.onLoopback(0));
        Page page = browser.page();
        page.navigate(base + "#/queries");
        page.waitForSelector("#queries form");
        install(page, "From nonsense");
        browser.await(SAID + ".includes('nothing was changed')");
        install(page, "From r In requests Select COUNT");
        browser.await(SAID + ".includes('slow is installed')");
        assertEquals(
                "From r In requests Select COUNT",
                service.queries().list().get(0).query().text());
        assertEquals(90_000_000_000L, service.queries().list().get(0).query().everyNanos());
        browser.await("document.querySelector('#queries textarea').value.startsWith('From r')");
        browser.forgive();
        browser.assertForEverybody();
        browser.assertFits();
        install(page, "From r In requests Select SUM(r.bytes)");
        browser.await("document.querySelector('code.query')?.textContent.includes('SUM')");
        assertEquals(1, service.queries().list().size());
        page.locator("[aria-label='Remove slow']").click();
        browser.await(SAID + ".includes('was removed')");
        assertEquals(List.of(), service.queries().list());
        assertEquals(List.of(), browser.complaints());
    }

    private static final String SAID = "(document.querySelector('#queries > [role=status]')?.textContent ?? '')";

    private static void install(Page page, String query) {
        page.locator("#queries input[name=name]").fill("slow");
        page.locator("#queries input[name=every]").fill("90");
        page.locator("#queries textarea").fill(query);
        page.locator("#queries form button[type=submit]").click();
    }
}

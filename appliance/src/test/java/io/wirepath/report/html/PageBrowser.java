package io.wirepath.report.html;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Headless Chromium with one page open. Notes what the page asks the network for, and every complaint: errors of its
 * script and violations of its policy.
 */
public final class PageBrowser implements AutoCloseable {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> requests = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final Page page;

    /** Starts the browser. Where there is none, the test is skipped; it fails where the environment says {@code CI}. */
    public PageBrowser() {
        assertTrue(
                Files.isExecutable(CHROMIUM)
                        || System.getenv().getOrDefault("CI", "").isEmpty(),
                "chromium is missing: install it, for nothing else tests the page");
        assumeTrue(Files.isExecutable(CHROMIUM), "chromium is missing: ./wirepath selftest installs it, as root");
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")));
        page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1280, 900));
        page.onRequest(request -> requests.add(request.url()));
        page.onPageError(complaints::add);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
    }

    /** The page. */
    public Page page() {
        return page;
    }

    /** Two frames, behind which the effects of what was drawn have run: the page listens to keys from then on. */
    private static final String DRAWN = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() =>"
            + " requestAnimationFrame(() => setTimeout(() => done(true))))))";

    /** Opens an address from the beginning and waits until it shows its report. */
    public Page open(String address) {
        page.navigate("about:blank");
        requests.clear();
        page.navigate(address);
        page.waitForSelector("body[data-ready=true]");
        page.evaluate(DRAWN);
        return page;
    }

    /**
     * Waits until this expression is true; asked from outside, as the page's policy forbids to evaluate text inside.
     */
    public void await(String expression) {
        page.waitForCondition(() -> Boolean.TRUE.equals(page.evaluate(expression)));
    }

    /** What was asked for since the page was opened. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Errors and violations so far. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Forgets the complaints so far. */
    public void forgive() {
        complaints.clear();
    }

    /** Checks that axe-core finds nothing that keeps somebody from using what is shown. */
    public void assertForEverybody() {
        try (InputStream in = PageBrowser.class.getResourceAsStream("/axe.min.js")) {
            page.evaluate(new String(requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Object found = page.evaluate("axe.run(document).then(r => r.violations.map("
                + "v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.html).join(' ')))");
        assertEquals(List.of(), found, page.url());
    }

    /** Elements that reach beyond the window. */
    private static final String BEYOND = "[...document.body.querySelectorAll('*')]"
            + ".filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
            + ".map(e => e.tagName + '.' + e.getAttribute('class') + ' ' + e.textContent.slice(0, 30)).join('; ')"
            + ".slice(0, 1500)";

    /** Checks that the page fits its window from a phone's width to a wall's. */
    public void assertFits() {
        for (int width : new int[] {360, 1280, 3840}) {
            page.setViewportSize(width, 900);
            assertEquals(
                    0,
                    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
                    () -> page.url() + " at " + width + " px: " + page.evaluate(BEYOND));
        }
    }

    @Override
    public void close() {
        playwright.close();
    }
}

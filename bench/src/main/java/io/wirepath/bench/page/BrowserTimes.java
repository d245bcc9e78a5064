package io.wirepath.bench.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a browser takes to show the views of a window, and the frames of its lifelines while they move. */
final class BrowserTimes {

    private static final int TIMES = 7;
    private static final int FRAMES = 600;
    private static final double MILLI = 1e6;
    private static final double FIRST_VIEW = 1000;
    private static final double FRAME = 16;

    /** Until what is drawn beside the screen is there. */
    private static final int SHARP_MILLIS = 3000;

    private final String base;
    private final String window;
    private final MeasuredTimes figures;

    BrowserTimes(String base, String window, MeasuredTimes figures) {
        this.base = base;
        this.window = window;
        this.figures = figures;
    }

    void measure() {
        try (Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))) {
            BrowserType chromium = playwright.chromium();
            try (Browser browser = launch(chromium, List.of())) {
                for (String view : List.of("overview", "map", "map&by=nodes", "paths", "lifelines")) {
                    views(browser, view);
                }
            }
            frames(chromium);
        }
    }

    private String address(String view) {
        return base + "#/" + view.replaceFirst("&|$", "?window=" + window + "&");
    }

    /** From the address being entered until the view is shown, each time in a browser that knows nothing. */
    private void views(Browser browser, String view) {
        double[] millis = new double[TIMES];
        for (int i = -1; i < millis.length; i++) {
            try (BrowserContext context = browser.newContext()) {
                Page page = context.newPage();
                long start = System.nanoTime();
                page.navigate(address(view));
                page.waitForSelector(view.equals("lifelines") ? "canvas" : "body[data-ready=true]");
                page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))");
                if (i >= 0) {
                    millis[i] = (System.nanoTime() - start) / MILLI;
                }
            }
        }
        figures.add("page: " + view + " is shown", millis, FIRST_VIEW);
    }

    /**
     * Drags the lifelines a little with each frame, to and fro, and notes when frames come. Frames are not held back to
     * 60 a second: what comes between two is what a frame takes.
     */
    private void frames(BrowserType chromium) {
        try (Browser browser = launch(chromium, List.of("--disable-frame-rate-limit", "--disable-gpu-vsync"));
                BrowserContext context =
                        browser.newContext(new Browser.NewContextOptions().setViewportSize(1280, 900))) {
            Page page = context.newPage();
            page.navigate(address("lifelines") + "z=20000000000-40000000000");
            page.waitForSelector("canvas");
            page.waitForTimeout(SHARP_MILLIS);
            Map<?, ?> told = (Map<?, ?>) page.evaluate(DRAG, FRAMES);
            System.out.println(page.locator("canvas").getAttribute("aria-label"));
            figures.add("page: a frame of lifelines that are dragged", numbers(told, "frames"), FRAME);
            figures.add("of it the page's own script", numbers(told, "scripts"), 0);
            figures.add("a frame of an empty canvas of the same size", numbers(told, "empty"), 0);
        }
    }

    private static double[] numbers(Map<?, ?> told, String name) {
        return told.get(name) instanceof List<?> list
                ? list.stream()
                        .mapToDouble(each -> ((Number) each).doubleValue())
                        .toArray()
                : new double[0];
    }

    private static Browser launch(BrowserType chromium, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of("--no-sandbox", "--disable-gpu"));
        arguments.addAll(more);
        return chromium.launch(new BrowserType.LaunchOptions()
                .setExecutablePath(Path.of("/usr/bin/chromium"))
                .setArgs(arguments));
    }

    /**
     * Moves the pointer once a frame. What runs between the first and the last callback of a frame is the page's own
     * script; an empty canvas that is filled once a frame tells what the browser takes by itself.
     */
    private static final String DRAG = "async frames => {"
            + " const ask = window.requestAnimationFrame.bind(window); let spent = 0;"
            + " window.requestAnimationFrame = each => ask(now => { const at = performance.now();"
            + "   each(now); spent += performance.now() - at; });"
            + " const next = () => new Promise(ask);"
            + " const canvas = document.querySelector('canvas'); const box = canvas.getBoundingClientRect();"
            + " const point = (type, x) => canvas.dispatchEvent(new PointerEvent(type,"
            + "   { pointerId: 1, clientX: box.left + x, clientY: box.top + 200, bubbles: true }));"
            + " canvas.setPointerCapture = () => {}; point('pointerdown', 600);"
            + " const times = [], scripts = [], empty = []; let last = await next(); spent = 0;"
            + " for (let i = 0; i < frames; i++) {"
            + "   const begin = performance.now();"
            + "   point('pointermove', 600 + 4 * (i % 200 < 100 ? i % 100 : 100 - i % 100));"
            + "   spent += performance.now() - begin;"
            + "   const at = await next(); times.push(at - last); scripts.push(spent); last = at; spent = 0; }"
            + " point('pointerup', 600);"
            + " const blank = document.createElement('canvas'); blank.width = canvas.width;"
            + " blank.height = canvas.height; canvas.parentElement.replaceChildren(blank);"
            + " const to = blank.getContext('2d', { alpha: false }); last = await next();"
            + " for (let i = 0; i < 100; i++) { to.fillStyle = i % 2 ? '#fff' : '#eee';"
            + "   to.fillRect(0, 0, blank.width, blank.height);"
            + "   const at = await next(); empty.push(at - last); last = at; }"
            + " return { frames: times, scripts, empty }; }";
}

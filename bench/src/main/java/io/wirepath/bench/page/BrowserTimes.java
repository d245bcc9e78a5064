package io.wirepath.bench.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.wirepath.appliance.serve.history.WindowId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a browser takes to show the views of a window, and the frames of its lifelines while they move. */
final class BrowserTimes {

    private static final int TIMES = 7;
    private static final int FRAMES = 600;
    private static final double MILLI = 1e6;
    private static final double FIRST_VIEW = 1000;
    private static final double FRAME = 16;
    private static final double ANSWER = 200;
    private static final int PAGES = 21;

    /** What is seen of the minute whose lifelines are dragged, since its beginning. */
    private static final long SEEN_FROM = 5_000_000_000L;

    private static final long SEEN_TO = 55_000_000_000L;

    /** Until what is drawn beside the screen is there. */
    private static final int SHARP_MILLIS = 3000;

    /** Views, and what is there once they are drawn. */
    private static final Map<String, String> VIEWS = new TreeMap<>(Map.ofEntries(
            Map.entry("incidents", "#incidents"),
            Map.entry("overview", "#time .u-over"),
            Map.entry("map", "#map path.edge"),
            Map.entry("map&by=nodes", "#map path.edge"),
            Map.entry("operations", "#operations"),
            Map.entry("paths", "#patterns tbody tr"),
            Map.entry("requests", "#requests tbody tr"),
            Map.entry("lifelines", "canvas.lifelines"),
            Map.entry("nodes", "#calls tbody tr"),
            Map.entry("compare", "#compare"),
            Map.entry("doubts", "#doubts"),
            Map.entry("health", "#health"),
            Map.entry("queries", "#queries")));

    /** Those that show a range in another way than a window. */
    private static final List<String> OF_A_RANGE = List.of("overview", "map", "paths", "requests", "nodes");

    private final String base;
    private final WindowId window;
    private final WindowId lanes;
    private final MeasuredTimes figures;

    /**
     * Measures by this service.
     *
     * @param window of very many requests
     * @param lanes whose lifelines are dragged
     */
    BrowserTimes(String base, WindowId window, WindowId lanes, MeasuredTimes figures) {
        this.base = base;
        this.window = window;
        this.lanes = lanes;
        this.figures = figures;
    }

    void measure() {
        try (Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))) {
            BrowserType chromium = playwright.chromium();
            try (Browser browser = launch(chromium, List.of())) {
                String both = "range=" + window.fromNanos() + "-" + lanes.toNanos();
                for (Map.Entry<String, String> view : VIEWS.entrySet()) {
                    views(browser, view.getKey(), "window=" + window, view.getValue());
                    if (OF_A_RANGE.contains(view.getKey())) {
                        views(browser, view.getKey(), both, view.getValue());
                    }
                }
                pages(browser);
            }
            frames(chromium);
        }
    }

    /** Of a view at this time, as the page's addresses have both. */
    private String address(String view, String time) {
        return base + "#/" + view.replaceFirst("&|$", "?" + time + "&");
    }

    /** From the address being entered until the view is shown, each time in a browser that knows nothing. */
    private void views(Browser browser, String view, String time, String drawn) {
        double[] millis = new double[TIMES];
        for (int i = -1; i < millis.length; i++) {
            try (BrowserContext context = browser.newContext()) {
                Page page = context.newPage();
                long start = System.nanoTime();
                page.navigate(address(view, time));
                page.waitForSelector(drawn, new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
                page.evaluate(PAINTED);
                if (i >= 0) {
                    millis[i] = (System.nanoTime() - start) / MILLI;
                }
            }
        }
        String of = time.startsWith("range") ? " of a range" : "";
        figures.add("page: " + view + of + " is shown", millis, FIRST_VIEW);
    }

    /** From a press of the button until the next page of paths is there. */
    private void pages(Browser browser) {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.navigate(address("paths", "window=" + window));
            page.waitForSelector("#patterns tbody tr");
            figures.add(
                    "page: a page of paths is turned",
                    numbers((Map<?, ?>) page.evaluate(TURN, PAGES), "times"),
                    ANSWER);
        }
    }

    /**
     * Segments that are seen of what the service sends about a stretch: two messages and the time between them a call.
     */
    private static int segments(Page page, long from, long to, long seenFrom, long seenTo) {
        return ((Number) page.evaluate(
                        SEGMENTS, List.of("" + from, "" + to, "" + (seenFrom - from), "" + (seenTo - from))))
                .intValue();
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
            long from = lanes.fromNanos();
            page.navigate(address("lifelines", "window=" + lanes) + "z=" + SEEN_FROM + "-" + SEEN_TO);
            page.waitForSelector("canvas");
            page.waitForTimeout(SHARP_MILLIS);
            int segments = segments(page, from, lanes.toNanos(), from + SEEN_FROM, from + SEEN_TO);
            Map<?, ?> measured = (Map<?, ?>) page.evaluate(DRAG, FRAMES);
            String what = String.format(Locale.ROOT, "a frame of %,d segments that are dragged", segments);
            figures.add("page: " + what, numbers(measured, "frames"), FRAME);
            figures.add("of it the page's own script", numbers(measured, "scripts"), 0);
            figures.add("a frame of an empty canvas of the same size", numbers(measured, "empty"), 0);
        }
    }

    private static double[] numbers(Map<?, ?> measured, String name) {
        return measured.get(name) instanceof List<?> list
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

    private static final String PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))";

    private static final String TURN = "async pages => { const times = [];"
            + " const first = () => document.querySelector('#patterns tbody a').textContent;"
            + " for (let i = 0; i < pages; i++) { const was = first(), at = performance.now();"
            + "   [...document.querySelectorAll('#patterns button')].find(b => b.textContent === 'Next').click();"
            + "   while (first() === was) await new Promise(done => setTimeout(done));"
            + "   times.push(performance.now() - at); }"
            + " return { times }; }";

    private static final String SEGMENTS = "async ([from, to, a, b]) => {"
            + " const view = await (await fetch(`api/v1/lifelines?from=${from}&to=${to}&pixels=2000`)).json();"
            + " let n = 0; const seen = (x, y) => { if (y >= a && x <= b) n++; };"
            + " view.begin.forEach((begin, i) => { const end = begin + view.took[i];"
            + "   seen(begin, begin + view.requestWay[i]); if (view.took[i] < 0) return;"
            + "   seen(begin + view.requestWay[i], end - view.responseWay[i]);"
            + "   seen(end - view.responseWay[i], end); });"
            + " return n; }";

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

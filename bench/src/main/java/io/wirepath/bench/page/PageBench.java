package io.wirepath.bench.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.ReportJson;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures what the API takes to answer about a window of very many requests, what the page takes until it shows it,
 * and the frames of its lifelines while they move. One line a measurement: median, 95th percentile.
 */
public final class PageBench {

    private static final long FROM = 1_795_196_940L * LoadedWindow.SECOND;
    private static final int TIMES = 21;
    private static final int FRAMES = 600;

    /** Until what is drawn beside the screen is there. */
    private static final int SHARP_MILLIS = 3000;

    private static final double MILLI = 1e6;

    private final String base;
    private final String window;

    private PageBench(String base, String window) {
        this.base = base;
        this.window = window;
    }

    /**
     * Runs.
     *
     * @param args requests, patterns, roles; 1,000,000, 10,000 and 500 where they are missing
     */
    public static void main(String[] args) throws Exception {
        int instances = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int kinds = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
        int roles = args.length > 2 ? Integer.parseInt(args[2]) : 500;
        Path state = Files.createTempDirectory("wirepath-page");
        WindowId id = new WindowId(FROM, FROM + LoadedWindow.LENGTH);
        ServiceLog log = new ServiceLog(System.err, Map.of());
        try (Service service = new Service(
                ServeSettings.defaults(state),
                new ServeControl(ServeTuning.defaults(), line -> {}),
                log,
                () -> {},
                new Service.Times(() -> FROM, () -> FROM))) {
            keep(service, id, LoadedWindow.of(FROM, instances, kinds, roles));
            try (HttpService http = HttpService.start(HttpSettings.onLoopback(0), service, log::warn)) {
                PageBench bench = new PageBench("http://127.0.0.1:" + http.port() + "/", id.toString());
                bench.api();
                bench.page();
            }
        } finally {
            delete(state);
        }
    }

    private static void keep(Service service, WindowId id, Analysis analysis) throws IOException {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject("window")
                .put("id", id.toString())
                .put("fromNanos", id.fromNanos())
                .put("toNanos", id.toNanos());
        report.setAll(ReportJson.of(new Report("a window", "bench", analysis, List.of(), Map.of(), List.of())));
        service.reports().put(id, report);
        service.calls().put(id, analysis);
        System.out.printf(
                Locale.ROOT,
                "window: %,d calls, %,d patterns, %,d nodes; report %,d bytes packed, calls %,d bytes%n",
                analysis.calls().size(),
                analysis.patterns().size(),
                analysis.messages().nodes().size(),
                service.reports().bytes(),
                service.calls().bytes());
    }

    private void api() throws Exception {
        String at = "api/v1/windows/" + window;
        String second = FROM + 30 * LoadedWindow.SECOND + "";
        ask("what the page begins with", at + "/page");
        ask("a row of each pattern", at + "/patterns");
        ask("the last pattern alone", at + "/patterns/" + lastPattern(at));
        ask("sums over windows", "api/v1/patterns?from=" + FROM + "&to=" + (FROM + LoadedWindow.LENGTH));
        ask("lifelines, the whole minute", lifelines(FROM, FROM + LoadedWindow.LENGTH));
        ask("lifelines, a second", lifelines(Long.parseLong(second), Long.parseLong(second) + LoadedWindow.SECOND));
        ask("lifelines, a millisecond", lifelines(Long.parseLong(second), Long.parseLong(second) + 1_000_000));
        ask("one request", at + "/requests/" + 500_000);
    }

    private static String lifelines(long from, long to) {
        return "api/v1/lifelines?pixels=1130&from=" + from + "&to=" + to;
    }

    private String lastPattern(String at) throws Exception {
        String rows = get(at + "/patterns");
        int from = rows.lastIndexOf("\"id\":\"") + 6;
        return rows.substring(from, rows.indexOf('"', from));
    }

    private String get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString())
                .body();
    }

    private void ask(String what, String path) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).build();
        double[] millis = new double[TIMES];
        long bytes = 0;
        for (int i = -5; i < TIMES; i++) {
            long start = System.nanoTime();
            bytes = client.send(request, BodyHandlers.ofByteArray()).body().length;
            if (i >= 0) {
                millis[i] = (System.nanoTime() - start) / MILLI;
            }
        }
        tell("API: " + what + String.format(Locale.ROOT, ", %,d bytes", bytes), millis);
    }

    private void page() {
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

    /** From the address being entered until the report is shown, each time in a browser that knows nothing. */
    private void views(Browser browser, String view) {
        double[] millis = new double[TIMES / 3];
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
        tell("page: " + view + " is shown", millis);
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
            Object told = page.evaluate(DRAG, FRAMES);
            double[] millis = ((List<?>) told)
                    .stream().mapToDouble(each -> ((Number) each).doubleValue()).toArray();
            System.out.println(page.locator("canvas").getAttribute("aria-label"));
            tell("page: a frame of lifelines that are dragged", millis);
        }
    }

    private static Browser launch(BrowserType chromium, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of("--no-sandbox", "--disable-gpu"));
        arguments.addAll(more);
        return chromium.launch(new BrowserType.LaunchOptions()
                .setExecutablePath(Path.of("/usr/bin/chromium"))
                .setArgs(arguments));
    }

    private static final String DRAG = "async frames => { const next = () => new Promise(requestAnimationFrame);"
            + " const canvas = document.querySelector('canvas'); const box = canvas.getBoundingClientRect();"
            + " const point = (type, x) => canvas.dispatchEvent(new PointerEvent(type,"
            + "   { pointerId: 1, clientX: box.left + x, clientY: box.top + 200, bubbles: true }));"
            + " canvas.setPointerCapture = () => {}; point('pointerdown', 600);"
            + " const times = []; let last = await next();"
            + " for (let i = 0; i < frames; i++) {"
            + "   point('pointermove', 600 + 4 * (i % 200 < 100 ? i % 100 : 100 - i % 100));"
            + "   const at = await next(); times.push(at - last); last = at; }"
            + " point('pointerup', 600); return times; }";

    private static void tell(String what, double[] millis) {
        double[] order = millis.clone();
        Arrays.sort(order);
        System.out.printf(
                Locale.ROOT,
                "%-70s %8.1f ms median %8.1f ms p95%n",
                what,
                order[order.length / 2],
                order[Math.min(order.length - 1, (int) Math.ceil(0.95 * order.length) - 1)]);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

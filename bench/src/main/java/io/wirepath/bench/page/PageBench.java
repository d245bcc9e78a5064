package io.wirepath.bench.page;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.WindowReport;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.bench.MarkedPage;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.PagePart;
import io.wirepath.report.Report;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code bench/page}: what the API takes to answer about a window of very many requests, what the page takes until it
 * shows it, and the frames of its lifelines while they move.
 */
@CommandLine.Command(
        name = "bench/page",
        description = "Measures the API and the page over a minute of very many requests.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
public final class PageBench implements Callable<Integer> {

    private static final long FROM = 1_795_196_940L * LoadedWindow.SECOND;
    private static final WindowId WINDOW = new WindowId(FROM, FROM + LoadedWindow.LENGTH);

    /** Of as many nodes as lifelines have lanes, so that all that is drawn is seen. */
    private static final WindowId LANES = new WindowId(FROM + 2 * LoadedWindow.LENGTH, FROM + 3 * LoadedWindow.LENGTH);

    private static final int REQUESTS_IN_LANES = 150_000;
    private static final int KINDS_IN_LANES = 200;
    private static final int ROLES_IN_LANES = 10;
    private static final int TIMES = 21;
    private static final int WARM = 5;
    private static final double MILLI = 1e6;
    private static final double ANSWER = 200;

    @Parameters(paramLabel = "DIRECTORY", description = "Where the window is kept; it is made where there is none.")
    private Path store;

    @Option(names = "--requests", defaultValue = "1000000", description = "Of the window. Default: 1,000,000.")
    private int requests;

    @Option(names = "--patterns", defaultValue = "10000", description = "Paths they take. Default: 10,000.")
    private int kinds;

    @Option(names = "--roles", defaultValue = "500", description = "Roles of ten nodes each. Default: 500.")
    private int roles;

    @Option(names = "--make", description = "Makes the window and measures nothing.")
    private boolean make;

    @Option(names = "--api", description = "Measures the API alone.")
    private boolean apiAlone;

    @Option(names = "--browser", description = "Measures the page in the browser alone.")
    private boolean browserAlone;

    @Mixin
    private final MarkedPage page = new MarkedPage();

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PageBench()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        ServiceLog log = new ServiceLog(System.err, Map.of());
        Service.Times times = new Service.Times(() -> FROM, () -> FROM);
        ServeControl control = new ServeControl(ServeTuning.defaults(), line -> {});
        try (Service service = new Service(ServeSettings.defaults(store), control, log, () -> {}, times)) {
            if (service.reports().report(WINDOW).isEmpty()) {
                keep(service, WINDOW, LoadedWindow.of(FROM, requests, kinds, roles));
            }
            if (service.reports().report(LANES).isEmpty()) {
                Analysis lanes = LoadedWindow.of(LANES.fromNanos(), REQUESTS_IN_LANES, KINDS_IN_LANES, ROLES_IN_LANES);
                keep(service, LANES, lanes);
            }
            if (make) {
                return 0;
            }
            service.start();
            service.prepare(); // as the service does before its first window and after each
            try (HttpService http = HttpService.start(HttpSettings.onLoopback(0), service, log::warn)) {
                String base = "http://127.0.0.1:" + http.port() + "/";
                if (!browserAlone) {
                    MeasuredTimes figures = new MeasuredTimes();
                    api(base, figures);
                    page.put("bench/page: api", figures.markdown());
                }
                if (!apiAlone) {
                    MeasuredTimes figures = new MeasuredTimes();
                    new BrowserTimes(base, WINDOW, LANES, figures).measure();
                    page.put("bench/page: browser", figures.markdown());
                }
            }
        }
        return 0;
    }

    private static void keep(Service service, WindowId id, Analysis analysis) {
        TimeSpan core = new TimeSpan(id.fromNanos(), id.toNanos());
        Report report = new Report("a window", "bench", analysis, List.of(), Map.of(), List.of());
        service.reports().put(id, WindowReport.of(core, core, report));
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

    private void api(String base, MeasuredTimes figures) throws Exception {
        String at = base + "api/v1/windows/" + WINDOW;
        String sums = base + "api/v1/patterns?from=" + FROM + "&to=" + (FROM + LoadedWindow.LENGTH);
        long second = FROM + LoadedWindow.LENGTH / 2;
        // the page is loaded before it asks, and the client's own classes with it
        ask(new MeasuredTimes(), "the page", base, 1);
        ask(figures, "sums over windows, the first answer", sums, 1);
        ask(figures, "sums over windows", sums, TIMES);
        ask(figures, "what the page begins with", at + "/page", TIMES);
        for (PagePart part : List.of(PagePart.NODES, PagePart.SERIES, PagePart.PATTERNS, PagePart.REQUESTS)) {
            ask(figures, "its part " + part.key(), at + "/page/" + part.key(), TIMES);
        }
        ask(figures, "traffic between roles, the first answer", at + "/map", 1);
        ask(figures, "traffic between roles", at + "/map", TIMES);
        ask(figures, "a page of calls between nodes", at + "/calls?calls=50", TIMES);
        ask(figures, "calls that a search finds", at + "/calls?calls=50&q=r17-&order=to", TIMES);
        ask(figures, "a page of patterns", at + "/patterns?patterns=50", TIMES);
        ask(
                figures,
                "a page in the midst of all, by name",
                at + "/patterns?patterns=50&skip=" + kinds / 2 + "&order=title",
                TIMES);
        ask(figures, "patterns that a search finds", at + "/patterns?patterns=50&q=r17-", TIMES);
        ask(figures, "lifelines, the whole minute", lifelines(base, FROM, FROM + LoadedWindow.LENGTH), TIMES);
        ask(figures, "lifelines, a second", lifelines(base, second, second + LoadedWindow.SECOND), TIMES);
        ask(figures, "lifelines, a millisecond", lifelines(base, second, second + 1_000_000), TIMES);
        ask(figures, "one request", at + "/requests/" + requests / 2, TIMES);
    }

    private static String lifelines(String base, long from, long to) {
        return base + "api/v1/lifelines?pixels=1130&from=" + from + "&to=" + to;
    }

    private static void ask(MeasuredTimes figures, String what, String address, int times) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
        double[] millis = new double[times];
        long bytes = 0;
        for (int i = times == 1 ? 0 : -WARM; i < times; i++) {
            long start = System.nanoTime();
            var answer = client.send(request, BodyHandlers.ofByteArray());
            bytes = answer.body().length;
            if (answer.statusCode() != 200) {
                throw new IOException(address + ": " + answer.statusCode());
            }
            if (i >= 0) {
                millis[i] = (System.nanoTime() - start) / MILLI;
            }
        }
        figures.add("API: " + what + String.format(Locale.ROOT, ", %,d bytes", bytes), millis, ANSWER);
    }
}

package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.command.SampleCapture;
import io.wirepath.appliance.index.EventIndex;
import io.wirepath.appliance.index.PartWriter;
import io.wirepath.appliance.serve.query.StandingQuery;
import io.wirepath.appliance.sniff.ContentSalt;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.pipeline.ReportEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A query of each source of events, and happened-before joins, over one piece of the sample with missing and repeated
 * frames: of its captures, its spools, a store, an index, a report where that holds the source, and standing in the
 * service. All digests have one salt: with another, a few probabilities differ in their third digit, as other words
 * have the same hash by chance.
 */
final class SameRowsEverywhereTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MICRO = 1000;
    private static final int SECONDS = 5;
    private static final List<String> SNIFFERS = List.of("sw-front", "sw-web", "sw-app", "sw-data");

    private static final Map<String, String> QUERIES = queries();

    @TempDir
    private Path directory;

    private final ServiceLab lab = new ServiceLab(20);
    private final AtomicLong now = new AtomicLong(1_795_300_000L * SECOND);

    private static Map<String, String> queries() {
        Map<String, String> queries = new LinkedHashMap<>();
        for (String source : List.of("messages", "retransmissions", "losses")) {
            queries.put(
                    source,
                    "From m In " + source + " GroupBy m.source, m.destination, m.role"
                            + " Select m.source, m.destination, m.role, COUNT, SUM(m.bytes), MIN(m.time), MAX(m.time)"
                            + " OrderBy MIN(m.time)");
        }
        for (String source : List.of("requests", "responses", "calls", "dns")) {
            queries.put(
                    source,
                    "From r In " + source + " GroupBy r.client, r.server, r.outcome"
                            + " Select r.client, r.server, r.outcome, COUNT, SUM(r.latency), p50(r.latency), MAX(r.time)"
                            + " OrderBy MAX(r.time)");
        }
        queries.put(
                "connections",
                "From c In connections GroupBy c.server Select c.server, COUNT, MIN(c.time)" + " OrderBy MIN(c.time)");
        queries.put(
                "translations",
                "From t In translations Select t.kind, t.fromDestination, t.toDestination"
                        + " OrderBy t.toDestination");
        queries.put("findings", "From f In findings Select f.severity, f.kind, f.nodes OrderBy f.kind");
        queries.put(
                "joined",
                "From r In responses Join c In First(requests) On c -> r"
                        + " GroupBy c.client, r.server Select c.client, r.server, COUNT, SUM(r.bytes) OrderBy SUM(r.bytes)");
        return queries;
    }

    private static String text(QueryAnswer answer) {
        return answer.rows().stream().map(SameRowsEverywhereTest::text).collect(Collectors.joining("\n"));
    }

    private static String text(AnswerRow row) {
        return Arrays.toString(row.values()) + Arrays.toString(row.low()) + Arrays.toString(row.high());
    }

    private EventSet events(List<Path> inputs, @Nullable Path keep) throws IOException {
        FlowSettings flows = FlowSettings.defaults();
        MergeReading reading = new MergeReading(
                flows.withMessage(flows.message()
                        .withContent(true)
                        .withKey(ContentSalt.of(directory.resolve("salt")).key())),
                MergeSettings.defaults(),
                Console.ofProcess(),
                false);
        return QueryRun.events(new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                .run(inputs.stream().map(Path::toString).toList(), keep, null)
                .report());
    }

    private static void assertSame(Map<String, QueryAnswer> wanted, Map<String, QueryAnswer> found, String where) {
        assertAll(wanted.keySet().stream()
                .map(name -> () -> assertEquals(text(wanted, name), text(found, name), where + ": " + name)));
    }

    private static String text(Map<String, QueryAnswer> answers, String name) {
        return text(Objects.requireNonNull(answers.get(name)));
    }

    /**
     * The live merge learns clocks as it goes: times differ by nanoseconds, and so do in the end the probabilities of
     * links. An estimate lies within the interval of the other.
     */
    private static void assertNear(Map<String, QueryAnswer> wanted, Map<String, QueryAnswer> found, String where) {
        wanted.forEach((name, answer) -> {
            List<AnswerRow> other = Objects.requireNonNull(found.get(name)).rows();
            assertEquals(answer.rows().size(), other.size(), where + ": " + name);
            for (AnswerRow row : answer.rows()) {
                String what = where + ": " + name + ' ' + text(row) + " in " + text(found, name);
                assertTrue(other.stream().anyMatch(own -> isNear(row, own)), what);
            }
        });
    }

    private static boolean isNear(AnswerRow wanted, AnswerRow found) {
        return IntStream.range(0, wanted.values().length).allMatch(cell -> {
            Object one = wanted.values()[cell];
            Object other = found.values()[cell];
            if (one instanceof Long time) {
                return Math.abs(time - (Long) other) < MICRO;
            } else if (one instanceof Double number && Double.isNaN(wanted.low()[cell])) {
                return Math.abs(number - (Double) other) <= Math.max(MICRO, 1e-6 * number) && isWhole(number, other);
            } else if (one instanceof Double) {
                return wanted.low()[cell] <= (Double) other && (Double) other <= wanted.high()[cell];
            }
            return Objects.equals(one, other);
        });
    }

    /** Numbers that are no times are the same. */
    private static boolean isWhole(double number, Object other) {
        return number > MICRO || number == (Double) other;
    }

    private static Map<String, QueryAnswer> answers(EventSet of) {
        Map<String, QueryAnswer> answers = new LinkedHashMap<>();
        QUERIES.forEach((name, query) -> answers.put(name, QueryRun.answer(query, of)));
        return answers;
    }

    @Test
    void aQueryHasTheSameRowsWhereverItIsAsked() throws Exception {
        List<Path> captures = new ArrayList<>();
        for (String sniffer : SNIFFERS) {
            captures.add(SampleCapture.of(sniffer).writeTroubled(SECONDS, directory.resolve(sniffer + ".pcap")));
        }
        Path store = directory.resolve("store");
        EventSet captured = events(captures, store);
        Map<String, QueryAnswer> wanted = answers(captured);
        wanted.forEach((name, answer) -> assertTrue(!answer.rows().isEmpty(), name + " has no event here"));
        assertSame(wanted, answers(events(List.of(store), null)), "store");

        PartWriter part = new PartWriter(directory.resolve("index"));
        part.write(captured);
        part.finish();
        EventIndex index = EventIndex.open(directory.resolve("index"), QueryBounds.defaults(), 2);
        for (Map.Entry<String, String> query : QUERIES.entrySet()) {
            String name = query.getKey();
            assertEquals(text(wanted, name), text(index.answer(query.getValue())), "index: " + name);
        }

        String report = directory.resolve("report.json").toString();
        ServiceLab.run("analyze", store.toString(), "--quiet", "--json=" + report);
        EventSet reported = ReportEvents.read(Path.of(report));
        for (String source : List.of("translations", "findings")) {
            assertEquals(text(wanted, source), text(QueryRun.answer(QUERIES.get(source), reported)), "report");
        }

        List<Path> spools = new ArrayList<>();
        for (int i = 0; i < SNIFFERS.size(); i++) {
            spools.add(ServiceLab.sniff(directory, SNIFFERS.get(i), captures.get(i)));
        }
        assertSame(wanted, answers(events(spools, null)), "spools");
        assertNear(wanted, standing(spools), "standing");
    }

    /** What the queries answer of one window that holds everything. */
    private Map<String, QueryAnswer> standing(List<Path> spools) throws Exception {
        ServeSettings settings = ServeSettings.defaults(directory.resolve("state"))
                .withSpools(spools)
                .withTuning(new ServeTuning(new WindowSettings(3600 * SECOND, 0, 0), Inference.defaults()));
        try (Service service = lab.start(settings, now::get, now::get)) {
            for (Map.Entry<String, String> query : QUERIES.entrySet()) {
                service.queries().put(new StandingQuery(query.getKey(), query.getValue(), 0));
            }
            lab.await("the window is answered", () -> {
                now.addAndGet(SECOND);
                return service.queries().list().stream().allMatch(query -> query.windows() > 0);
            });
            Map<String, QueryAnswer> answers = new LinkedHashMap<>();
            for (String name : QUERIES.keySet()) {
                answers.put(
                        name,
                        service.queries().results(name).orElseThrow().get(0).answer());
            }
            return answers;
        }
    }
}

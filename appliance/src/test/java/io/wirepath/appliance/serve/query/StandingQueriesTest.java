package io.wirepath.appliance.serve.query;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.Report;
import io.wirepath.report.SampleReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries that stand while windows come; the windows are the sample report, cut to other times. */
final class StandingQueriesTest {

    private static final long START = 1_795_196_958_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final String COUNT = "From r In requests GroupBy r.server Select r.server, COUNT";

    @TempDir
    private Path directory;

    private StandingQueries open() throws IOException {
        return new StandingQueries(directory, line -> {
            throw new AssertionError(line);
        });
    }

    /** The sample's messages with those of so many milliseconds counted. */
    private static Report window(long fromMillis, long toMillis) {
        Report sample = SampleReport.make();
        Analysis of = sample.analysis();
        Analysis cut = new Analysis(
                of.algorithm(),
                of.messages(),
                new TimeSpan(START + fromMillis * MILLI, START + toMillis * MILLI),
                of.links(),
                of.calls(),
                of.patterns(),
                of.table(),
                of.nodes(),
                of.roles(),
                of.joins(),
                of.series(),
                of.findings(),
                of.explanations());
        return new Report("", "", cut, sample.inputs(), sample.settings(), sample.notes(), sample.merge());
    }

    private static String text(IntervalResult result) {
        StringBuilder to = new StringBuilder();
        result.answer()
                .rows()
                .forEach(row -> to.append(row.values()[0])
                        .append(' ')
                        .append(row.values()[1])
                        .append('\n'));
        return to.toString();
    }

    @Test
    void aWindowGivesTheRowsOfAQueryOfItsMessages() throws IOException {
        StandingQueries queries = open();
        String join = "From r In responses Join c In First(requests) On c -> r"
                + " GroupBy r.server, c.client Select r.server, c.client, COUNT";
        queries.put(new StandingQuery("joined", join, 0));
        List<IntervalResult> told = new ArrayList<>();
        queries.onResult(told::add);
        Report whole = window(0, 1000);
        queries.window(whole, () -> 0);
        List<AnswerRow> asked = QueryRun.answer(join, QueryRun.events(whole)).rows();
        List<AnswerRow> stood = told.get(0).answer().rows();
        assertEquals(asked.size(), stood.size());
        for (int row = 0; row < asked.size(); row++) {
            assertArrayEquals(asked.get(row).values(), stood.get(row).values());
            assertArrayEquals(asked.get(row).high(), stood.get(row).high());
        }
        assertFalse(asked.isEmpty());
    }

    @Test
    void answersEachWindowAndOutlivesTheService() throws IOException {
        StandingQueries queries = open();
        assertTrue(queries.put(new StandingQuery("shares", COUNT, 0)));
        List<IntervalResult> told = new ArrayList<>();
        queries.onResult(told::add);
        queries.window(window(0, 40), () -> 0);
        queries.window(window(40, 80), () -> 0);
        assertEquals(2, told.size());
        assertEquals("app1 1.0\n" + SampleReport.HOSTILE_NAME + " 1.0\n", sorted(text(told.get(0))));
        assertEquals("app2 1.0\n", text(told.get(1)));
        assertEquals(told, queries.results("shares").orElseThrow());
        StandingQueries again = open();
        assertEquals(1, again.list().size(), "it is there after a restart");
        assertFalse(again.put(new StandingQuery("shares", COUNT + " Limit 1", 0)), "it is changed");
        assertTrue(again.remove("shares"));
        assertFalse(again.remove("shares"));
        assertTrue(open().list().isEmpty());
    }

    private static String sorted(String lines) {
        return lines.lines().sorted(Comparator.reverseOrder()).collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void anIntervalSumsItsWindowsUp() throws IOException {
        StandingQueries queries = open();
        queries.put(new StandingQuery("all", "From r In requests Select COUNT, SUM(r.bytes)", 100 * MILLI));
        queries.put(new StandingQuery("rows", "From r In requests Select r.server, r.bytes", 100 * MILLI));
        queries.window(window(0, 40), () -> 0);
        assertTrue(queries.results("all").orElseThrow().isEmpty(), "the interval is open");
        queries.window(window(40, 100), () -> 0);
        IntervalResult result = queries.results("all").orElseThrow().get(0);
        assertEquals(3.0, result.answer().rows().get(0).values()[0]);
        assertEquals(START, result.fromNanos());
        assertEquals(START + 100 * MILLI, result.toNanos());
        assertEquals(
                3, queries.results("rows").orElseThrow().get(0).answer().rows().size());
    }

    @Test
    void aGapEndsAnInterval() throws IOException {
        StandingQueries queries = open();
        queries.put(new StandingQuery("all", "From r In requests Select COUNT", 100 * MILLI));
        queries.window(window(0, 40), () -> 0);
        queries.window(window(500, 540), () -> 0);
        assertEquals(1, queries.results("all").orElseThrow().size());
    }

    @Test
    void refusesMistakesAndTooMany() throws IOException {
        StandingQueries queries = open();
        assertThrows(
                QueryException.class, () -> queries.put(new StandingQuery("q", "From r In requsts Select r.a", 0)));
        assertThrows(QueryException.class, () -> new StandingQuery("Bad name", COUNT, 0));
        for (int i = 0; i < StandingQueries.MAX; i++) {
            queries.put(new StandingQuery("q" + i, COUNT, 0));
        }
        assertThrows(QueryException.class, () -> queries.put(new StandingQuery("one_more", COUNT, 0)));
        assertEquals(StandingQueries.MAX, queries.list().size());
    }

    @Test
    void damagedQueriesAreKeptBesideNewOnesAndTold() throws IOException {
        open().put(new StandingQuery("count", COUNT, 0));
        Path kept = directory.resolve("queries");
        byte[] bytes = Files.readAllBytes(kept);
        bytes[bytes.length / 2] ^= 1;
        Files.write(kept, bytes);
        List<String> told = new ArrayList<>();
        StandingQueries queries = new StandingQueries(directory, told::add);
        assertEquals(List.of(), queries.list());
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("queries.damaged"), told.get(0));
        queries.put(new StandingQuery("count", COUNT, 0));
        assertArrayEquals(bytes, Files.readAllBytes(directory.resolve("queries.damaged")));
    }
}

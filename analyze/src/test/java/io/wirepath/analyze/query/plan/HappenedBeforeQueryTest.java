package io.wirepath.analyze.query.plan;

import static io.wirepath.analyze.query.plan.QueryFixture.answer;
import static io.wirepath.analyze.query.plan.QueryFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.GroupTable;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What queries answer, on calls whose causes are stated. A request has 100 bytes, a response 200; times are
 * milliseconds.
 */
final class HappenedBeforeQueryTest {

    /**
     * Two clients at a web server, which calls an application, which calls a database twice; and a ping of the
     * application.
     */
    private static EventSet shop() {
        CallTrace trace = new CallTrace();
        trace.call("c1", "web", 0, 20);
        trace.call("web", "app", 2, 18);
        trace.call("app", "db", 4, 8);
        trace.call("app", "db", 10, 12);
        trace.call("c2", "web", 30, 50);
        trace.call("web", "app", 32, 48);
        trace.call("app", "db", 34, 38);
        trace.call("app", "db", 60, 61);
        return QueryFixture.events(
                trace,
                new double[] {1, 0, 1},
                new double[] {2, 1, 1},
                new double[] {3, 1, 1},
                new double[] {5, 4, 1},
                new double[] {6, 5, 1});
    }

    @Test
    void sumsByTheClientThatAskedInTheFirstPlace() {
        assertEquals(
                "app 200 1\nc1 400 2\nc2 200 1\n",
                text(answer(
                        shop(),
                        "From r In responses Where r.server = 'db' Join c In First(requests) On c -> r"
                                + " GroupBy c.client Select c.client, SUM(r.bytes), COUNT")));
    }

    @Test
    void partsOfATextAreValues() {
        assertEquals(
                "c 2\n",
                text(answer(
                        shop(),
                        "From r In requests Where r.server = 'web' GroupBy part(r.client, '^([a-z])[0-9]$')"
                                + " Select part(r.client, '^([a-z])[0-9]$') As kind, COUNT")));
    }

    @Test
    void joinsWhatSaysTheSame() {
        assertEquals(
                "c1 c2 1\n",
                text(answer(
                        shop(),
                        "From a In requests Join b In requests On b.server = a.server"
                                + " Where a.client = 'c1' And a.client < b.client And b.client ~ '^c'"
                                + " GroupBy a.client, b.client Select a.client, b.client, COUNT")));
        assertMistake(
                "From a In requests Join b In requests On b.server = a.bytes Select COUNT",
                "a text cannot be compared with bytes");
        assertMistake("From a In requests Join b In requests On a.server = a.client Select COUNT", "which is joined");
        assertMistake("From a In requests Join b In requests On b.sever = a.server Select COUNT", "\"server\"");
    }

    @Test
    void conditionsAreCounted() {
        assertEquals(
                "4 0.6666666666666666\n",
                text(answer(
                        shop(),
                        "From r In requests Where r.server In ('db', 'web')"
                                + " Select SUM(r.client = 'app'), AVG(r.client = 'app')")));
    }

    @Test
    void anEventDoesNotHappenBeforeItself() {
        assertEquals(
                "app db 3\nweb app 2\n",
                text(answer(
                        shop(),
                        "From r In requests Join c In MostRecent(requests) On c -> r GroupBy c.server, r.server"
                                + " Select c.server, r.server, COUNT")));
    }

    @Test
    void mostRecentIsTheNearestAndFirstTheEarliest() {
        String query = "From r In requests Where r.server = 'db' and not r.root Join c In %s On c -> r"
                + " Select r.call, c.call OrderBy r.call";
        assertEquals("2 1\n3 1\n6 5\n", text(answer(shop(), String.format(query, "MostRecent(requests)"))));
        assertEquals("2 0\n3 0\n6 4\n", text(answer(shop(), String.format(query, "First(requests)"))));
        assertEquals(
                "2 0\n2 1\n3 0\n3 1\n6 4\n6 5\n", text(answer(shop(), String.format(query, "FirstN(2, requests)"))));
        assertEquals(
                "2 1\n3 1\n6 5\n",
                text(answer(shop(), String.format(query, "MostRecentN(1, requests Union responses)"))));
    }

    @Test
    void aResponseWaitsForWhatItsCallCaused() {
        assertEquals(
                "c1 3\nc2 2\n",
                text(answer(
                        shop(),
                        "From j In responses Where j.server = 'web' Join l In responses On l -> j GroupBy j.client"
                                + " Select j.client, COUNT")));
    }

    @Test
    void afterIsTheOtherSideOfBefore() {
        String before = "From a In messages Join b In messages On b -> a Select a.call, b.call, a.time, b.time";
        String after = "From b In messages Join a In messages On b -> a Select a.call, b.call, a.time, b.time";
        assertEquals(
                text(answer(shop(), before)).lines().sorted().toList(),
                text(answer(shop(), after)).lines().sorted().toList());
    }

    @Test
    void latenciesOfRequestsAndWhatTheyCausedComeFromNestedQueries() {
        assertEquals(
                "web 8000000\n",
                text(answer(
                        shop(),
                        "Q8 = From response In responses Where response.server = 'db' Join request In MostRecent(requests)"
                                + " On request -> response Select response.time − request.time;"
                                + " From job In responses Where job.root and job.client = 'c1' Join latency In Q8 On latency -> job"
                                + " GroupBy job.server Select job.server, SUM(latency) + 2ms")));
    }

    @Test
    void conditionsOnAChosenEventAreCheckedAfterTheChoice() {
        assertEquals(
                "0\n",
                text(answer(
                        shop(),
                        "From r In requests Where r.server = 'db' Join c In MostRecent(requests) On c -> r"
                                + " Where c.server = 'web' Select COUNT")));
        assertEquals(
                "3\n",
                text(answer(
                        shop(),
                        "From r In requests Where r.server = 'db' Join c In"
                                + " MostRecent((From q In requests Where q.server = 'web')) On c >> r Select COUNT")));
    }

    @Test
    void aLinkInDoubtGivesExpectedValuesAndIntervals() {
        CallTrace trace = new CallTrace();
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            trace.call("c1", "web", 10 * i, 10 * i + 8);
            trace.call("c2", "web", 10 * i + 9 * random.nextDouble(), 10 * i + 9.5);
            trace.call("web", "db", 10 * i + 2, 10 * i + 4);
        }
        double[][] causes = new double[400][];
        for (int i = 0; i < 200; i++) {
            causes[2 * i] = new double[] {3 * i + 2, 3 * i, 0.75};
            causes[2 * i + 1] = new double[] {3 * i + 2, 3 * i + 1, 0.25};
        }
        EventSet events = QueryFixture.events(trace, causes);
        String query = "From r In requests Where r.server = 'db' Join c In requests On c -> r %s GroupBy c.client"
                + " Select c.client, COUNT";
        QueryAnswer answer = answer(events, String.format(query, ""));
        AnswerRow first = answer.rows().get(0);
        assertEquals(150, (Double) first.values()[1], 1, "200 links of probability 0.75");
        double spread = 1.96 * Math.sqrt(200 * 0.75 * 0.25);
        assertEquals(150 - spread, first.low()[1], 0.4 * spread);
        assertEquals(150 + spread, first.high()[1], 0.4 * spread);
        assertEquals(1, answer(events, String.format(query, "Likely")).rows().size());
        assertEquals(0, answer(events, String.format(query, "Certain")).rows().size());
        assertEquals(
                2, answer(events, String.format(query, "AtLeast 0.2")).rows().size());
        assertEquals(
                0.75,
                answer(
                                events,
                                "From r In requests Where r.server = 'db' Join c In requests On c -> r Select c.client Limit 1")
                        .rows()
                        .get(0)
                        .probability(),
                1e-6);
    }

    @Test
    void alternativesExcludeEachOtherButLeadToOneRoot() {
        CallTrace trace = new CallTrace();
        trace.call("c", "web", 0, 50);
        trace.call("web", "app", 1, 40);
        trace.call("web", "app", 2, 41);
        trace.call("app", "db", 5, 9);
        EventSet events = QueryFixture.events(
                trace, new double[] {1, 0, 1}, new double[] {2, 0, 1}, new double[] {3, 1, 0.5}, new double[] {3, 2, 0.5
                });
        assertEquals(
                "c 1\nweb 1\n",
                text(answer(
                        events,
                        "From r In requests Where r.server = 'db' Join c In requests On c -> r GroupBy c.client"
                                + " Select c.client, COUNT")));
        assertEquals(
                "c\n",
                text(
                        answer(
                                events,
                                "From r In requests Where r.server = 'db' Join c In requests On c -> r Certain Select c.client")));
    }

    @Test
    void groupsGoOnFromWindowToWindow() {
        CallTrace trace = new CallTrace();
        trace.call("c1", "web", 0, 20);
        trace.call("web", "db", 4, 8);
        trace.call("web", "db", 12, 14);
        var messages = trace.build();
        QueryText.Script script = QueryText.parse(
                "From r In requests Where r.server = 'db' Join c In First(requests) On c -> r"
                        + " GroupBy c.client Select c.client, COUNT, MAX(r.bytes), p50(r.bytes), COUNT(Distinct r.call)");
        GroupTable table = new GroupTable(QueryBounds.standing());
        QueryAnswer answer = null;
        for (TimeSpan window : new TimeSpan[] {new TimeSpan(0, 10_000_000), new TimeSpan(10_000_000, 30_000_000)}) {
            EventSet events = QueryFixture.events(messages, window, new double[] {1, 0, 1}, new double[] {2, 0, 1});
            CompiledQuery query = new QueryCompiler(events, QueryBounds.standing()).compile(script, table);
            query.feed();
            answer = query.answer();
        }
        assertTrue(answer != null && answer.rows().size() == 1);
        assertTrue(text(answer).matches("c1 2 100 (100|99\\.9.*|100\\.0.*) 2\n"), text(answer));
    }

    @Test
    void mistakesInNamesAndTypesAreToldWithTheNearest() {
        assertMistake("From r In reqests Select r.bytes", "did you mean \"requests\"");
        assertMistake("From r In requests Select r.clint", "did you mean \"client\"");
        assertMistake("From r In requests Select q.client", "there is no variable q");
        assertMistake(
                "From r In requests Where r.bytes > 3s Select r.client", "bytes cannot be compared with a duration");
        assertMistake("From r In requests Select summ(r.bytes)", "did you mean \"sum\"");
        assertMistake("From r In requests GroupBy r.client Select r.server, COUNT", "differs within a group");
        assertMistake("From r In requests Where COUNT > 2 Select r.client", "nest the query");
        assertMistake("From r In findings Join q In requests On q -> r Select r.title", "belong to no call");
        assertMistake("From r In requests Select r.client OrderBy r.server", "column of Select");
        assertMistake("From r In requests Where r.client ~ '(' Select r.client", "not a regular expression");
        assertMistake("From r In requests Let a = b Let b = a Where a > 1 Select r.client", "circle");
    }

    private static void assertMistake(String query, String hint) {
        QueryException wrong = assertThrows(QueryException.class, () -> answer(shop(), query));
        assertTrue(String.valueOf(wrong.getMessage()).contains(hint), wrong.getMessage());
    }

    @Test
    void aQueryThatAsksForTooMuchEndsWithAClearError() {
        QueryBounds few = new QueryBounds(2, 3, 1000, 1000);
        assertBound("From r In requests GroupBy r.call Select r.call, COUNT", few, "2 groups");
        assertBound("From r In requests Select r.call", few, "3 rows");
        assertBound("From r In requests Select COUNT(Distinct r.call)", few, "1000 bytes of different values");
        assertBound(
                "From r In messages Join a In messages On a -> r Select COUNT",
                new QueryBounds(2, 3, 1000, 20),
                "20 steps");
        assertEquals(
                2,
                answer(shop(), "From r In requests Select r.call Limit 2", few)
                        .rows()
                        .size());
    }

    private static void assertBound(String query, QueryBounds bounds, String what) {
        QueryException refused = assertThrows(QueryException.class, () -> answer(shop(), query, bounds));
        assertTrue(String.valueOf(refused.getMessage()).contains("more than " + what), refused.getMessage());
    }

    @Test
    void conditionsMoveToWhereTheirEventsAreSeenFirst() {
        var plan = new QueryCompiler(shop(), QueryBounds.defaults())
                .compile(
                        QueryText.parse("From r In responses Join c In requests On c -> r Where r.server = 'db' and"
                                + " c.root and c.client != r.client GroupBy c.client Select c.client, SUM(r.bytes)"),
                        null)
                .plan();
        assertEquals(
                List.of(
                        "at each of requests",
                        "  OBSERVE c (client, root)",
                        "  FILTER c.root",
                        "  PACK c (client, root)",
                        "at each of responses",
                        "  OBSERVE r (bytes, client, server)",
                        "  FILTER (r.server = 'db')",
                        "  UNPACK c where c -> r",
                        "  FILTER (c.client != r.client)",
                        "  AGGREGATE where it is seen, by 1 key: sum",
                        "  EMIT client, sum(r.bytes)"),
                plan);
    }
}

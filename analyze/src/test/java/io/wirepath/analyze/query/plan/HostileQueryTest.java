package io.wirepath.analyze.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.causes.CallTrace;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries that mean harm are refused in words, at once. */
final class HostileQueryTest {

    private static EventSet events() {
        CallTrace trace = new CallTrace();
        trace.call("client", "web", 0, 9);
        trace.call("web", "db", 2, 3);
        return QueryFixture.events(trace, new double[] {1, 0, 1});
    }

    static List<String> hostile() {
        String each = "From r In requests ";
        String doubling = IntStream.range(0, 40)
                .mapToObj(i -> "Let a" + i + " = a" + (i + 1) + " + a" + (i + 1) + " ")
                .collect(Collectors.joining());
        return List.of(
                each + "Let a40 = r.bytes " + doubling + "Where a0 > 1 Select r.client",
                each + "Let a40 = r.bytes " + doubling + "GroupBy r.client Select r.client, SUM(a0)",
                each + "Let a = b Let b = a Select r.client",
                each + "Let a = a Where a > 1 Select r.client",
                each + "Where r.client ~ '(((x{1000}){1000}){1000})' Select r.client",
                each + "Where r.client ~ '((x{100}){100})' Select r.client",
                each + "Where r.client ~ '" + "x{1000}".repeat(60) + "' Select r.client",
                each + "Where r.client ~ '" + "(".repeat(200) + ")".repeat(200) + "' Select r.client",
                each + "Where r.client ~ '" + "x".repeat(600) + "' Select r.client",
                each + "Where r.client ~ '[' Select r.client",
                each + "Where r.client ~ '(a{2' Select r.clint",
                each + "Select " + "r.bytes, ".repeat(60) + "r.bytes",
                each + "Where r.time > '+999999999-12-31T00:00:00Z' Select r.client",
                each + "Where r." + "x".repeat(5000) + " > 1 Select r.client",
                each + "Select " + "\uD83D\uDE00".repeat(50),
                each + "Select r.client \u0000",
                each + "Limit 99999999999999999999",
                each + "Select bucket(r.bytes, 0)",
                each + "Select QUANTILE(r.bytes, 2)",
                each + "Join c In FirstN(0, requests) On c -> r Select COUNT",
                each + "Join r In requests On r -> r Select COUNT",
                "Q = " + each + "Select r.bytes; From x In Q, Q Select x.nothing",
                "Q = From x In Q Select x.a; From y In Q Select y.a",
                "requests = From x In calls Select x.call; From y In requests Select y.call");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void isRefusedInWords(String query) {
        QueryException refused = assertThrows(QueryException.class, () -> QueryFixture.answer(events(), query));
        String why = String.valueOf(refused.getMessage());
        assertTrue(why.length() < 1000, why);
    }

    @Test
    void namesThatUseEachOtherTwiceArePlannedOnce() {
        String chain = IntStream.range(1, 30)
                .mapToObj(i ->
                        String.format("Q%d = From a In Q%d Join c In Q%d On c -> a Select a.b As b;", i, i - 1, i - 1))
                .collect(Collectors.joining(
                        "", "Q0 = From r In requests Select r.bytes As b;", "From x In Q29 Select x.b"));
        List<String> plan = assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> new QueryCompiler(events(), QueryBounds.standing())
                        .compile(QueryText.parse(chain), null)
                        .plan());
        // a query is planned once where its time is counted and once where it is not
        assertEquals(
                2,
                plan.stream().filter(line -> line.endsWith("OBSERVE r (bytes)")).count());
        assertTrue(plan.stream().anyMatch(line -> line.endsWith("nested query for c: Q0, as above")), plan::toString);
        assertTrue(plan.size() < 30 * 20, plan::toString);
    }

    @Test
    void nestedQueriesShareOneBudget() {
        QueryBounds few = new QueryBounds(3, 3, 1_000, 1_000);
        String text = IntStream.range(0, 4)
                        .mapToObj(i -> "Q" + i + " = From r In requests Select r.bytes As b" + i + ";")
                        .collect(Collectors.joining())
                + "From a In Q0 Join b In Q1 On b -> a Join c In Q2 On c -> b Join d In Q3 On d -> c Select COUNT";
        QueryException refused = assertThrows(
                QueryException.class, () -> new QueryCompiler(events(), few).compile(QueryText.parse(text), null));
        assertTrue(String.valueOf(refused.getMessage()).contains("3 rows in its nested queries"), refused::getMessage);
        String long1 = "From r In requests Where r.bytes" + " + r.bytes".repeat(400) + " > 0 Select COUNT";
        QueryException slow = assertThrows(QueryException.class, () -> {
            CompiledQuery query =
                    new QueryCompiler(events(), new QueryBounds(3, 3, 1_000, 20)).compile(QueryText.parse(long1), null);
            query.feed();
        });
        assertTrue(String.valueOf(slow.getMessage()).contains("20 steps"), slow::getMessage);
    }

    @Test
    void largeNumbersAndPatternsOfPeopleAreAnswered() {
        assertEquals(
                1,
                QueryFixture.answer(
                                events(),
                                "From r In requests Where r.client ~ '^(cl|ser)[a-z]{3,6}\\d*$' and r.bytes < "
                                        + "9".repeat(400) + " Select r.client")
                        .rows()
                        .size());
    }

    @Test
    void aJoinOfAllWithAllEndsAtItsBound() {
        CallTrace trace = new CallTrace();
        trace.call("client", "web", 0, 100_000);
        double[][] causes = new double[2000][];
        for (int call = 1; call <= causes.length; call++) {
            trace.call("web", "db", call, call + 0.5);
            causes[call - 1] = new double[] {call, 0, 1};
        }
        EventSet wide = QueryFixture.events(trace, causes);
        QueryBounds few = new QueryBounds(100, 100, 1_000_000, 100_000);
        String cartesian =
                "From a In messages Join b In messages On b -> a Join c In messages On c -> a" + " Select COUNT";
        QueryException refused = assertThrows(QueryException.class, () -> QueryFixture.answer(wide, cartesian, few));
        assertTrue(String.valueOf(refused.getMessage()).contains("steps"), refused.getMessage());
        String recent = "From r In responses Where r.root Join q In MostRecentN(3, responses) On q -> r"
                + " Select q.time OrderBy q.time";
        assertEquals(
                3,
                QueryFixture.answer(wide, recent).rows().size(),
                "of thousands of candidates the most recent are found");
    }

    @Test
    void whatAggregatesKeepIsBounded() {
        QueryBounds little = new QueryBounds(100, 100, 2000, 1_000_000);
        String many = Stream.of("p50", "p95", "p99").map(p -> p + "(r.bytes)").collect(Collectors.joining(", "));
        QueryException refused = assertThrows(
                QueryException.class,
                () -> QueryFixture.answer(
                        events(),
                        "From r In requests GroupBy r.call Select r.call, SUM(r.bytes), COUNT, " + many,
                        little));
        assertTrue(String.valueOf(refused.getMessage()).contains("bytes"), refused.getMessage());
    }
}

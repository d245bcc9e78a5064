package io.wirepath.analyze.query.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.causes.CallTrace;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fuzzer's target for queries: any text is one, which is planned and answered, or is refused in words. Runs over
 * the kept inputs in an ordinary build, and searches for new ones with {@code JAZZER_FUZZ=1}.
 */
class QueryFuzzTest {

    private static final QueryBounds BOUNDS = new QueryBounds(100, 100, 100_000, 10_000);
    private static final EventSet EVENTS = events();

    /** What queries are made of. */
    private static final List<String> WORDS = List.of(
            "From r In requests",
            "From r In responses",
            "From m In messages Union losses",
            "From f In findings",
            "Join c In First(requests) On c -> r",
            "Join c In MostRecentN(2, calls) On r >> c Likely",
            "Where",
            "Let a = b",
            "Let b = r.bytes / r.latency",
            "GroupBy r.client, c.server",
            "GroupBy",
            "Select",
            "r.client,",
            "c.bytes",
            "SUM(r.bytes)",
            "COUNT(Distinct c.client)",
            "QUANTILE(r.latency, 0.5)",
            "p99(a)",
            "OrderBy",
            "COUNT Desc",
            "Limit 3",
            "And",
            "Or Not",
            "(",
            ")",
            "r.client ~ 'c.*'",
            "r.time > '2026-01-01T00:00:00Z'",
            "bucket(r.time, 10ms)",
            "= 3",
            "- 2s",
            "* 1e300",
            "/ 0",
            "In ('a', 'b')",
            "'",
            "\"",
            ";",
            "Q = ",
            "In Q",
            "(From q In requests Select q.call)",
            "#",
            "As x",
            ",",
            "\u0000",
            "−",
            "→",
            "MIN(r.time) - MAX(c.time)");

    private static EventSet events() {
        CallTrace trace = new CallTrace();
        trace.call("client", "web", 0, 9);
        trace.call("web", "db", 2, 3);
        trace.call("web", "db", 4, 5);
        return QueryFixture.events(trace, new double[] {1, 0, 1}, new double[] {2, 0, 0.5});
    }

    private static boolean ask(String text) {
        try {
            CompiledQuery query = new QueryCompiler(EVENTS, BOUNDS).compile(QueryText.parse(text), null);
            assertFalse(query.plan().isEmpty(), text);
            query.feed();
            query.answer();
            return true;
        } catch (QueryException e) {
            assertFalse(String.valueOf(e.getMessage()).isEmpty(), text);
            return false;
        }
    }

    @FuzzTest(maxDuration = "90s")
    void anyTextIsAnsweredOrRefused(FuzzedDataProvider data) {
        ask(data.consumeRemainingAsString());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyWordsAreAnsweredOrRefused(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int answered = 0;
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder(round % 2 == 0 ? "From r In requests " : "");
            for (int words = random.nextInt(12); words >= 0; words--) {
                text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
            }
            answered += ask(text.toString()) ? 1 : 0;
        }
        assertTrue(answered > 20, answered + " of 2000 were queries");
    }
}

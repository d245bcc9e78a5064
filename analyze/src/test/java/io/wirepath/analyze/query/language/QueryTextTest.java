package io.wirepath.analyze.query.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the text of a query means, and what is said of its mistakes. */
final class QueryTextTest {

    @Test
    void clausesComeInAnyOrderAndWordsInAnyCase() {
        ParsedQuery query = QueryText.parse(
                        "FROM e IN requests, responses select e.host, count WHERE e.bytes > 1.5kB JOIN d in MostRecentN(3, calls)"
                                + " ON d -> e group by e.host order by count desc limit 7")
                .query();
        assertEquals(2, query.from().sources().size());
        assertEquals(1, query.where().size());
        assertEquals(ParsedQuery.Which.MAX_RECENT, query.joins().get(0).which());
        assertEquals(3, query.joins().get(0).number());
        assertEquals("e.host", query.groupBy().get(0).text());
        assertEquals(7, query.limit());
        assertTrue(Objects.requireNonNull(query.order()).falling());
    }

    @Test
    void readsThePapersQueries() {
        QueryText.parse("From incr In DataNodeMetrics GroupBy incr.host Select incr.host, SUM(incr.delta)");
        QueryText.parse("From incr In DataNodeMetrics Join cl In First(ClientProtocols) On cl -> incr"
                + " GroupBy cl.procName Select cl.procName, SUM(incr.delta)");
        QueryText.parse(
                "From DNop In Transfers Join getloc In Locations On getloc -> DNop Join st In Ops On st -> getloc"
                        + " Where st.host != DNop.host GroupBy DNop.host, getloc.replicas"
                        + " Select DNop.host, getloc.replicas, COUNT");
        QueryText.Script script = QueryText.parse("Q8 = From response In SendResponse Join request In"
                + " MostRecent(ReceiveRequest) On request -> response Select response.time − request.time;"
                + " From job In JobComplete Join l In Q8 On l -> job Select job.id, AVG(l)");
        assertTrue(script.definitions().containsKey("Q8"));
    }

    @Test
    void unitsAreNanosecondsAndBytes() {
        assertEquals("(r.a > 2.5E8ns)", text("r.a > 250ms"));
        assertEquals("(r.a > 2.0E9ns)", text("r.a > 2s"));
        assertEquals("(r.a > 2048.0)", text("r.a > 2KiB"));
        assertEquals("(r.a = 'it's')", text("r.a == 'it''s'"));
    }

    @Test
    void productsBindTighterThanSumsAndComparisonsAndLogic() {
        assertEquals(
                "(((r.a + (r.b * 2.0)) > 3.0) or ((r.c = 1.0) and not((r.d < 2.0))))",
                text("r.a + r.b * 2 > 3 or r.c = 1 and not r.d < 2"));
    }

    private static String text(String condition) {
        return QueryText.parse("From r In x Where " + condition + " Select r.a")
                .query()
                .where()
                .get(0)
                .text();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fron r In x Select r.a                     | 1 | Fron   | did you mean from",
                "From r Im x Select r.a                     | 8 | Im     | did you mean in",
                "From r In x Selec r.a                      | 13 | Selec | did you mean select",
                "From r In x Join q In y On q - r           | 30 | -     | expected",
                "From r In x Select                         | 19 |       | a value",
                "From r In x Limit 0                        | 19 | 0     | whole number",
                "From r In x Join q In y On q -> r AtLeast 7 | 43 | 7    | from 0 to 1",
            })
    void saysWhereAndWhatWasExpected(String text, int column, String word, String hint) {
        QueryException wrong = assertThrows(QueryException.class, () -> QueryText.parse(text));
        Position position = Objects.requireNonNull(wrong.position());
        assertEquals(column, position.column(), wrong.getMessage());
        assertEquals(word == null ? "" : word, position.word(), wrong.getMessage());
        assertTrue(String.valueOf(wrong.getMessage()).contains(hint), wrong.getMessage());
    }

    @Test
    void refusesTextsThatNobodyWrites() {
        assertThrows(QueryException.class, () -> QueryText.parse("x".repeat(QueryText.MAX_CHARACTERS + 1)));
        assertThrows(
                QueryException.class,
                () -> QueryText.parse("From r In x Where " + "(".repeat(3000) + "r.a" + ")".repeat(3000)));
        assertThrows(QueryException.class, () -> QueryText.parse("From r In x Where " + "not ".repeat(900) + "r.a"));
        assertThrows(QueryException.class, () -> QueryText.parse("From r In x Where " + "1+".repeat(2000) + "1 > 0"));
    }
}

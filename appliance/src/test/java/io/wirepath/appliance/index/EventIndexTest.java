package io.wirepath.appliance.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.SampleReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An index gives the rows that the events give of which it was made. */
final class EventIndexTest {

    @TempDir
    private Path directory;

    private final EventSet events = QueryRun.events(SampleReport.make());

    @BeforeEach
    void write() throws IOException {
        PartWriter one = new PartWriter(directory.resolve("one"));
        one.write(events);
        one.finish();
        PartWriter two = new PartWriter(directory.resolve("two"));
        two.write(events);
        two.write(events);
        two.finish();
    }

    private QueryAnswer ask(String index, String text) throws IOException {
        return EventIndex.open(directory.resolve(index), QueryBounds.defaults(), 2)
                .answer(text);
    }

    private static String text(QueryAnswer answer) {
        return answer.columns()
                + answer.rows().stream().map(EventIndexTest::text).collect(Collectors.joining("\n", "\n", ""));
    }

    private static String text(AnswerRow row) {
        return Arrays.toString(row.values())
                + Arrays.toString(row.low())
                + Arrays.toString(row.high())
                + row.probability();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From m In messages",
                "From c In calls",
                "From r In responses",
                "From c In connections",
                "From t In translations",
                "From f In findings",
                "From r In requests GroupBy r.server Select r.server, COUNT, MAX(r.time), MIN(r.bytes), AVG(r.latency)",
                "From r In responses Join c In First(requests) On c -> r GroupBy r.server, c.client"
                        + " Select r.server, c.client, SUM(r.bytes), COUNT",
                "From r In responses Join c In requests On c -> r Select r.server, c.client, r.time Limit 3",
                "From s In (From r In requests GroupBy r.server Select r.server As name, COUNT As n)"
                        + " Select MAX(s.n), COUNT",
                "Q8 = From response In responses Join request In MostRecent(requests) On request -> response"
                        + " Select response.time - request.time;"
                        + " From job In responses Where job.root Join latency In Q8 On latency -> job"
                        + " GroupBy job.server Select job.server, AVG(latency), QUANTILE(latency, 0.5), COUNT(Distinct latency)"
            })
    void givesTheRowsOfTheEvents(String query) throws IOException {
        assertEquals(text(QueryRun.answer(query, events)), text(ask("one", query)));
    }

    @Test
    void groupsAndNestedSumsAreOfAllParts() throws IOException {
        String byServer = "From r In requests GroupBy r.server Select r.server As name, COUNT As n";
        QueryAnswer once = ask("one", byServer);
        QueryAnswer twice = ask("two", byServer);
        for (int row = 0; row < once.rows().size(); row++) {
            assertEquals(
                    2 * (Double) once.rows().get(row).values()[1],
                    twice.rows().get(row).values()[1]);
        }
        String most = "From s In (" + byServer + ") Select MAX(s.n), COUNT";
        Object[] nested = ask("two", most).rows().get(0).values();
        assertEquals(2 * (Double) ask("one", most).rows().get(0).values()[0], nested[0]);
        assertEquals((double) once.rows().size(), nested[1]);
    }

    @Test
    void mistakesAndBoundsAreTold() throws IOException {
        assertThrows(QueryException.class, () -> ask("one", "From r In requests Select r.clint"));
        EventIndex index = EventIndex.open(directory.resolve("two"), new QueryBounds(1, 1, 1000, 1_000_000), 2);
        QueryException tooMany = assertThrows(
                QueryException.class, () -> index.answer("From r In requests GroupBy r.server Select r.server, COUNT"));
        assertTrue(String.valueOf(tooMany.getMessage()).contains("groups"), tooMany::getMessage);
        assertThrows(IOException.class, () -> EventIndex.open(directory, QueryBounds.defaults(), 1));
    }

    private interface Damage {
        void to(Path index) throws IOException;
    }

    private static Damage changed(int at) {
        return index -> {
            byte[] bytes = Files.readAllBytes(index.resolve("0000.columns"));
            bytes[at] ^= 1;
            Files.write(index.resolve("0000.columns"), bytes);
        };
    }

    private static Damage cut(String name, int left) {
        return index -> {
            byte[] bytes = Files.readAllBytes(index.resolve(name));
            Files.write(index.resolve(name), Arrays.copyOf(bytes, left));
        };
    }

    /** Says something else everywhere in the description of a part. */
    private static Damage described(String what, String by) {
        return index -> {
            Path file = index.resolve("0000.json");
            String changed = Pattern.compile(what)
                    .matcher(line(file))
                    .replaceAll(found -> found.group().replace(found.group(1), by));
            Files.writeString(file, PartWriter.sealed(changed));
        };
    }

    /** What is described, without the check sum. */
    private static String line(Path file) throws IOException {
        return Files.readAllLines(file).get(0);
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                Arguments.of("a column is damaged", changed(0)),
                Arguments.of("a column lies outside its file", cut("0000.columns", 10)),
                Arguments.of("0000.json: cannot be read", cut("0000.json", 100)),
                Arguments.of("index.json: cannot be read", cut("index.json", 5)),
                Arguments.of("0000.columns", (Damage) index -> Files.delete(index.resolve("0000.columns"))),
                Arguments.of("there are not 0 parts", (Damage) index -> Files.writeString(
                        index.resolve("index.json"),
                        PartWriter.sealed(line(index.resolve("index.json")).replace("\"parts\":1", "\"parts\":0")))),
                Arguments.of("there are not 1 parts", (Damage)
                        index -> Files.copy(index.resolve("0000.json"), index.resolve("0001.json"))),
                Arguments.of("not finished", (Damage) index -> Files.delete(index.resolve("index.json"))),
                Arguments.of("is of another format", (Damage)
                        index -> Files.writeString(index.resolve("0000.json"), "{\"format\":1}")),
                Arguments.of(
                        "more or fewer values than there are events", described("\"size\":(\\d+),\"causal\"", "1")),
                Arguments.of(
                        "more or fewer values than there are events", described("\"size\":(\\d+),\"causal\"", "99999")),
                Arguments.of("a column lies outside its file", described("\"at\":(\\d+)", "9223372036854775807")),
                Arguments.of("makes no sense: ", described("\"words\":\\[(\"[^]]*)\\]", "")),
                Arguments.of("makes no sense: ", described("\"calls\":(\\d+)", "-1")),
                Arguments.of("makes no sense", (Damage) index -> Files.writeString(
                        index.resolve("0000.json"),
                        PartWriter.sealed(line(index.resolve("0000.json")).replace("I64", "I63")))));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void damageIsToldAndNeverAnswered(String what, Damage damage) throws IOException {
        String all = "From m In messages Join r In requests On r -> m Select m.time, r.client, m.bytes, m.source";
        Path index = directory.resolve("one");
        damage.to(index);
        IOException told = assertThrows(IOException.class, () -> ask("one", all));
        assertTrue(
                told.getMessage().startsWith(index.toString())
                        && told.getMessage().contains(what),
                told::getMessage);
        PartWriter again = PartWriter.emptied(index);
        again.write(events);
        again.finish();
        assertEquals(text(QueryRun.answer(all, events)), text(ask("one", all)), "it is made again");
    }

    /** A disk that flips a bit of a description is told of, or the answer does not change. */
    @ParameterizedTest
    @ValueSource(strings = {"0000.json", "index.json"})
    void noFlippedBitOfADescriptionChangesAnAnswer(String name) throws IOException {
        String all = "From m In messages Join r In requests On r -> m Select m.time, m.source, r.server, m.bytes";
        String right = text(ask("one", all));
        Path file = directory.resolve("one").resolve(name);
        byte[] whole = Files.readAllBytes(file);
        int step = Math.max(1, whole.length / 1000);
        int refused = 0;
        for (int at = 0; at < whole.length; at += at > whole.length - 100 ? 1 : step) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(file, flipped);
            try {
                assertEquals(right, text(ask("one", all)), name + ", byte " + at);
            } catch (IOException e) {
                refused++;
            }
        }
        assertTrue(refused > whole.length / step / 2, refused + " of " + whole.length);
    }

    /** Each byte that a query reads is checked: whichever is changed, it says so, or needs it not. */
    @Test
    void noChangedByteChangesAnAnswer() throws IOException {
        String all = "From m In messages Select m.time, m.source, m.bytes, m.connection";
        String right = text(ask("one", all));
        int bytes = (int) Files.size(directory.resolve("one/0000.columns"));
        int refused = 0;
        for (int at = 0; at < bytes; at++) {
            changed(at).to(directory.resolve("one"));
            try {
                assertEquals(right, text(ask("one", all)));
            } catch (IOException e) {
                refused++;
            }
            changed(at).to(directory.resolve("one"));
        }
        assertTrue(refused > 50 && refused < bytes, refused + " of " + bytes);
    }
}

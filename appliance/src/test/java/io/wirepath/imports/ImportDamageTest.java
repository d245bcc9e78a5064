package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is good of a damaged trace is used, and what is not is counted and named. */
class ImportDamageTest {

    private static final Path SAMPLES = Path.of("..", "samples", "imports");

    @TempDir
    private Path directory;

    private record Outcome(
            long messages, long damaged, @Nullable String told) {}

    private Outcome read(String name, byte[] content) throws IOException {
        Path path = directory.resolve(name);
        Files.write(path, content);
        ImportFile file = ImportFile.of(path);
        assertNotNull(file, "not recognised");
        ImportedRows rows = new ImportedRows(() -> sighting -> {}, 0);
        TraceSet set = new TraceSet(null);
        set.prepare(file);
        try {
            file.read(rows, set);
            return new Outcome(rows.count(), rows.damaged(), null);
        } catch (ImportException e) {
            return new Outcome(rows.count(), rows.damaged(), e.getMessage());
        }
    }

    private Outcome read(String name, String text) throws IOException {
        return read(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private String text(String name) throws IOException {
        try (var reader = ImportFile.open(SAMPLES.resolve(name))) {
            StringWriter text = new StringWriter();
            reader.transferTo(text);
            return text.toString();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"access.log", "access.jsonl", "haproxy.log", "messages.csv", "otel.jsonl.gz", "app.strace.gz"})
    void aLineInTheMiddleCostsNothingElse(String name) throws IOException {
        String text = text(name);
        Outcome whole = read("a", text);
        assertEquals(0, whole.damaged());
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int middle = lines.size() / 2;
        lines.add(middle, "{ \u0001 this was no line");
        lines.add(middle + 1, "\u0001 nor this");
        Outcome damaged = read("b", String.join("\n", lines));
        assertEquals(whole.messages(), damaged.messages());
        assertEquals(2, damaged.damaged());
        String told = String.valueOf(damaged.told());
        assertTrue(told.contains("b:" + (middle + 1) + ": ") && told.endsWith("(and in 1 more place)"), told);
    }

    /** A clock that stands wrong, or who writes what they like: one line more, which differs in what no time can be. */
    @ParameterizedTest
    @CsvSource({
        "access.log, /2026:, /3026:",
        "access.log, /2026:, /2300:",
        "access.log, /2026:, /1700:",
        "access.jsonl, \"1795516868.823\", \"3026-01-01T00:00:00Z\"",
        "haproxy.log, /2026:, /3026:",
        "haproxy.log, /2026:, /2200:",
        "haproxy.log, 0/0/11/16/27, 0/0/11/16/9223372036854",
        "haproxy.log, 0/0/11/16/27, 0/4611686018426/4611686018426/16/27",
        "mail.mbox, X1; 21 Nov 2026, X1; 21 Nov 3026"
    })
    void aTimeBeyondAllTimesCostsItsLineAlone(String name, String usual, String strange) throws IOException {
        String text = text(name);
        List<String> lines = new ArrayList<>(text.lines().toList());
        int at = lines.indexOf(
                lines.stream().filter(line -> line.contains(usual)).findFirst().orElseThrow());
        lines.set(at, lines.get(at).replace(usual, strange));
        Outcome damaged = read("b", String.join("\n", lines));
        assertEquals(1, damaged.damaged());
        String told = String.valueOf(damaged.told());
        assertTrue(told.contains("b:" + (at + 1) + ": ") && told.endsWith("beyond all times (1824 to 2115)"), told);
    }

    @Test
    void aLogIsKnownThoughItsFirstTimeIsNone() throws IOException {
        Outcome damaged = read("a", """
                DATE=30260101000000 HOST=a PROG=get LVL=Usage NL.EVNT=Send NL.ID=7
                DATE=20260101000000.1 HOST=a PROG=get LVL=Usage NL.EVNT=Send NL.ID=7
                DATE=20260101000000.2 HOST=b PROG=ftpd LVL=Usage NL.EVNT=Received NL.ID=7
                """);
        assertEquals(1, damaged.messages());
        assertTrue(
                String.valueOf(damaged.told())
                        .endsWith("a:1: '3026-01-01T00:00:00Z' is beyond all times (1824 to 2115)"),
                damaged.toString());
    }

    /** A first line that is cut begins no document over many lines. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40, 1000})
    void aDamagedFirstLineOfSpansCostsNothingElse(int kept) throws IOException {
        String text = text("otel.jsonl.gz");
        int next = text.indexOf('\n') + 1;
        long others = read("a", text.substring(next)).messages();
        Outcome damaged = read("b", text.substring(0, kept) + '\n' + text.substring(next));
        // an answer in the cut line may have completed what others began
        assertTrue(damaged.messages() >= others, damaged.toString());
        assertEquals(1, damaged.damaged());
        assertTrue(String.valueOf(damaged.told()).contains("b:1: "), String.valueOf(damaged.told()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"otel.jsonl.gz", "zipkin.json.gz", "app.strace.gz", "web.strace.gz"})
    void whatCameBeforeACutCompressedEndIsUsed(String name) throws IOException {
        byte[] file = Files.readAllBytes(SAMPLES.resolve(name));
        Outcome cut = read("c.gz", Arrays.copyOf(file, file.length - file.length / 10));
        assertTrue(String.valueOf(cut.told()).contains("cut off here"), String.valueOf(cut.told()));
        boolean isOneValue = name.startsWith("zipkin");
        assertEquals(isOneValue, cut.messages() == 0, cut.toString());
        assertTrue(cut.damaged() >= 1);
    }

    @Test
    void randomDamageIsToldAndNeverMore() throws IOException {
        Random random = new Random(21);
        for (String name : List.of(
                "access.log",
                "access.jsonl",
                "haproxy.log",
                "messages.csv",
                "mail.mbox",
                "zipkin.json.gz",
                "otel.jsonl.gz",
                "redis.strace.gz")) {
            String text = text(name);
            int first = text.indexOf('\n') < text.length() / 2 ? text.indexOf('\n') + 1 : 0;
            for (int round = 0; round < 12; round++) {
                StringBuilder changed = new StringBuilder(text);
                for (int i = 0; i < 1 + random.nextInt(20); i++) {
                    int at = first + random.nextInt(changed.length() - first);
                    changed.setCharAt(at, (char) (1 + random.nextInt(126)));
                }
                Outcome outcome = read("d", changed.toString());
                assertFalse(outcome.messages() == 0 && outcome.told() == null, name);
            }
        }
    }
}

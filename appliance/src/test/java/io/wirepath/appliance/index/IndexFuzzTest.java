package io.wirepath.appliance.index;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.SampleReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fuzzer's target for indexes: one of which the descriptions say something else, or are other bytes. Its columns
 * have check sums ({@link EventIndexTest}), which who writes the descriptions may choose. Runs over the kept inputs in
 * an ordinary build, and searches for new ones with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class IndexFuzzTest {

    private static final int MAX_CHANGES = 6;
    private static final Pattern WORD = Pattern.compile("-?\\d+|\"[^\"]*\"|true|false|null");
    private static final List<String> QUERIES = List.of(
            "From m In messages Join r In requests On r -> m Select m.time, r.client, m.bytes, m.source",
            "From r In requests GroupBy r.server Select r.server, COUNT, MAX(r.time)",
            "From c In connections",
            "From f In findings");

    @TempDir
    private static Path directory;

    private static String described = "";

    @BeforeAll
    static void write() throws IOException {
        PartWriter writer = new PartWriter(directory.resolve("index"));
        writer.write(QueryRun.events(SampleReport.make()));
        writer.finish();
        described = Files.readAllLines(directory.resolve("index/0000.json")).get(0);
    }

    @FuzzTest(maxDuration = "90s")
    void anyIndexIsAnsweredOrRefused(FuzzedDataProvider data) throws IOException {
        String query = data.pickValue(QUERIES);
        StringBuilder changed = new StringBuilder(described);
        for (int i = 0; i < MAX_CHANGES && data.remainingBytes() > 0; i++) {
            Matcher word = WORD.matcher(changed);
            int from = data.consumeInt(0, changed.length());
            if (word.find(from)) {
                changed.replace(word.start(), word.end(), other(data));
            }
        }
        Path index = directory.resolve("index");
        Files.writeString(index.resolve("0000.json"), PartWriter.sealed(changed.toString()), StandardCharsets.UTF_8);
        try {
            EventIndex.open(index, QueryBounds.defaults(), 1).answer(query);
        } catch (IOException | QueryException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        }
    }

    private static String other(FuzzedDataProvider data) {
        return switch (data.consumeInt(0, 4)) {
            case 0 -> String.valueOf(data.consumeInt(-2, 300));
            case 1 -> String.valueOf(data.consumeLong());
            case 2 -> "\"" + data.pickValue(List.of("U8", "U16", "I32", "I64", "F64", "CONSTANT", "TEXT", "x")) + "\"";
            case 3 -> data.pickValue(List.of("null", "{}", "[]", "true", "1.5", "\"\""));
            default -> data.consumeString(8);
        };
    }
}

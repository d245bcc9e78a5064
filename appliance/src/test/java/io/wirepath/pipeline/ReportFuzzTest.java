package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's target for reports that are asked: the beginning of one, and then any text. See {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class ReportFuzzTest {

    private static final String HEAD = "{\"format\":1,\"totals\":{},";

    private static final String[] BEGINNINGS = {
        "",
        HEAD + "\"findings\":[{\"kind\":",
        HEAD + "\"merge\":{\"translations\":[{\"kind\":\"source\",\"from\":{\"source\":",
        HEAD + "\"hosts\":{\"events\":[{\"atNanos\":",
        HEAD + "\"hosts\":{\"loads\":[{\"host\":\"a\",\"values\":",
        HEAD + "\"series\":{\"fromNanos\":1,\"intervalNanos\":1,\"nodes\":["
    };

    @FuzzTest(maxDuration = "90s")
    void anyReportIsReadOrRefused(FuzzedDataProvider data) throws IOException {
        Path file = Files.createTempFile("wirepath-fuzz", ".json");
        try {
            Files.writeString(file, data.pickValue(BEGINNINGS) + data.consumeRemainingAsString());
            if (ReportEvents.isReport(file)) {
                EventSet events = ReportEvents.read(file);
                events.names().forEach(events::source);
            }
        } catch (IOException | Failure | QueryException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        } finally {
            Files.delete(file);
        }
    }
}

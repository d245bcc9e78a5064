package io.wirepath.analyze.query.language;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** The fuzzer's target for queries: any text is one, or is refused in words. See {@code JAZZER_FUZZ=1}. */
@Tag("slow")
class QueryFuzzTest {

    @FuzzTest(maxDuration = "90s")
    void anyTextIsAQueryOrIsRefused(FuzzedDataProvider data) {
        try {
            QueryText.parse(data.consumeRemainingAsString());
        } catch (QueryException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        }
    }
}

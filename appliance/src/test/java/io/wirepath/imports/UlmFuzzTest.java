package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The fuzzer's target for logs of hosts in ULM's form. See {@code JAZZER_FUZZ=1}. */
@Tag("slow")
class UlmFuzzTest {

    private static final String[] BEGINNINGS = {
        "", "DATE=20261121223000.123 HOST=a PROG=b LVL=Info NL.EVNT=x ", "ts=2026-11-21T22:30:00Z event=x "
    };

    @FuzzTest(maxDuration = "90s")
    void anyLogIsReadOrIsRefused(FuzzedDataProvider data) throws IOException {
        Path file = Files.createTempFile("wirepath-fuzz", ".ulm");
        try {
            Files.writeString(file, data.pickValue(BEGINNINGS) + data.consumeRemainingAsString());
            assertTrue(!UlmLog.read(file).records().isEmpty());
        } catch (ImportException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        } finally {
            Files.delete(file);
        }
    }
}

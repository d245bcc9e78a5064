package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's target for traces that are no captures: a line that some format knows, and then any bytes. See
 * {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class ImportFuzzTest {

    private static final String[] BEGINNINGS = {
        "",
        "{\"resourceSpans\":[",
        "{\"data\":[{\"traceID\":\"a\",\"spans\":[",
        "[{\"traceId\":\"a\",\"id\":\"b\",",
        "time,source,destination,bytes\n",
        "127.0.0.1 - - [21/Nov/2026:22:30:00 +0000] \"GET / HTTP/1.1\" 200 12\n"
    };

    @FuzzTest(maxDuration = "90s")
    void anyFileIsReadOrIsRefused(FuzzedDataProvider data) throws IOException {
        Path file = Files.createTempFile("wirepath-fuzz", ".trace");
        try {
            Files.writeString(file, data.pickValue(BEGINNINGS) + data.consumeRemainingAsString());
            ImportFile known = ImportFile.of(file);
            if (known != null) {
                known.read(new ImportedRows(() -> sighting -> {}, 0), new TraceSet(null));
            }
        } catch (IOException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        } finally {
            Files.delete(file);
        }
    }
}

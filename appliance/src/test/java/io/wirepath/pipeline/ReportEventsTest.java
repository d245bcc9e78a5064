package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReportEventsTest {

    @TempDir
    private Path temp;

    @Test
    @Timeout(60)
    void aReportHasNoMoreIntervalsThanItTellsOf() throws IOException {
        Path report = temp.resolve("report.json");
        Files.writeString(
                report,
                "{\"format\":1,\"totals\":{},\"series\":{\"count\":2000000000,\"intervalNanos\":1000,"
                        + "\"nodes\":[{\"name\":\"a\",\"requests\":[1,2]}]}}");
        assertEquals(
                2,
                Objects.requireNonNull(ReportEvents.read(report).source("series"))
                        .size());
    }
}

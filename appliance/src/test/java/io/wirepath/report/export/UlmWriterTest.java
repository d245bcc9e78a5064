package io.wirepath.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.report.SampleReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NetLogger's lines of the sample report. */
final class UlmWriterTest {

    @TempDir
    private Path directory;

    @Test
    void eachEventIsALineOfFieldsOnTheLifelineOfItsRequest() throws IOException {
        Path file = directory.resolve("events.ulm");
        UlmWriter.write(SampleReport.make(), file);
        List<String> lines = Files.readAllLines(file);
        assertTrue(lines.get(0).contains(" PROG=wirepath LVL=Usage NL.EVNT=report "), lines.get(0));
        lines = lines.subList(1, lines.size());
        assertEquals(12, lines.size(), "three calls with four events each");
        for (String line : lines) {
            assertTrue(
                    line.matches("DATE=\\d{14}\\.\\d{6} HOST=\\S+ PROG=wirepath LVL=Usage NL\\.EVNT=call\\.\\S+"
                            + " NL\\.ID=\\d+ CALL=\\d+ PEER=\\S+ PROTOCOL=\\S+ BYTES=\\d+"),
                    line);
        }
        assertEquals(
                8, lines.stream().filter(line -> line.contains(" NL.ID=0 ")).count(), "a request and what it caused");
        assertEquals(
                lines.stream().sorted().map(line -> line.substring(0, 26)).toList(),
                lines.stream().map(line -> line.substring(0, 26)).toList());
    }
}

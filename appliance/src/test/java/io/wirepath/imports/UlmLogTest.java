package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.host.HostRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of NetLogger, old and new, and lines that are none. */
final class UlmLogTest {

    private static final long NANOS = 954_415_400_957_943_000L;

    @TempDir
    private Path directory;

    private Path log(String... lines) throws IOException {
        return Files.write(directory.resolve("host.ulm"), List.of(lines));
    }

    @Test
    void readsThePapersLineAndItsLaterForm() throws IOException {
        UlmLog log = UlmLog.read(log(
                "DATE=20000330112320.957943 HOST=dps1.lbl.gov PROG=testProg LVL=Usage NL.EVNT=WriteData SEND.SZ=49332",
                "ts=2000-03-30T11:23:20.957943Z event=write.end level=Info guid=7a text=\"a \\\"b\\\" c\" host=dps2"));
        assertEquals(
                new HostRecord(
                        NANOS, 0, "dps1.lbl.gov", "testProg", "Usage", "WriteData", Double.NaN, "", "SEND.SZ=49332"),
                log.records().get(0));
        HostRecord later = log.records().get(1);
        assertEquals(NANOS, later.nanos());
        assertEquals("dps2", later.host());
        assertEquals("7a", later.id());
        assertEquals("text=\"a \\\"b\\\" c\"", later.detail());
        assertFalse(later.isLoad());
    }

    @Test
    void aLineWithAValueIsAPointOfALoadLine() throws IOException {
        UlmLog log = UlmLog.read(log(
                "DATE=20000330112320 HOST=a PROG=vmstat LVL=Usage NL.EVNT=cpu.user VAL=12.5",
                "DATE=20000330112320 HOST=a PROG=vmstat LVL=Usage NL.EVNT=cpu.sys CPU.VAL=3",
                "DATE=20000330112320 HOST=a PROG=app LVL=Usage NL.EVNT=said VAL=yes"));
        assertEquals(12.5, log.records().get(0).value());
        assertEquals(3, log.records().get(1).value());
        assertFalse(log.records().get(2).isLoad());
        assertEquals("VAL=yes", log.records().get(2).detail());
    }

    @Test
    void tellsTheFirstLineThatMakesNoSenseAndKeepsTheOthers() throws IOException {
        UlmLog log = UlmLog.read(log(
                "# a remark",
                "ts=2000-03-30T11:23:20Z event=a",
                "ts=yesterday event=b",
                "nothing at all",
                "ts=2000-03-30T11:23:21Z event=c host=h"));
        assertEquals(2, log.records().size());
        assertEquals("host", log.records().get(0).host(), "the file's name, where a line names no host");
        String problem = log.problem().orElseThrow();
        assertTrue(problem.contains("2 lines make no sense") && problem.contains("line 3 'yesterday'"), problem);
    }

    /** An expression that goes one call deeper for each character would end the run. */
    @ParameterizedTest
    @ValueSource(strings = {"y", "\\\\y", "z\\\\y"})
    void aLongValueIsAValue(String unit) throws IOException {
        String value = "V=\"" + unit.repeat(16_000 / unit.length()) + "\"";
        UlmLog log = UlmLog.read(log("DATE=20000330112320 HOST=a PROG=app NL.EVNT=said " + value));
        assertEquals(value, log.records().get(0).detail());
    }

    @Test
    void refusesAFileOfWhichNoLineMakesSense() throws IOException {
        Path file = log("DATE=20000330112320 HOST=a PROG=b LVL=c");
        String problem =
                assertThrows(ImportException.class, () -> UlmLog.read(file)).getMessage();
        assertTrue(problem.contains("line 1 has no event"), problem);
    }
}

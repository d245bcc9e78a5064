package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of results: both forms of Zeek's logs have files of the same names, others have not. */
final class ZeekOptionsTest extends VerbTest {

    @Test
    void writesTablesAndLogsIntoOneDirectory(@TempDir Path directory) {
        String capture = "../samples/slow/sw-app.pcap.gz";
        String to = directory.toString();
        assertEquals(0, run("analyze", capture, "--zeek", to, "--csv", to), err::toString);
        assertTrue(directory.resolve("calls.csv").toFile().isFile());
        assertTrue(directory.resolve("wirepath_conn.log").toFile().isFile());
        assertEquals(0, run("analyze", capture, "--zeek", to, "--csv", to), err::toString);
    }

    @Test
    void refusesBothFormsInOneDirectory(@TempDir Path directory) {
        String capture = "../samples/slow/sw-app.pcap.gz";
        int code = run("analyze", capture, "--zeek", directory.toString(), "--zeek-json", directory + "/.");
        assertEquals(2, code, err::toString);
        assertTrue(err.toString(UTF_8).contains("name two directories"), err::toString);
    }
}

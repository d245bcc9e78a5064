package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spools that another user made: who may not read them is told so, and not that there are none. */
class ClosedSpoolsTest {

    @TempDir
    private Path directory;

    private Path spools;

    @BeforeEach
    void closed() throws IOException {
        spools = Files.createDirectories(directory.resolve("spools/eth1")).getParent();
        allow("---------");
    }

    @AfterEach
    void open() throws IOException {
        allow("rwx------");
    }

    private void allow(String permissions) throws IOException {
        Files.setPosixFilePermissions(spools, PosixFilePermissions.fromString(permissions));
    }

    /** Root, who runs tests in a container, may not read what is closed here either. */
    private Program run(String... arguments) throws IOException {
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        List<String> before =
                isRoot ? List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search") : List.of();
        return new Program(directory.resolve("said.log"), "256m", before, new ArrayList<>(List.of(arguments)));
    }

    private void assertTold(Program program, Path closed) throws InterruptedException {
        assertEquals(1, program.await(), program::said);
        String told = "wirepath: " + closed + ": may not be read by ";
        assertTrue(program.said().contains(told), program::said);
    }

    @Test
    void thePatternThatTheShellLeftAsItIs() throws Exception {
        try (Program analyze = run("analyze", spools + "/*")) {
            assertTold(analyze, spools);
        }
    }

    @Test
    void theDirectoryItself() throws Exception {
        String state = directory.resolve("state").toString();
        try (Program serve = run("serve", "--listen", "127.0.0.1:0", "--directory", state, spools.toString())) {
            assertTold(serve, spools);
        }
    }
}

package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExtcapCommandTest {

    @TempDir
    private Path temp;

    private Path executable(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.setPosixFilePermissions(Files.createFile(file), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Wireshark's path need not hold it. */
    @Test
    void theScriptNamesTheProgramByItsPlace() throws IOException {
        Path home = Files.createDirectories(temp.resolve("lib/wirepath"));
        assertEquals("wirepath", ExtcapCommand.launcher(home));
        Path ofAPackage = executable(temp.resolve("bin/wirepath"));
        assertEquals(ofAPackage.toString(), ExtcapCommand.launcher(home));
        Path ofACheckout = executable(home.resolve("wirepath"));
        assertEquals(ofACheckout.toString(), ExtcapCommand.launcher(home));
    }
}

package io.wirepath.appliance.systemd;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A test that sends SIGHUP needs a process that takes it. */
public final class HangupAssumption {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";

    private HangupAssumption() {}

    /** Under nohup the signal is ignored from the start, by us and by whatever we start: the JVM leaves it so. */
    public static void check() throws IOException {
        if (Files.isReadable(STATUS)) {
            long ignored = Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(IGNORED))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring(IGNORED.length()).strip(), 16))
                    .findFirst()
                    .orElse(0);
            assumeFalse((ignored & 1) != 0, "the tests were started with SIGHUP ignored, as by nohup");
        }
    }
}

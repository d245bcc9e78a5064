package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs commands and finds what the build made. */
final class Shell {

    private Shell() {}

    /**
     * What a command did.
     *
     * @param status its exit code
     * @param output what it printed, both streams
     */
    record Run(int status, String output) {

        /** The output of a command that must have gone well. */
        String good() {
            assertEquals(0, status, output);
            return output;
        }
    }

    /** Runs a command for at most so long. */
    static Run run(int seconds, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("wirepath-it", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            String text = Files.readString(output);
            assertTrue(ended, () -> command + " did not end: " + text);
            return new Run(process.exitValue(), text);
        } finally {
            Files.delete(output);
        }
    }

    /** Runs a command that takes seconds. */
    static Run run(String... command) throws IOException, InterruptedException {
        return run(120, List.of(command));
    }

    /** What the file that the build made for this processor ends in, before its ending; it brings its own Java. */
    static final String WITH_JAVA = "64";

    /**
     * The one file that the build made with this ending; without {@link #WITH_JAVA} before it, the one without Java.
     */
    static Path built(String ending) throws IOException {
        Path build = Path.of(System.getProperty("wirepath.build", "target"));
        try (Stream<Path> files = Files.list(build)) {
            List<Path> found = files.filter(file ->
                            file.toString().endsWith(ending) && !file.toString().endsWith(WITH_JAVA + ending))
                    .toList();
            assertEquals(1, found.size(), "files ending in " + ending + " in " + build + ": " + found);
            return found.get(0).toAbsolutePath();
        }
    }

    /** Whether this process is root. */
    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}

package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gates of {@code page/}, as {@code npm run check} has them, and the proof that the checked-in bundle is what its
 * sources give. Needs Node and npm, and the npm registry the first time.
 */
class PageSourcesTest {

    private static final Path SOURCES = Path.of("../page");
    private static final Path BUNDLE = Path.of("src/main/resources/io/wirepath/report/html");
    private static final int MAX_MINUTES = 5;

    @TempDir
    private Path folder;

    @BeforeAll
    static void install() throws Exception {
        assumeTrue(onPath("npm"), "npm is missing: ./wirepath selftest installs it, as root");
        run("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
    }

    @Test
    void passTypesFormatLintAndUnitTests() throws Exception {
        run("npm", "run", "check");
    }

    @Test
    void giveTheBundleThatIsCheckedIn() throws Exception {
        run("node", "build.mjs", folder.toAbsolutePath().toString());
        for (String name : List.of("page.js", "page.css")) {
            assertEquals(
                    Files.readString(folder.resolve(name)),
                    Files.readString(BUNDLE.resolve(name)),
                    name + " is not what page/ gives: run npm run bundle in page/");
        }
    }

    private static boolean onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator)).anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private static void run(String... command) throws Exception {
        Path log = Files.createTempFile("page", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(SOURCES.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = process.waitFor(MAX_MINUTES, TimeUnit.MINUTES);
            process.destroyForcibly();
            String told = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            assertEquals("0", ended ? String.valueOf(process.exitValue()) : "no end", told);
        } finally {
            Files.delete(log);
        }
    }
}

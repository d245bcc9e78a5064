package io.wirepath.sniffer.live.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A file system of its own for each test, in memory, that is soon full; a test that is not root's is left out. */
public final class SmallDisk implements BeforeEachCallback, AfterEachCallback {

    private final int megabytes;
    private @Nullable Path path;

    /** For {@code @RegisterExtension}. */
    public SmallDisk(int megabytes) {
        this.megabytes = megabytes;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        Path directory = Files.createTempDirectory("wirepath-disk");
        path = directory;
        assumeTrue(
                succeeds(
                        "mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "wirepath-test", directory.toString()),
                "a file system can be mounted by root only");
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        // lazily: files that were mapped are let go of later
        succeeds("umount", "--lazy", path().toString());
        Files.deleteIfExists(path());
    }

    /** Its root. */
    public Path path() {
        return Objects.requireNonNull(path, "mounted before each test");
    }

    /** Its size. */
    public int megabytes() {
        return megabytes;
    }

    /** Takes room; deleting the file gives it back. */
    public Path ballast(String name, int ofMegabytes) throws IOException {
        return Files.write(path().resolve(name), new byte[ofMegabytes << 20]);
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}

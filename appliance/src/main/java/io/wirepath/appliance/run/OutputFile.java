package io.wirepath.appliance.run;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory that an operator named for a result. It is opened before the work, so that a wrong name costs no
 * work; it is written beside its place and moved there whole, so that a run that fails or is stopped leaves what was
 * there.
 *
 * <p>What is no regular file (a device, a named pipe) is written where it is. Not thread-safe.
 */
public final class OutputFile implements Closeable {

    /** Writes a result to this path. */
    @FunctionalInterface
    public interface Writing {

        /** Writes. */
        void to(Path path) throws IOException;
    }

    private final Path named;
    private final Path place;
    private final @Nullable Path draft;

    private OutputFile(Path named, Path place, @Nullable Path draft) {
        this.named = named;
        this.place = place;
        this.draft = draft;
    }

    /**
     * Opens a file for writing; what is there stays until {@link #write} is done.
     *
     * @param inputs what the run reads, as the operator named it
     * @throws Failure where it cannot be written, or is one of the inputs
     */
    public static OutputFile open(Path file, List<String> inputs) {
        return open(file, inputs, draft -> Files.newOutputStream(draft).close());
    }

    /** The same of a file that holds traffic: a new one its owner alone may read. */
    public static OutputFile openPrivate(Path file, List<String> inputs) {
        Set<OpenOption> create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return open(file, inputs, draft -> PrivateFiles.open(draft, create).close());
    }

    private static OutputFile open(Path file, List<String> inputs, Writing making) {
        if (Files.isDirectory(file)) {
            throw new Failure(file + ": is a directory; name a file");
        }
        refuseInput(file, inputs);
        try {
            Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            if (Files.exists(place) && !Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
                return new OutputFile(file, place, null);
            }
            Path draft = draft(place.resolveSibling(place.getFileName() + suffix()));
            making.to(draft);
            return new OutputFile(file, place, draft);
        } catch (IOException e) {
            throw cannot(file, e);
        }
    }

    /**
     * Opens a directory for files, which is made where it is not there. Files of the same names are replaced once all
     * are written.
     *
     * @throws Failure where nothing can be written there
     */
    public static OutputFile openDirectory(Path directory) {
        try {
            Files.createDirectories(directory);
            Path draft = draft(directory.resolve(".wirepath" + suffix()));
            Files.createDirectories(draft);
            return new OutputFile(directory, directory, draft);
        } catch (IOException e) {
            throw cannot(directory, e);
        }
    }

    private static Path draft(Path path) {
        path.toFile().deleteOnExit();
        return path;
    }

    private static String suffix() {
        return "." + ProcessHandle.current().pid() + ".part";
    }

    private static void refuseInput(Path file, List<String> inputs) {
        for (String input : inputs) {
            try {
                if (Files.exists(file) && Files.isSameFile(file, Path.of(input))) {
                    throw new Failure(file + ": is an input, and would be overwritten; name another file");
                }
            } catch (IOException e) {
                // an input that is not there is told when it is read
            }
        }
    }

    private static Failure cannot(Path file, IOException e) {
        Path parent = file.toAbsolutePath().getParent();
        return parent != null && !Files.isDirectory(parent)
                ? new Failure(file + ": cannot be written: there is no directory " + parent + "; make it first", e)
                : Failure.of(file, "cannot be written", e);
    }

    /**
     * Writes it, and puts it into its place.
     *
     * @throws Failure where that fails
     */
    public void write(Writing what) {
        try {
            if (draft == null) {
                what.to(place);
            } else if (Files.isDirectory(draft)) {
                what.to(draft);
                for (Path file : files(draft)) {
                    Files.move(file, place.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
                Files.delete(draft);
            } else {
                what.to(draft);
                Files.move(draft, place, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (CaptureException e) {
            throw new Failure(Failure.reason(e), e);
        } catch (IOException e) {
            throw Failure.of(named, "cannot be written", e);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** Leaves nothing of what was not finished. */
    @Override
    public void close() {
        try {
            if (draft != null && Files.isDirectory(draft)) {
                for (Path file : files(draft)) {
                    Files.delete(file);
                }
            }
            if (draft != null) {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            // the draft stays behind; what was there before is whole
        }
    }
}

package io.wirepath.pipeline;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory that an operator named for a result. It is opened before the work, so that a wrong name costs no
 * work; it is written beside its place and moved there whole, so that a run that fails or is stopped leaves what was
 * there. A file that is there is replaced only if it is of the form that is written ({@link OutputForm}); drafts of
 * processes that were killed are removed by the next that writes beside them.
 *
 * <p>What is no regular file (a device, a named pipe) is written where it is; a pipe that nobody reads is refused after
 * {@value #READER_SECONDS} s. Not thread-safe.
 */
public final class OutputFile implements Closeable {

    /** Writes a result to this path. */
    @FunctionalInterface
    public interface Writing {

        /** Writes. */
        void to(Path path) throws IOException;
    }

    /** A named pipe is opened for writing when somebody opens it for reading, which is awaited for so long. */
    static final int READER_SECONDS = 30;

    private static final int TYPE_OF_FILE = 0170000;
    private static final int NAMED_PIPE = 0010000;

    private static final Pattern DRAFT = Pattern.compile("(.*)\\.([0-9]{1,10})\\.part", Pattern.DOTALL);

    private final Path named;
    private final Path place;
    private final @Nullable Path draft;
    private final OutputForm form;
    /** Keeps a named pipe open until all is written. */
    private final @Nullable Closeable pipe;

    private OutputFile(Path named, Path place, @Nullable Path draft, OutputForm form) {
        this(named, place, draft, form, null);
    }

    private OutputFile(Path named, Path place, @Nullable Path draft, OutputForm form, @Nullable Closeable pipe) {
        this.form = form;
        this.pipe = pipe;
        this.named = named;
        this.place = place;
        this.draft = draft;
    }

    /**
     * Opens a file for writing; what is there stays until {@link #write} is done.
     *
     * @param inputs what the run reads, as the operator named it
     * @throws Failure where it cannot be written, is one of the inputs, or is there and nothing of this form
     */
    public static OutputFile open(Path file, List<String> inputs, OutputForm form) {
        return open(file, inputs, form, draft -> Files.newOutputStream(draft).close());
    }

    /** The same of a capture, which holds traffic: a new one its owner alone may read. */
    public static OutputFile openCapture(Path file, List<String> inputs) {
        Set<OpenOption> create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return open(
                file,
                inputs,
                OutputForm.CAPTURE,
                draft -> PrivateFiles.open(draft, create).close());
    }

    private static OutputFile open(Path file, List<String> inputs, OutputForm form, Writing making) {
        if (Files.isDirectory(file)) {
            throw new Failure(file + ": is a directory; name a file");
        }
        refuseInput(file, inputs);
        try {
            Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            if (Files.exists(place) && !Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
                return new OutputFile(
                        file, place, null, form, isPipe(place) ? openForReader(place, READER_SECONDS) : null);
            }
            if (Files.exists(place) && !form.mayBe(place)) {
                throw foreign(file);
            }
            Path draft = draft(place.resolveSibling(String.valueOf(place.getFileName())));
            making.to(draft);
            return new OutputFile(file, place, draft, form);
        } catch (IOException e) {
            throw cannot(file, e);
        }
    }

    /**
     * Opens a directory for files, which is made where it is not there. Files of the same names are replaced once all
     * are written. Outputs of other forms may go into the same one.
     *
     * @throws Failure where nothing can be written there
     */
    public static OutputFile openDirectory(Path directory, OutputForm form) {
        try {
            Files.createDirectories(directory);
            Path draft = draft(directory.resolve(".wirepath-" + form.name().toLowerCase(Locale.ROOT)));
            Files.createDirectories(draft);
            return new OutputFile(directory, directory, draft, form);
        } catch (IOException e) {
            throw cannot(directory, e);
        }
    }

    /** A name for a draft of this file, after what the killed left of it is removed. */
    private static Path draft(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        Path directory = file.toAbsolutePath().getParent();
        for (Path old : directory == null ? List.<Path>of() : files(directory)) {
            String other = String.valueOf(old.getFileName());
            Matcher ended = DRAFT.matcher(other);
            if (ended.matches() && ended.group(1).equals(name) && !isRunning(ended.group(2))) {
                delete(old);
            }
        }
        Path path = file.resolveSibling(name + "." + ProcessHandle.current().pid() + ".part");
        path.toFile().deleteOnExit();
        return path;
    }

    private static boolean isRunning(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }

    private static boolean isPipe(Path place) throws IOException {
        return place.getFileSystem().supportedFileAttributeViews().contains("unix")
                && ((int) Files.getAttribute(place, "unix:mode") & TYPE_OF_FILE) == NAMED_PIPE;
    }

    /**
     * Opens a named pipe for writing once somebody reads it.
     *
     * @throws IOException where nobody does within so many seconds
     */
    static Closeable openForReader(Path pipe, int seconds) throws IOException {
        FutureTask<Closeable> opening = new FutureTask<>(() -> Files.newOutputStream(pipe));
        Thread thread = new Thread(opening, "wirepath-pipe");
        thread.setDaemon(true); // an open that nobody meets cannot be ended
        thread.start();
        try {
            return opening.get(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException("stopped").initCause(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        } catch (TimeoutException e) {
            throw new IOException("it is a named pipe that nobody has read for " + seconds + " s", e);
        }
    }

    private static Failure foreign(Path file) {
        return new Failure(file + ": is there already, and not what is written here; name another file, or remove it");
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
                List<Path> written = files(draft);
                for (Path file : written) {
                    refuseForeign(place.resolve(file.getFileName()), file);
                }
                for (Path file : written) {
                    Files.move(file, place.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
                Files.delete(draft);
            } else {
                what.to(draft);
                refuseForeign(place, draft);
                Files.move(draft, place, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (CaptureException e) {
            throw new Failure(Failure.reason(e), e);
        } catch (IOException e) {
            throw Failure.of(named, "cannot be written", e);
        }
    }

    private void refuseForeign(Path file, Path written) throws IOException {
        if (Files.exists(file) && !form.isLike(file, written)) {
            throw foreign(file);
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
            if (pipe != null) {
                pipe.close();
            }
            if (draft != null) {
                delete(draft);
            }
        } catch (IOException e) {
            // the draft stays behind; what was there before is whole
        }
    }

    private static void delete(Path draft) throws IOException {
        if (Files.isDirectory(draft, LinkOption.NOFOLLOW_LINKS)) {
            for (Path file : files(draft)) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(draft);
    }
}

package io.wirepath.appliance.serve;

import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** A disk that is full, fails, and forgets what was not forced to it, as a simulation wants it. */
final class FaultyDisk implements LogWriter.Opener {

    private static final int MAX_ZEROS = 1 << 16;

    private final Random random;
    private boolean full;
    private double fails;
    private boolean forcesNothing;
    private boolean dying;
    /** By roll. */
    private final Map<Path, Long> forced = new HashMap<>();

    FaultyDisk(Random random) {
        this.random = random;
    }

    void full(boolean is) {
        full = is;
    }

    /** How likely a document cannot be written, or forced. */
    void fails(double share) {
        fails = share;
    }

    /** A fault put back: what is forced is not on the disk. */
    void forceNothing() {
        forcesNothing = true;
    }

    /** From now on until {@link #lives} nothing is forced: the process, or its machine, is gone. */
    void dies() {
        dying = true;
    }

    void lives() {
        dying = false;
    }

    private boolean failsNow() {
        return random.nextDouble() < fails;
    }

    @Override
    public LogWriter open(Path directory, LogDocument document) throws IOException {
        if (full || failsNow()) {
            throw new IOException("no room for a roll");
        }
        return new Log(directory, document);
    }

    @Override
    public void force(Path directory) throws IOException {
        if (dying || failsNow()) {
            throw new IOException("the disk cannot be forced");
        }
        if (!forcesNothing) {
            forced.put(roll(directory), Long.MAX_VALUE);
        }
    }

    /** Where a roll is once it was published. */
    private static Path roll(Path directory) {
        return directory.resolveSibling(String.valueOf(directory.getFileName()).replace(".unfinished-", ""));
    }

    private final class Log extends LogWriter {

        private final Path roll;

        private Log(Path directory, LogDocument document) throws IOException {
            super(directory, document);
            roll = roll(directory);
        }

        @Override
        public boolean append() throws IOException {
            // the first document is the head of a roll, which is there whole or not at all
            if (full && documents() > 0) {
                return false;
            }
            if (documents() > 0 && failsNow()) {
                throw new IOException("the disk fails");
            }
            boolean appended = super.append();
            if (documents() == 1) {
                forced.put(roll, bytes());
            }
            return appended;
        }

        @Override
        public boolean claim(long bytes) {
            return !full && super.claim(bytes);
        }

        @Override
        public void force() throws IOException {
            if (dying || failsNow()) {
                throw new IOException("the disk cannot be forced");
            }
            if (!forcesNothing) {
                forced.put(roll, bytes());
            }
        }
    }

    /**
     * What a kill leaves of a spool whose writer was closed by the test.
     *
     * @param running what stood in the file of that name
     * @param machine whether the machine stopped, so that what was not forced may be missing
     */
    void kill(Path spool, String running, boolean machine) {
        try (Stream<Path> rolls = Files.list(spool)) {
            Files.writeString(spool.resolve("running"), running);
            Path last = rolls.filter(Files::isDirectory)
                    .filter(roll -> !String.valueOf(roll.getFileName()).startsWith("."))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
            if (last != null) {
                leave(last, machine ? forced.getOrDefault(last, Long.MAX_VALUE) : Long.MAX_VALUE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void leave(Path roll, long safe) throws IOException {
        try (Stream<Path> files = Files.list(roll)) {
            Path log = files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
            try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
                long length = file.length();
                if (safe < length) {
                    // all that was not forced, or some of it
                    file.setLength(random.nextBoolean() ? safe : safe + random.nextInt((int) (length - safe + 1)));
                }
                // room that was claimed and not used
                file.setLength(Math.max(length, file.length()) + random.nextInt(MAX_ZEROS));
            }
        }
    }
}

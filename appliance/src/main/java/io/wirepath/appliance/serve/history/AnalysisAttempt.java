package io.wirepath.appliance.serve.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What the service is at, so that what ends it again and again is not tried for ever. Stands on the disk while it is at
 * it: a file with the number of tries, those of them that ended when the kernel killed for memory, its count of such
 * kills, and a name, as {@code 2 1 7 20260131T235900Z}. Who stops or kills the service is not taken for the window that
 * was analysed meanwhile: an end without such a sign counts a third. Thread-safe: who
 * stops the service ends it from outside.
 */
public final class AnalysisAttempt {

    /** Ends of the service for want of memory after which it leaves alone what it was at. */
    static final int MAX_MEMORY_ENDS = 2;

    /** The same of ends of any kind. */
    static final int MAX_TRIES = 6;

    private static final Path KERNEL_COUNTERS = Path.of("/proc/vmstat");
    private static final String KILLS = "oom_kill ";

    private final StateFile file;
    private final LongSupplier memoryKills;
    private String name = "";
    private int tries;
    private int memoryEnds;

    /** Goes on from what an earlier life left at this path; what cannot be read counts as nothing. */
    public AnalysisAttempt(Path path) {
        this(path, AnalysisAttempt::memoryKills);
    }

    AnalysisAttempt(Path path, LongSupplier memoryKills) {
        file = new StateFile(path);
        this.memoryKills = memoryKills;
        try {
            Optional<byte[]> left = file.read();
            String[] words = new String(left.orElse(new byte[0]), StandardCharsets.UTF_8).split(" ", 4);
            if (words.length == 4) {
                tries = Integer.parseInt(words[0]);
                memoryEnds = Integer.parseInt(words[1]) + (memoryKills.getAsLong() > Long.parseLong(words[2]) ? 1 : 0);
                name = words[3];
            }
        } catch (IOException | NumberFormatException e) {
            tries = 0;
        }
    }

    /** How often the kernel of this machine killed for memory since it started; 0 where it does not say. */
    private static long memoryKills() {
        try (var lines = Files.lines(KERNEL_COUNTERS)) {
            return lines.filter(line -> line.startsWith(KILLS))
                    .mapToLong(line -> Long.parseLong(line.substring(KILLS.length())))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            return 0;
        }
    }

    /** Why this is not tried again; empty where it is. */
    public synchronized Optional<String> setAside(String what) {
        if (!what.equals(name)) {
            return Optional.empty();
        }
        if (memoryEnds >= MAX_MEMORY_ENDS) {
            return Optional.of(
                    "the kernel ended the service for want of memory " + memoryEnds + " times while it was at this");
        }
        return tries < MAX_TRIES
                ? Optional.empty()
                : Optional.of("the service ended " + tries + " times while it was at this, by itself or by a kill");
    }

    /** Says that this is begun. */
    public synchronized void begin(String what) {
        memoryEnds = what.equals(name) ? memoryEnds : 0;
        tries = what.equals(name) ? tries + 1 : 1;
        name = what;
        String state = tries + " " + memoryEnds + " " + memoryKills.getAsLong() + " " + name;
        try {
            file.write(state.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // a full disk: the try is not counted
        }
    }

    /** Says that it ended: well, with an error that was caught, or because somebody stops the service. */
    public synchronized void end() {
        tries = 0;
        memoryEnds = 0;
        name = "";
        file.deleteQuietly();
    }
}

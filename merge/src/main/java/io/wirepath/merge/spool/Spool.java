package io.wirepath.merge.spool;

import io.wirepath.merge.log.LogWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A directory with the log of one sniffer. One process may write it; any number may read it meanwhile. */
public final class Spool {

    private Spool() {}

    /** Whether the directory holds a spool. */
    public static boolean isSpool(Path directory) {
        return SpoolHome.isSpool(directory);
    }

    /**
     * Goes on with the spool in this directory, or makes one where there is none.
     *
     * @param nowNanos the present time, nanoseconds since the epoch
     * @throws SpoolException when another process writes it, it is of another format, or cannot be written
     */
    public static SpoolWriter open(Path directory, SpoolSettings settings, long nowNanos) throws SpoolException {
        return write(directory, null, settings, LogWriter.Opener.DISK, nowNanos);
    }

    /** As {@link #open(Path, SpoolSettings, long)}, on another disk. */
    public static SpoolWriter open(Path directory, SpoolSettings settings, LogWriter.Opener disk, long nowNanos)
            throws SpoolException {
        return write(directory, null, settings, disk, nowNanos);
    }

    /**
     * As {@link #open}, for a copy of another spool's documents, which {@link SpoolWriter#append} takes.
     *
     * @param incarnation that of the spool that is copied
     * @throws SpoolException also when the directory holds a spool of another incarnation
     */
    public static SpoolWriter openCopy(Path directory, UUID incarnation, SpoolSettings settings, long nowNanos)
            throws SpoolException {
        return openCopy(directory, incarnation, settings, LogWriter.Opener.DISK, nowNanos);
    }

    /** As {@link #openCopy(Path, UUID, SpoolSettings, long)}, on another disk. */
    public static SpoolWriter openCopy(
            Path directory, UUID incarnation, SpoolSettings settings, LogWriter.Opener disk, long nowNanos)
            throws SpoolException {
        return write(directory, incarnation, settings, disk, nowNanos);
    }

    /**
     * Reads a spool from its first document on, also while it is written.
     *
     * @throws SpoolException when there is none, or it is of another format
     */
    public static SpoolReader read(Path directory) throws SpoolException {
        return new SpoolReader(directory);
    }

    /** Bytes that the spool in this directory takes on the disk; it need not be open. */
    public static long bytes(Path directory) throws IOException {
        long sum = 0;
        for (Roll roll : Roll.list(directory)) {
            sum += roll.bytes();
        }
        return sum;
    }

    /** Deletes a spool that nobody writes. Who reads it goes on with what is open. */
    public static void delete(Path directory) throws IOException {
        for (Roll roll : Roll.list(directory)) {
            roll.delete();
        }
        SpoolHome.delete(directory);
    }

    private static SpoolWriter write(
            Path directory, @Nullable UUID incarnation, SpoolSettings settings, LogWriter.Opener disk, long nowNanos)
            throws SpoolException {
        SpoolHome home = new SpoolHome(directory, incarnation);
        try {
            return new SpoolWriter(directory, home, settings, disk, nowNanos, incarnation != null);
        } catch (SpoolException | RuntimeException e) {
            home.close();
            throw e;
        }
    }
}

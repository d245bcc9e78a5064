package io.wirepath.merge.spool;

import java.nio.file.Path;
import java.util.UUID;

/** A directory with the log of one sniffer. One process may write it; any number may read it meanwhile. */
public final class Spool {

    private Spool() {}

    /** Whether the directory holds a spool. */
    public static boolean isSpool(Path directory) {
        throw new UnsupportedOperationException(directory.toString());
    }

    /**
     * Goes on with the spool in this directory, or makes one where there is none.
     *
     * @param nowNanos the present time, nanoseconds since the epoch
     * @throws SpoolException when another process writes it, it is of another format, or cannot be written
     */
    public static SpoolWriter open(Path directory, SpoolSettings settings, long nowNanos) throws SpoolException {
        throw new SpoolException(directory, "not yet " + settings + nowNanos);
    }

    /**
     * As {@link #open}, for a copy of another spool's documents, which {@link SpoolWriter#append} takes.
     *
     * @param incarnation that of the spool that is copied
     * @throws SpoolException also when the directory holds a spool of another incarnation
     */
    public static SpoolWriter openCopy(Path directory, UUID incarnation, SpoolSettings settings, long nowNanos)
            throws SpoolException {
        throw new SpoolException(directory, "not yet " + incarnation + settings + nowNanos);
    }

    /**
     * Reads a spool from its first document on, also while it is written.
     *
     * @throws SpoolException when there is none, or it is of another format
     */
    public static SpoolReader read(Path directory) throws SpoolException {
        throw new SpoolException(directory, "not yet");
    }
}

package io.wirepath.appliance.serve.history;

import io.wirepath.pipeline.Failure;
import java.nio.file.Path;

/**
 * Something could not be written that must not be lost: the disk is full or fails. What was kept before stays; the one
 * that gets this goes on from there when the disk takes more ({@link DiskRoom}).
 */
public final class NotKeptException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Says where, and why. */
    public NotKeptException(Path place, Throwable cause) {
        super(place + " cannot be written: " + Failure.firstReason(cause), cause);
    }
}

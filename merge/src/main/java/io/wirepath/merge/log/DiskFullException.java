package io.wirepath.merge.log;

import java.io.IOException;
import java.nio.file.Path;

/** There is no room on the disk. */
public final class DiskFullException extends IOException {

    private static final long serialVersionUID = 1;

    DiskFullException(Path directory) {
        super("the disk of " + directory + " is full");
    }
}

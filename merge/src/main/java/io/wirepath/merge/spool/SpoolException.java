package io.wirepath.merge.spool;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A spool that cannot be used. The message is one line: where, what is wrong, and what to do. */
public final class SpoolException extends IOException {

    private static final long serialVersionUID = 1;

    SpoolException(Path directory, String problem) {
        super(directory + ": " + problem);
    }

    SpoolException(Path directory, String problem, @Nullable Throwable cause) {
        super(directory + ": " + problem, cause);
    }
}

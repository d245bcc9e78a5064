package io.wirepath.merge.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A message store that cannot be used. The message is one line: where, what is wrong, and what to do. */
public final class StoreException extends IOException {

    private static final long serialVersionUID = 1;

    StoreException(Path directory, String problem) {
        super(directory + ": " + problem);
    }

    StoreException(Path directory, String problem, @Nullable Throwable cause) {
        super(directory + ": " + problem, cause);
    }
}

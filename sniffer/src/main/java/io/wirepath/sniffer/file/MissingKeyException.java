package io.wirepath.sniffer.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file is sealed with a key that is not at hand. The message is one line for a person. */
public final class MissingKeyException extends IOException {

    private static final long serialVersionUID = 1L;

    MissingKeyException(String path, String reason, @Nullable IOException cause) {
        super(
                path + ": is sealed, and the key is not at hand" + reason + "; name its file in the variable "
                        + RingKey.VARIABLE,
                cause);
    }
}

package io.wirepath.flows.message.content;

import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** How far one direction of a WebSocket connection was unpacked; see {@link WebSocketContent}. Not thread-safe. */
public final class DeflateContext {

    /** Null before the first compressed message and where it is lost. */
    @Nullable
    Inflater inflater;

    /** Whether what follows may refer to what is not known. */
    boolean lost;

    /** Bytes so far, packed and unpacked. */
    long packed;

    long unpacked;

    /** Nothing is known of a direction whose beginning was not captured. */
    public DeflateContext(boolean fromStart) {
        lost = !fromStart;
    }
}

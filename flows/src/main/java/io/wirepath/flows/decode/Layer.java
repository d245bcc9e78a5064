package io.wirepath.flows.decode;

/**
 * One kind of header: checks it, moves the cursor behind it, and says what comes next. Stateless; what is known of the
 * frame stands in the {@link FrameCursor}.
 */
@FunctionalInterface
interface Layer {

    /** Ends a frame's way: its fate stands in the cursor. Never called. */
    Layer DONE = cursor -> {
        throw new IllegalStateException("the frame has its fate already");
    };

    /**
     * Decodes the header at the cursor.
     *
     * @return the layer of what follows it, or {@link #DONE} when the cursor has the frame's fate
     */
    Layer decode(FrameCursor cursor);
}

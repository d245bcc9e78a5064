package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/** How the first bytes of a protocol's messages look. Stateless. */
interface Signature {

    /** What a signature says of some bytes. */
    enum Verdict {
        YES,
        NO,
        MORE
    }

    /** Judges the first bytes of a message; with {@link FramerChooser#LOOKS_AT} bytes it must decide. */
    Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length);

    /**
     * Whether these bytes, all of one packet, may be whole messages: too weak a sign for a connection that was seen
     * from its start. The context learns who asks where they say so.
     */
    default boolean isWhole(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        return false;
    }
}

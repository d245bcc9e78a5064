package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * What was learnt of an unknown protocol: where its length stands and what it counts, and which field comes back in
 * responses.
 *
 * <pre>
 *   frame of a request    │ … │ length │ … │ id │ …          length of the frame = value of the field + extra
 *   frame of its response │ … │ length │ … │ id │ …
 * </pre>
 */
public final class LearntShape {

    /** Bytes from the start of a frame in which fields are looked for. */
    public static final int HEAD = 24;

    static final int MAX_VALUE = 1 << 26;

    /** Offset and width of the length, in bytes; width 0: none was found. */
    int lengthAt;

    int lengthWidth;
    boolean littleEndian;

    /** What the frame is longer than the value of its length field. */
    int extra;

    /** Width of the echoed field in bytes; 0: none was found. */
    int echoWidth;

    int echoInRequest;
    int echoInResponse;

    /** Forgets all. */
    public void clear() {
        lengthWidth = 0;
        echoWidth = 0;
    }

    /** Takes over what another has learnt. */
    public void copyFrom(LearntShape other) {
        lengthAt = other.lengthAt;
        lengthWidth = other.lengthWidth;
        littleEndian = other.littleEndian;
        extra = other.extra;
        echoWidth = other.echoWidth;
        echoInRequest = other.echoInRequest;
        echoInResponse = other.echoInResponse;
    }

    /** Whether a field was found that comes back in responses. */
    public boolean hasEcho() {
        return echoWidth > 0;
    }

    /** Whether the length of frames was found. */
    public boolean hasLength() {
        return lengthWidth > 0;
    }

    /**
     * The echoed field of a message that begins at {@code at}, or {@link Piece#IN_ORDER} if the message is too short.
     */
    public long echo(ByteBuffer bytes, int at, int length, boolean request) {
        int field = request ? echoInRequest : echoInResponse;
        return field + echoWidth <= length ? field(bytes, at + field, echoWidth, false) : Piece.IN_ORDER;
    }

    /** The unsigned field of 1 to 8 bytes at {@code at}. */
    static long field(ByteBuffer bytes, int at, int width, boolean little) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = value << 8 | bytes.get(little ? at + width - 1 - i : at + i) & 0xff;
        }
        return value;
    }
}

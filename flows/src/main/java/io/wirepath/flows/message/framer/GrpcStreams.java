package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * Where the gRPC messages in the streams of one direction of an HTTP/2 connection begin and end. A call with one
 * message a side is one request and one response; a stream of which more is known than that is cut into its messages.
 *
 * <pre>
 *   │ compressed 1 │ length 4 │ message │ compressed 1 │ …      across the DATA frames of a stream, cut anywhere
 * </pre>
 *
 * <p>The state of a stream is one word:
 *
 * <pre>
 *   bits 0-31   bytes of the message still to come; while a prefix is incomplete, its length bytes so far
 *       32-34   bytes of an incomplete prefix      35  a message has begun      36  is cut into messages
 *       37      is not what it looked like, or bytes are missing: nothing more is known of it
 * </pre>
 *
 * <p>At most {@value #MOST} streams are followed. Source: gRPC, "gRPC over HTTP2". Not thread-safe.
 */
final class GrpcStreams {

    static final int PREFIX = 5;

    private static final int MOST = 1024;
    private static final long LOW = 0xffff_ffffL;
    private static final int PREFIX_SHIFT = 32;
    private static final long PREFIX_BITS = 7L << PREFIX_SHIFT;
    private static final long BEGUN = 1L << 35;
    private static final long STREAMED = 1L << 36;
    private static final long OPAQUE = 1L << 37;

    private final StreamTable states = new StreamTable();

    private int stream;
    private boolean lossy;
    private int left;
    private boolean ends;

    /** Starts on a new connection. */
    void reset() {
        states.reset();
        left = 0;
        lossy = false;
    }

    /** The first header block of a stream begins. */
    void open(int newStream) {
        if (states.get(newStream) == StreamTable.NONE && states.size() < MOST) {
            states.put(newStream, 0);
        }
    }

    /** Whether the first header block of this stream was seen, and its end was not. */
    boolean isOpen(int of) {
        return states.get(of) != StreamTable.NONE;
    }

    /** Nothing more comes in this stream. */
    void close(int ended) {
        states.remove(ended);
    }

    /** Nothing more is known of where messages end in this stream. */
    void lose(int lost) {
        set(lost, OPAQUE);
    }

    /** Bytes of this direction are missing: of whichever streams. */
    void loseAll() {
        left = 0;
        lossy = true;
        states.setAll(OPAQUE);
    }

    /** Whether bytes of this stream may be missing. */
    boolean mayBeLost(int of) {
        return has(of, OPAQUE) || lossy && states.get(of) == StreamTable.NONE;
    }

    /**
     * A DATA frame of this stream begins that is a message of its own, as it seems: then messages are known again.
     *
     * @param goesOn whether more frames of the stream follow
     */
    void regain(int of, boolean goesOn) {
        if (has(of, OPAQUE)) {
            states.put(of, states.get(of) & STREAMED | BEGUN);
        } else if (lossy && goesOn && states.get(of) == StreamTable.NONE && states.size() < MOST) {
            states.put(of, STREAMED | BEGUN); // its headers are missing
        }
    }

    /** From now on each message of this stream is a message. */
    void cut(int cutStream) {
        set(cutStream, STREAMED);
    }

    private void set(int of, long bits) {
        long state = states.get(of);
        if (state != StreamTable.NONE) {
            states.put(of, state | bits);
        }
    }

    private boolean has(int of, long bits) {
        long state = states.get(of);
        return state != StreamTable.NONE && (state & bits) != 0;
    }

    /** Whether the messages of this stream are known. */
    boolean follows(int of) {
        return states.get(of) != StreamTable.NONE && !has(of, OPAQUE);
    }

    /** Whether this stream is cut into its messages. */
    boolean isCut(int of) {
        return has(of, STREAMED);
    }

    /** Whether the next byte of this stream is not inside a message. */
    boolean isBetweenMessages(int of) {
        return follows(of) && !has(of, PREFIX_BITS | LOW) && (left == 0 || stream != of);
    }

    /** Whether the next byte begins a message, and is not the first that does. */
    private boolean isNextMessage() {
        return !has(stream, PREFIX_BITS | LOW) && has(stream, BEGUN);
    }

    /** The payload of a DATA frame begins, at least a byte long. */
    void beginData(int ofStream, int size, boolean endsStream, Piece piece) {
        stream = ofStream;
        left = size;
        ends = endsStream;
        splitIfNext(piece);
    }

    private void splitIfNext(Piece piece) {
        if (!has(stream, OPAQUE) && isNextMessage()) {
            piece.splits = !isCut(stream);
            cut(stream);
        }
        piece.cut = isCut(stream);
        piece.slot = stream;
    }

    /** Whether the next bytes are payload of a DATA frame. */
    boolean inData() {
        return left > 0;
    }

    /** The stream of the DATA frame. */
    int stream() {
        return stream;
    }

    /** Takes payload up to the end of a message, of the frame or of the bytes; returns how much. */
    int take(ByteBuffer bytes, int offset, int length, Piece piece) {
        int available = Math.min(length, left);
        splitIfNext(piece);
        int taken = follows(stream) ? takeMessage(bytes, offset, available) : available;
        return advance(taken, piece);
    }

    /** Passes over payload that is missing. */
    long skip(long length, Piece piece) {
        int count = (int) Math.min(length, left);
        splitIfNext(piece);
        long state = states.get(stream);
        if ((state & (OPAQUE | PREFIX_BITS)) == 0 && (state & LOW) >= count) {
            states.put(stream, state - count);
        } else {
            lose(stream);
        }
        return advance(count, piece);
    }

    private int advance(int count, Piece piece) {
        left -= count;
        boolean streamEnds = left == 0 && ends;
        boolean messageEnds = isCut(stream) && !has(stream, OPAQUE) && !has(stream, PREFIX_BITS | LOW);
        piece.ends = streamEnds || messageEnds;
        piece.endsStream = streamEnds;
        if (streamEnds) {
            close(stream);
        }
        return count;
    }

    private int takeMessage(ByteBuffer bytes, int offset, int available) {
        long state = states.get(stream);
        int taken = 0;
        int prefix = (int) (state >>> PREFIX_SHIFT & 7);
        long value = state & LOW;
        if (prefix > 0 || value == 0) {
            while (prefix < PREFIX && taken < available) {
                int b = bytes.get(offset + taken++);
                if (prefix++ == 0) {
                    if ((b & ~1) != 0) {
                        lose(stream);
                        return available;
                    }
                } else {
                    value = (value << Byte.SIZE | b & 0xff) & LOW;
                }
            }
        }
        if (prefix == 0 || prefix == PREFIX) {
            prefix = 0;
            long rest = Math.min(value, available - taken);
            value -= rest;
            taken += (int) rest;
        }
        states.put(stream, state & ~(LOW | PREFIX_BITS) | BEGUN | (long) prefix << PREFIX_SHIFT | value);
        return taken;
    }
}

package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Where the events of a stream that a server pushes end ({@code text/event-stream}, HTML Living Standard §9.2): each
 * ends with an empty line. Each is a one-way message; what begins with a colon is a comment and keeps the stream alive.
 */
final class ServerEvents {

    private static final byte[][] FIELDS = {
        ":".getBytes(US_ASCII),
        "data:".getBytes(US_ASCII),
        "event:".getBytes(US_ASCII),
        "id:".getBytes(US_ASCII),
        "retry:".getBytes(US_ASCII)
    };

    private static final int MAX_DIGITS = 6;
    private static final int LINE_BREAK = 2;

    /** Whether the body is such a stream. */
    boolean follow;

    /** Whether the event at hand is over. */
    private boolean over;

    private boolean begun;
    private boolean emptyLine;

    /** Takes bytes of the body, up to where an event is over; returns where that is, or {@code end}. */
    int read(ByteBuffer bytes, int from, int end, Piece piece) {
        int at = from;
        while (at < end && !over) {
            byte own = bytes.get(at++);
            if (!begun) {
                begun = true;
                emptyLine = true;
                begin(own == ':' || own == '\r' || own == '\n', piece);
            }
            over = own == '\n' && emptyLine;
            emptyLine = own == '\n' || own == '\r' && emptyLine;
        }
        return at;
    }

    /** Says what the message is. */
    static void begin(boolean saysNothing, Piece piece) {
        piece.role = Role.ONE_WAY;
        piece.flags |= saysNothing ? SightingCodec.FLAG_SETUP : 0;
    }

    /** Whether the event is over; what comes next is another one then. */
    boolean takeEnd() {
        boolean was = over;
        if (was) {
            over = false;
            begun = false;
        }
        return was;
    }

    /** The end of a chunk is missing: it ended an event. */
    void endsChunk(Piece piece) {
        over = false;
        begun = false;
        piece.ends = true;
    }

    /** What is missing is an event of its own, where it begins with one. */
    void skip(Piece piece) {
        if (!begun) {
            begin(/* saysNothing= */ false, piece);
            piece.ends = true;
        }
    }

    /** Whether a packet begins with a chunk (RFC 9112 §7.1) that holds events. */
    static boolean beginsChunk(ByteBuffer bytes, int from, int length) {
        int end = from + length;
        int at = from;
        while (at < end && at - from <= MAX_DIGITS && Character.digit(bytes.get(at), 16) >= 0) {
            at++;
        }
        int data = at + LINE_BREAK;
        if (at == from || at - from > MAX_DIGITS || data >= end || !isLineBreak(bytes, at)) {
            return false;
        }
        long behind = data + Ascii.hexadecimal(bytes, from, at);
        boolean fits = behind + LINE_BREAK > end || isLineBreak(bytes, (int) behind);
        return fits && beginsEvent(bytes, data, (int) Math.min(end, behind));
    }

    private static boolean isLineBreak(ByteBuffer bytes, int at) {
        return bytes.getShort(at) == ('\r' << Byte.SIZE | '\n');
    }

    private static boolean beginsEvent(ByteBuffer bytes, int from, int end) {
        for (byte[] field : FIELDS) {
            if (Ascii.agreement(bytes, from, end - from, field) == field.length) {
                return true;
            }
        }
        return false;
    }

    void reset() {
        follow = false;
        over = false;
        begun = false;
    }
}

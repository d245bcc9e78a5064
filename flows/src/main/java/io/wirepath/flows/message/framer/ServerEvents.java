package io.wirepath.flows.message.framer;

import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Where the events of a stream that a server pushes end ({@code text/event-stream}, HTML Living Standard §9.2): each
 * ends with an empty line. Each is a one-way message; what begins with a colon is a comment and keeps the stream alive.
 */
final class ServerEvents {

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

    void reset() {
        follow = false;
        over = false;
        begun = false;
    }
}

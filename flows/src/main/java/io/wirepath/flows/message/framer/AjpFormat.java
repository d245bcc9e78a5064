package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * AJP 1.3, in which a web server hands requests to a servlet container: calls in order. A request is its head and the
 * parts of its body, which the container asks for; a response ends with the packet that says so. Pings are set-up.
 *
 * <pre>
 *   0             2          4
 *   +-------------+----------+------+─────+
 *   | 1234 or AB  | length n | type | …   |    n bytes behind the length
 *   +-------------+----------+------+─────+
 *   1234, to the container     2 request, 7 end, 10 ping; of a body: length n - 2, bytes; or nothing, where it ends
 *   AB, from the container     3 part of the body, 4 head (status 2), 5 end, 6 asks for more of the body, 9 pong
 * </pre>
 *
 * Source: The Apache Software Foundation, "Apache Tomcat Connectors: AJP Protocol Reference".
 */
final class AjpFormat extends FrameFormat {

    private static final int HEADER = 4;
    private static final int TYPED = HEADER + 1;
    private static final int TO_CONTAINER = 0x1234;
    private static final int FROM_CONTAINER = 'A' << Byte.SIZE | 'B';

    private static final int REQUEST = 2;
    private static final int BODY = 3;
    private static final int HEAD = 4;
    private static final int END = 5;
    private static final int WANTS_MORE = 6;
    private static final int SHUTDOWN = 7;
    private static final int PONG = 9;
    private static final int PING = 10;

    private static final int STATUS = TYPED;

    /** Whether the connection may be used again; how many bytes are wanted. */
    private static final int END_LENGTH = TYPED + 1;

    private static final int WANTS_MORE_LENGTH = TYPED + 2;

    /** Type, method, and the length of the version. */
    private static final int REQUEST_BEGINS = HEADER + 4;

    /** Slot of what is said in the middle of a request. */
    private static final int BESIDE = 1;

    AjpFormat() {
        super(Protocol.AJP, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean asks = direction == context.requester();
        int magic = asks ? TO_CONTAINER : FROM_CONTAINER;
        if (!asks && context.fromStart()
                || bytes.get(offset) != (byte) (magic >>> Byte.SIZE)
                || length > 1 && bytes.get(offset + 1) != (byte) magic) {
            return Verdict.NO;
        }
        if (length < TYPED) {
            return Verdict.MORE;
        }
        int type = bytes.get(offset + HEADER);
        int size = bytes.getShort(offset + 2) & 0xffff;
        boolean begins = asks
                ? type == PING && size == 1 || type == REQUEST && size > REQUEST_BEGINS
                : type == HEAD && size > 2 || type == PONG && size == 1;
        return begins ? Verdict.YES : Verdict.NO;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int size = bytes.getShort(offset + 2) & 0xffff;
        if ((bytes.getShort(offset) & 0xffff) != (asks ? TO_CONTAINER : FROM_CONTAINER) || size == 0 && !asks) {
            return piece.giveUp();
        }
        int seen = HEADER + Math.min(size, asks ? REQUEST_BEGINS - HEADER : STATUS + Short.BYTES - HEADER);
        if (length < seen) {
            return piece.need(seen);
        }
        boolean known = asks ? ask(bytes, offset, size, piece) : answer(bytes, offset, size, piece);
        return known ? HEADER + size : piece.giveUp();
    }

    private static boolean ask(ByteBuffer bytes, int offset, int size, Piece piece) {
        int type = size == 0 ? 0 : bytes.get(offset + HEADER);
        piece.role = Role.REQUEST;
        if (size == 0 || size > 1 && (bytes.getShort(offset + HEADER) & 0xffff) == size - 2) {
            piece.goesOn = true;
            piece.ends = false;
            return true;
        }
        if (type == REQUEST) {
            piece.turns = true;
            piece.splits = true;
            piece.ends = false;
            return size > REQUEST_BEGINS;
        }
        ping(type, piece);
        return size == 1 && (type == PING || type == SHUTDOWN);
    }

    private static void ping(int type, Piece piece) {
        piece.turns = true;
        piece.splits = true;
        piece.role = type == SHUTDOWN ? Role.ONE_WAY : Role.REQUEST;
        piece.flags = SightingCodec.FLAG_SETUP;
    }

    private static boolean answer(ByteBuffer bytes, int offset, int size, Piece piece) {
        int type = bytes.get(offset + HEADER);
        answer(type, piece);
        if (type == HEAD && size > 2) {
            piece.outcome = Outcome.of(Outcome.Kind.HTTP, bytes.getShort(offset + STATUS) & 0xffff);
        }
        return type >= BODY && type <= WANTS_MORE || type == PONG && size == 1;
    }

    private static void answer(int type, Piece piece) {
        piece.role = Role.RESPONSE;
        piece.turns = type != WANTS_MORE;
        piece.ends = type != BODY && type != HEAD;
        piece.goesOn = type == BODY || type == END;
        if (type == WANTS_MORE) {
            piece.slot = BESIDE;
            piece.role = Role.ONE_WAY;
        }
        piece.flags = type == WANTS_MORE || type == PONG ? SightingCodec.FLAG_SETUP : 0;
    }

    @Override
    public boolean tellsByLength(boolean asks, long length, Piece piece) {
        int type = asks
                ? length == TYPED ? PING : 0
                : length == TYPED ? PONG : length == END_LENGTH ? END : length == WANTS_MORE_LENGTH ? WANTS_MORE : 0;
        if (type == PING) {
            ping(PING, piece);
        } else if (type > 0) {
            answer(type, piece);
        }
        return type > 0;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    public boolean endsByTurn() {
        return true;
    }
}

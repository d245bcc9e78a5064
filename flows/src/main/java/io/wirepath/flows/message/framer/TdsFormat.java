package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * TDS of SQL Server and Sybase: a message is packets up to the one that says so; calls in order.
 *
 * <pre>
 *   │ type 1 │ status 1: 1 ends the message │ length 2, header included │ server process 2 │ number 1 │ window 1: 0 │ …
 *   type: 1 batch, 3 procedure, 7 bulk, 14 transaction, 15 query (TDS 5), 4 result, 6 attention; the others set the connection up
 * </pre>
 *
 * Source: Microsoft, [MS-TDS] §2.2.3.
 */
final class TdsFormat extends FrameFormat {

    private static final int HEADER = 8;
    private static final int BATCH = 1;
    private static final int RESULT = 4;
    private static final int ATTENTION = 6;
    private static final int WORK = 1 << 1 | 1 << 3 | 1 << 7 | 1 << 14 | 1 << 15;
    private static final int SET_UP = 1 << 2 | 1 << 8 | 1 << 16 | 1 << 17 | 1 << 18;
    private static final int MAX_PACKET = 1 << 15;

    /** A packet that does not end its message is full, and none is smaller (MS-TDS §2.2.3.1.3). */
    private static final int MIN_FULL = 512;

    TdsFormat() {
        super(Protocol.TDS, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int type = bytes.get(offset);
        // in the middle of a connection, who asks is only a guess; what it says tells
        boolean asks = direction == context.requester() ? isOneOf(WORK | SET_UP, type) : isOneOf(WORK, type);
        boolean answers = type == RESULT;
        if (context.fromStart() ? direction != context.requester() || !asks : !asks && !answers) {
            return Verdict.NO;
        }
        if (length < HEADER + (type == BATCH ? 1 : 0)) {
            return length < 2 || bytes.get(offset + 1) <= 1 && bytes.get(offset + 1) >= 0 ? Verdict.MORE : Verdict.NO;
        }
        boolean first = bytes.get(offset + 6) == 1 || bytes.get(offset + 6) == 0;
        if (type == BATCH && bytes.get(offset + HEADER) == 0) {
            return Verdict.NO; // neither text nor the length of its headers
        }
        if (bytes.get(offset + 1) == 0 && (bytes.getShort(offset + 2) & 0xffff) < MIN_FULL) {
            return Verdict.NO;
        }
        if (!isPacket(bytes, offset) || bytes.get(offset + 1) < 0 || bytes.get(offset + 1) > 1 || !first) {
            return Verdict.NO;
        }
        if (!context.fromStart()) {
            context.learnRequester(answers ? 1 - direction : direction);
        }
        return Verdict.YES;
    }

    private static boolean isOneOf(int types, int type) {
        return type >= 0 && type < Integer.SIZE && (types >>> type & 1) != 0;
    }

    private static boolean isPacket(ByteBuffer bytes, int offset) {
        int total = bytes.getShort(offset + 2) & 0xffff;
        return total >= HEADER && total <= MAX_PACKET && bytes.get(offset + 7) == 0;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset);
        boolean setUp = isOneOf(SET_UP, type);
        if (!isPacket(bytes, offset) || !setUp && type != RESULT && type != ATTENTION && !isOneOf(WORK, type)) {
            return piece.giveUp();
        }
        piece.role = !asks ? Role.RESPONSE : type == ATTENTION ? Role.ONE_WAY : Role.REQUEST;
        piece.flags = setUp || type == ATTENTION ? SightingCodec.FLAG_SETUP : 0;
        piece.slot = type == ATTENTION ? 1 : 0;
        piece.ends = (bytes.get(offset + 1) & 1) != 0;
        return bytes.getShort(offset + 2) & 0xffff;
    }
}

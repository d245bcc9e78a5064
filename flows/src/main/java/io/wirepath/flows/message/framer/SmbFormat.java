package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * SMB 1 to 3 over TCP: calls by their message; commands that are sent together are one, by the first of them. What
 * negotiates, authenticates and connects is set-up; an answer that only says "pending" is set-up and one-way. Of what
 * is encrypted nothing is known: it is cut by turns.
 *
 * <pre>
 *    0   1        4           8         12       16        18        20      24     28          36
 *   +---+--------+-----------+---------+--------+---------+---------+-------+------+-----------+----
 *   | 0 | size   | FE S M B  | 64 …    | status | command | credits | flags | next | message   |      SMB 2, 3: little-endian
 *   | 0 | size   | FF S M B  | command, status, flags at 13, …     process at 30, multiplex at 34      SMB 1
 * </pre>
 *
 * Source: MS-SMB2 §2.1, §2.2.1; MS-CIFS §2.2.3.1.
 */
final class SmbFormat extends FrameFormat {

    private static final int PREFIX = 4;
    private static final int HEADER = 36;
    private static final int SMB1 = 0xff53_4d42;
    private static final int SMB2 = 0xfe53_4d42;
    private static final int PENDING = 0x0301_0000;
    private static final int TREE_DISCONNECT = 4;
    private static final int CANCEL = 12;
    private static final int ECHO = 13;
    private static final long UNASKED = -1;

    /** Of SMB 1: negotiates, sets a session up, ends it, connects to a tree, leaves it. */
    private static final int NEGOTIATE_1 = 0x72;

    private static final int CONNECT_1 = 0x75;
    private static final int DISCONNECT_1 = 0x71;

    SmbFormat() {
        super(Protocol.SMB, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != 0) {
            return Verdict.NO;
        }
        if (length < PREFIX + 4) {
            return Verdict.MORE;
        }
        int magic = bytes.getInt(offset + PREFIX);
        return magic == SMB1 || magic == SMB2 ? Verdict.YES : Verdict.NO;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int magic = bytes.getInt(offset + PREFIX);
        if (bytes.get(offset) != 0 || magic != SMB1 && magic != SMB2) {
            return piece.giveUp();
        }
        if (magic == SMB1) {
            readFirst(bytes, offset, piece);
        } else {
            readLater(bytes, offset, piece);
        }
        return (long) PREFIX + bytes.getInt(offset);
    }

    private static void readFirst(ByteBuffer bytes, int offset, Piece piece) {
        int command = bytes.get(offset + 8) & 0xff;
        piece.role = bytes.get(offset + 13) < 0 ? Role.RESPONSE : Role.REQUEST;
        piece.key = (long) bytes.getShort(offset + 30) << 16 | bytes.getShort(offset + 34) & 0xffff;
        if (piece.role == Role.RESPONSE) {
            piece.outcome = Outcome.ofNtStatus(Integer.reverseBytes(bytes.getInt(offset + 9)));
        }
        boolean setUp = command >= NEGOTIATE_1 && command <= CONNECT_1 || command == DISCONNECT_1;
        piece.flags = setUp ? SightingCodec.FLAG_SETUP : 0;
    }

    private static void readLater(ByteBuffer bytes, int offset, Piece piece) {
        int command = bytes.get(offset + 16);
        boolean answers = (bytes.get(offset + 20) & 1) != 0;
        boolean pending = answers && bytes.getInt(offset + 12) == PENDING;
        piece.key = bytes.getLong(offset + 28);
        boolean alone = pending || piece.key == UNASKED || command == CANCEL;
        piece.role = alone ? Role.ONE_WAY : answers ? Role.RESPONSE : Role.REQUEST;
        if (piece.role == Role.RESPONSE) {
            piece.outcome = Outcome.ofNtStatus(Integer.reverseBytes(bytes.getInt(offset + 12)));
        }
        boolean setUp = pending || command <= TREE_DISCONNECT || command == CANCEL || command == ECHO;
        piece.flags = setUp ? SightingCodec.FLAG_SETUP : 0;
    }
}

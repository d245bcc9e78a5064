package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * ONC RPC, as NFS, its mounter and the port mapper speak it: calls of either side by their transaction. Of a
 * record in several fragments only the first is understood; common clients and servers send one. Over UDP there is no
 * size.
 *
 * <pre>
 *    0        4      8        12           16        20
 *   +--------+------+--------+------------+---------+----------
 *   | L size | xid  | 0 call | version 2  | program | version …
 *   |        |      | 1 reply| 0, 1 status| …
 *   +--------+------+--------+------------+---------+----------      L: last fragment
 * </pre>
 *
 * Source: RFC 5531 §9, §11.
 */
final class OncRpcFormat extends FrameFormat implements DatagramFormat {

    private static final int MARK = 4;
    private static final int HEADER = 16;
    private static final int MIN_CALL = 24;
    private static final int MAX_USUAL = 1 << 24;
    private static final int RPC_VERSION = 2;

    /** Mark, transaction, type, status, verifier (kind, length, bytes) and how it was accepted. */
    private static final int MIN_REPLY = 28;

    /** Where, behind transaction, type, status and the empty verifier, stands how a call was accepted. */
    private static final int ACCEPTED = 20;

    private static final int MAX_VERIFIER = 400;
    private static final int ACCEPT_STATES = 6;

    /** Programs that were assigned, and those that a site takes for itself (RFC 5531 §13). */
    private static final int FIRST_PROGRAM = 100_000;

    private static final int PROGRAMS_END = 0x4000_0000;

    OncRpcFormat() {
        super(Protocol.ONC_RPC, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != (byte) 0x80) {
            return Verdict.NO;
        }
        if (length < HEADER + 4) {
            return Verdict.MORE;
        }
        if (isCall(bytes, offset + MARK, size(bytes, offset))) {
            if (!context.fromStart()) {
                context.learnRequester(direction);
            }
            return Verdict.YES;
        }
        if (context.fromStart()) {
            return Verdict.NO;
        }
        Verdict answers = answers(bytes, offset + MARK, length - MARK, size(bytes, offset));
        if (answers == Verdict.YES) {
            context.learnRequester(1 - direction);
        }
        return answers;
    }

    @Override
    public boolean tell(ByteBuffer bytes, int offset, int length, int cut, Piece piece) {
        int size = length + cut;
        if (length < HEADER) {
            return false;
        }
        boolean calls = isCall(bytes, offset, size);
        if (!calls && answers(bytes, offset, length, size) != Verdict.YES) {
            return false;
        }
        piece.role = calls ? Role.REQUEST : Role.RESPONSE;
        piece.key = Integer.toUnsignedLong(bytes.getInt(offset));
        int state = offset + ACCEPTED + bytes.getInt(offset + ACCEPTED - MARK);
        piece.outcome = calls ? Outcome.UNKNOWN : Outcome.ofRpc(/* denied= */ false, bytes.getInt(state));
        return true;
    }

    /** Whether what begins with a transaction is a call. */
    private static boolean isCall(ByteBuffer bytes, int at, int size) {
        int program = bytes.getInt(at + 12);
        return bytes.getInt(at + 4) == 0
                && size >= MIN_CALL
                && bytes.getInt(at + 8) == RPC_VERSION
                && program >= FIRST_PROGRAM
                && program < PROGRAMS_END;
    }

    /** Whether what begins with a transaction is a reply that was accepted, where what it answers was not seen. */
    private static Verdict answers(ByteBuffer bytes, int at, int length, int size) {
        int verifier = length < MIN_REPLY - MARK ? 0 : bytes.getInt(at + ACCEPTED - MARK);
        boolean fits = bytes.getInt(at + 4) == 1
                && bytes.getInt(at + 8) == 0
                && size >= MIN_REPLY - MARK
                && bytes.getInt(at + 12) >>> 3 == 0
                && verifier >= 0
                && verifier <= MAX_VERIFIER
                && verifier % 4 == 0;
        if (fits && length < MIN_REPLY - MARK + verifier) {
            return Verdict.MORE;
        }
        boolean accepted = fits && Integer.compareUnsigned(bytes.getInt(at + ACCEPTED + verifier), ACCEPT_STATES) < 0;
        return accepted ? Verdict.YES : Verdict.NO;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.getInt(offset + 8);
        int status = bytes.getInt(offset + 12);
        boolean known = type == 0 ? status == RPC_VERSION : type == 1 && status >>> 1 == 0;
        if (!known
                || bytes.get(offset) >= 0
                || size(bytes, offset) < HEADER - MARK
                || size(bytes, offset) > MAX_USUAL) {
            return piece.giveUp();
        }
        piece.role = type == 0 ? Role.REQUEST : Role.RESPONSE;
        if (type == 1 && !readOutcome(bytes, offset, length, piece)) {
            return 0;
        }
        // both sides number from where they like
        piece.key = Integer.toUnsignedLong(bytes.getInt(offset + MARK)) << 1 | (asks == (type == 0) ? 0 : 1);
        return (long) MARK + size(bytes, offset);
    }

    /** Reads how a call was accepted, behind the verifier, or why it was not; false if that takes more bytes. */
    private static boolean readOutcome(ByteBuffer bytes, int offset, int length, Piece piece) {
        int total = MARK + size(bytes, offset);
        boolean denied = bytes.getInt(offset + 12) == 1;
        int at = HEADER;
        if (!denied) {
            if (total < MIN_REPLY) {
                return true;
            }
            if (length < MIN_REPLY) {
                piece.need(MIN_REPLY);
                return false;
            }
            at = MIN_REPLY - 4 + Math.min(MAX_VERIFIER, Math.max(0, bytes.getInt(offset + 20)));
        }
        if (total >= at + 4 && length < at + 4) {
            piece.need(at + 4);
            return false;
        }
        piece.outcome = total < at + 4 ? Outcome.UNKNOWN : Outcome.ofRpc(denied, bytes.getInt(offset + at));
        return true;
    }

    private static int size(ByteBuffer bytes, int offset) {
        return bytes.getInt(offset) & Integer.MAX_VALUE;
    }
}

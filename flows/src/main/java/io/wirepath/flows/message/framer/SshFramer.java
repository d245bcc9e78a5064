package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * SSH: what each side says in clear, its version, is set-up; all that follows is cut by turns. A server that has too
 * many who log in says so in place of its version.
 *
 * <pre>
 *   SSH-2.0-… ⏎       Exceeded MaxStartups ⏎       Not allowed at this time ⏎
 * </pre>
 *
 * Source: RFC 4253 §4.2; OpenSSH, sshd.
 */
final class SshFramer extends ProtocolFramer {

    static final LineSignature BEGINNING = LineSignature.of("SSH-", "SSH- Exceeded·MaxStart Not·allowed·at·this");

    private static final LineSignature VERSION = LineSignature.of("SSH-", "SSH-");

    /** No line of a version is longer. */
    private static final int LINE = 255;

    /** Whether a side has said its version. */
    private final boolean[] met = new boolean[2];

    SshFramer() {
        super(Protocol.SSH);
    }

    @Override
    protected void onBegin() {
        met[0] = false;
        met[1] = false;
    }

    @Override
    public int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.turns = true;
        if (met[direction]) {
            return length;
        }
        int newline = Ascii.indexOf(bytes, (byte) '\n', offset, offset + length);
        if (newline < 0) {
            return length < LINE ? piece.need(length + 1) : piece.giveUp();
        }
        boolean asks = asks(direction);
        met[direction] = VERSION.begins(asks, bytes, offset, offset + length);
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        piece.outcome = asks ? Outcome.UNKNOWN : Outcome.of(Outcome.Kind.SSH, met[direction] ? 0 : 1);
        piece.ends = true;
        return newline + 1 - offset;
    }

    @Override
    public boolean endsByTurn(int direction) {
        return true;
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        return met[direction] ? length : 0;
    }

    @Override
    public void lose(int direction) {
        met[direction] = true;
    }

    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        piece.splits = fresh;
        return 0;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }
}

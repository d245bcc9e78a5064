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
 *   length 4 │ padding 1 │ 14 │ cookie 16 │ length 4, names │ …      what begins an exchange of keys
 * </pre>
 *
 * In the middle, what begins an exchange of keys tells it where it fills its packet.
 *
 * <p>Source: RFC 4253 §4.2, §6, §7.1; OpenSSH, sshd.
 */
final class SshFramer extends ProtocolFramer {

    private static final LineSignature VERSION = LineSignature.of("SSH-", "SSH-");

    /** No line of a version is longer. */
    private static final int LINE = 255;

    /** Where the type of a packet in clear stands, and behind a cookie the length of the first list of an offer. */
    private static final int TYPE = 5;

    private static final int OFFER = 22;
    private static final int KEY_EXCHANGE = 20;
    private static final int BLOCK = 8;

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
        met[direction] |= !context().fromStart() && isKeyExchange(bytes, offset, length);
        if (met[direction] && !VERSION.begins(asks(direction), bytes, offset, offset + length)) {
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

    /** Whether the offer that begins an exchange of keys, and nothing else, stands in these bytes. */
    private static boolean isKeyExchange(ByteBuffer bytes, int offset, int length) {
        return length > OFFER + Integer.BYTES
                && length % BLOCK == 0
                && bytes.getInt(offset) == length - Integer.BYTES
                && bytes.get(offset + TYPE) == KEY_EXCHANGE
                && bytes.getInt(offset + OFFER) > 0
                && bytes.getInt(offset + OFFER) < length - OFFER;
    }

    @Override
    public boolean endsByTurn(int direction) {
        return true;
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        piece.turns = true;
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

    /** What each side says first, or an offer of keys. */
    static final class Beginning implements Signature {

        private static final LineSignature LINES =
                LineSignature.of("SSH-", "SSH- Exceeded·MaxStart Not·allowed·at·this");

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            return LINES.judge(context, direction, bytes, offset, length);
        }

        @Override
        public boolean isWhole(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            return isKeyExchange(bytes, offset, length);
        }
    }
}

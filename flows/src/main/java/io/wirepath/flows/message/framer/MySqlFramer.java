package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * MySQL and MariaDB: the server greets, the client logs in (marked as set-up), then commands and responses, of which a
 * response may be many packets and several result sets.
 *
 * <pre>
 *   │ length 3, little-endian │ sequence 1 │ payload …       a length of 0xffffff goes on in the next packet
 * </pre>
 *
 * Source: MySQL internals manual, "Client/Server Protocol". Where a result ends is decided by {@link MySqlResponse}.
 */
final class MySqlFramer extends LengthFramer {

    private static final int HEADER = 4;
    private static final int LOOKS_AT = 24;
    private static final int FULL = 0xffffff;
    private static final int CLIENT_SSL = 0x800;
    private static final int DEPRECATE_EOF = 1 << 24;
    private static final int SSL_REQUEST_LENGTH = 32;
    private static final int COM_QUIT = 0x01;
    private static final int COM_CHANGE_USER = 0x11;
    private static final int COM_STMT_SEND_LONG_DATA = 0x18;
    private static final int COM_STMT_CLOSE = 0x19;
    private static final int LAST_COMMAND = 0x1f;

    /** Packets of a side while the client logs in. */
    private static final int FEW = 8;

    private final MySqlResponse response = new MySqlResponse();
    private boolean loggingIn;
    private boolean greeted;

    /** Whether nothing was read of the side that asks. */
    private boolean unasked;

    private final boolean[] continued = new boolean[2];

    MySqlFramer() {
        super(Protocol.MYSQL, HEADER);
    }

    @Override
    protected void onReset() {
        loggingIn = context().fromStart();
        greeted = false;
        unasked = true;
        continued[0] = false;
        continued[1] = false;
        response.reset();
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int payload = length(bytes, offset);
        int total = HEADER + payload;
        boolean wants = context().wantsOperations() && asks(direction);
        int seen = Math.min(total, HEADER + (wants ? OperationName.STATEMENT_BYTES : LOOKS_AT));
        if (length < seen) {
            return piece.need(seen);
        }
        int at = offset + HEADER;
        int count = seen - HEADER;
        boolean ends = asks(direction)
                ? ask(direction, bytes.get(offset + 3), bytes, at, count, payload, piece)
                : answer(direction, bytes, at, count, payload, length > total, piece);
        continued[direction] = payload == FULL;
        return ends && payload != FULL ? message(direction, total) : part(direction, total);
    }

    private boolean ask(int direction, int sequence, ByteBuffer bytes, int at, int count, int payload, Piece piece) {
        if (continued[direction]) {
            return true;
        }
        piece.role = Role.REQUEST;
        loggingIn |= sequence == 1 && payload >= SSL_REQUEST_LENGTH && !greeted && unasked;
        unasked = false;
        loggingIn &= sequence != 0; // a command: where its end was not captured, the login is over all the same
        if (loggingIn) {
            piece.flags = SightingCodec.FLAG_SETUP;
            if (payload >= SSL_REQUEST_LENGTH && sequence <= 2) {
                int capabilities = Integer.reverseBytes(bytes.getInt(at));
                response.logIn((capabilities & DEPRECATE_EOF) != 0);
                if (payload == SSL_REQUEST_LENGTH && (capabilities & CLIENT_SSL) != 0) {
                    piece.role = Role.ONE_WAY;
                    piece.handsOver = true;
                    piece.followedBy = Protocol.TLS;
                }
            }
            return true;
        }
        if (sequence != 0 || count == 0) {
            piece.role = Role.ONE_WAY; // the file of LOAD DATA LOCAL, up to an empty packet
            return payload == 0;
        }
        int command = bytes.get(at);
        if (command == COM_QUIT || command == COM_STMT_SEND_LONG_DATA || command == COM_STMT_CLOSE) {
            piece.role = Role.ONE_WAY;
            return true;
        }
        loggingIn = command == COM_CHANGE_USER;
        response.begin(command);
        if (context().wantsOperations() && (command == Beginning.COM_QUERY || command == Beginning.COM_STMT_PREPARE)) {
            piece.operation = OperationName.ofStatement(OperationName.MYSQL, bytes, at + 1, at + count);
        }
        return true;
    }

    private boolean answer(
            int direction, ByteBuffer bytes, int at, int count, int payload, boolean followed, Piece piece) {
        if (continued[direction]) {
            return response.goesOn(payload);
        }
        // no response has the number 0
        loggingIn |= !greeted && bytes.get(at - 1) == 0 && count > 0 && bytes.get(at) == Beginning.PROTOCOL_VERSION;
        if (!loggingIn) {
            piece.role = Role.RESPONSE;
            boolean ends = response.onPacket(bytes, at, count, payload, followed);
            if (ends) {
                piece.outcome = response.outcome(bytes, at, count);
            }
            return ends;
        }
        piece.flags = SightingCodec.FLAG_SETUP;
        if (!greeted && count > 0 && bytes.get(at) == Beginning.PROTOCOL_VERSION) {
            greeted = true;
            piece.role = Role.ONE_WAY;
            return true;
        }
        int first = count == 0 ? 0 : bytes.get(at) & 0xff;
        loggingIn = first != 0 && first != 0xff;
        // an error in place of the greeting answers the attempt to connect
        piece.role = first == 0xff && bytes.get(at - 1) == 0 ? Role.ONE_WAY : Role.RESPONSE;
        if (!loggingIn) {
            piece.outcome = response.outcome(bytes, at, count);
        }
        // 1 3: the password was known already, and OK follows in the same breath
        return !(first == 1 && payload == 2 && bytes.get(at + 1) == 3);
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    protected void onLose(int direction) {
        continued[direction] = false;
        if (!asks(direction)) {
            response.lose();
        } else {
            response.loseCommand();
        }
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length <= HEADER) {
            return MORE;
        }
        int sequence = bytes.get(offset + 3);
        int first = bytes.get(offset + HEADER);
        boolean asks = asks(direction);
        boolean command = sequence == 0 && first > 0 && first <= LAST_COMMAND || loggingIn && sequence <= FEW;
        return asks && !command ? NO_FRAME : HEADER + (long) length(bytes, offset);
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int offset, boolean fresh) {
        boolean begins = bytes.get(offset + 3) == 1 || loggingIn && bytes.get(offset + 3) <= FEW;
        return asks(direction) || fresh && begins;
    }

    private static int length(ByteBuffer bytes, int offset) {
        return bytes.get(offset) & 0xff | (bytes.get(offset + 1) & 0xff) << 8 | (bytes.get(offset + 2) & 0xff) << 16;
    }

    /** MySQL: the server's greeting, or in the middle of a connection one of the commonest commands. */
    static final class Beginning implements Signature {

        /** First byte of the greeting's payload. */
        static final int PROTOCOL_VERSION = 10;

        private static final int COM_QUERY = 0x03;
        private static final int COM_PING = 0x0e;
        private static final int COM_STMT_PREPARE = 0x16;
        private static final int COM_STMT_EXECUTE = 0x17;
        private static final int COM_RESET_CONNECTION = 0x1f;
        private static final byte ERROR = (byte) 0xff;
        private static final int FIRST_ERROR = 1000;
        private static final int LAST_ERROR = 4999;
        private static final int LONGEST_ERROR = 512;
        private static final int EXECUTE = 10;
        private static final int SHORTEST = 5;
        private static final int LOOKS_AT = 7;

        /** Of a log-in: capabilities 4, largest packet 4, character set 1, then zeros. */
        private static final int PROTOCOL_41 = 0x200;

        /** With which each column's definition begins: the catalog, which is always this. */
        private static final byte[] DEFINITION = {3, 'd', 'e', 'f'};

        private static final int LOG_IN_ZEROS = 13;
        private static final int MIN_LOG_IN = 36;

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (length > 3 && bytes.get(offset + 3) == 1 && !context.fromStart()) {
                return direction == context.requester()
                        ? judgeLogIn(bytes, offset, length)
                        : judgeAnswer(bytes, offset, length);
            }
            if (length < SHORTEST) {
                return mayFollow(bytes, offset, length) ? Verdict.MORE : Verdict.NO;
            }
            int payload = bytes.get(offset) & 0xff | (bytes.get(offset + 1) & 0xff) << 8;
            if (!mayFollow(bytes, offset, length)) {
                return Verdict.NO;
            }
            if (direction != context.requester()) {
                return judgeGreeting(context, payload, bytes, offset, length);
            }
            return switch (bytes.get(offset + 4)) {
                case COM_PING, COM_RESET_CONNECTION -> payload == 1 ? Verdict.YES : Verdict.NO;
                case COM_QUERY, COM_STMT_PREPARE -> judgeText(payload, bytes, offset, length);
                case COM_STMT_EXECUTE -> judgeExecute(payload, bytes, offset, length);
                default -> Verdict.NO;
            };
        }

        /** The log-in, where the greeting before it is missing. */
        private static Verdict judgeLogIn(ByteBuffer bytes, int offset, int length) {
            int payload = bytes.get(offset) & 0xff | (bytes.get(offset + 1) & 0xff) << 8;
            if (bytes.get(offset + 2) != 0 || payload < MIN_LOG_IN) {
                return Verdict.NO;
            }
            if (length < FramerChooser.LOOKS_AT) {
                return Verdict.MORE;
            }
            boolean zeros = (Integer.reverseBytes(bytes.getInt(offset + 4)) & PROTOCOL_41) != 0;
            for (int at = LOG_IN_ZEROS; at < FramerChooser.LOOKS_AT && zeros; at++) {
                zeros = bytes.get(offset + at) == 0;
            }
            return zeros ? Verdict.YES : Verdict.NO;
        }

        /** What answers a command that was not seen: done, an error, or columns that follow. */
        private static Verdict judgeAnswer(ByteBuffer bytes, int offset, int length) {
            int payload = bytes.get(offset) & 0xff | (bytes.get(offset + 1) & 0xff) << 8;
            if (bytes.get(offset + 2) != 0 || payload == 0) {
                return Verdict.NO;
            }
            if (length < Math.min(HEADER + payload, FramerChooser.LOOKS_AT)) {
                return Verdict.MORE;
            }
            int at = offset + HEADER;
            int first = bytes.get(at);
            if (first == ERROR) {
                return payload > 9 && bytes.get(at + 3) == '#' ? Verdict.YES : Verdict.NO;
            }
            if (first == 0) {
                boolean counted = payload >= 7 && bytes.get(at + 1) >= 0 && bytes.get(at + 2) >= 0;
                boolean quiet = counted && bytes.get(at + 4) == 0 && bytes.get(at + 5) == 0 && bytes.get(at + 6) == 0;
                return quiet && bytes.get(at + 3) != 0 || MySqlResponse.isPrepared(bytes, at, length - HEADER, payload)
                        ? Verdict.YES
                        : Verdict.NO;
            }
            if (payload != 1) {
                return Verdict.NO;
            }
            int column = at + payload;
            if (length < payload + 2 * HEADER + DEFINITION.length) {
                return Verdict.MORE;
            }
            boolean second = bytes.get(column + 2) == 0 && bytes.get(column + 3) == 2;
            int name = column + HEADER;
            return second && Ascii.agreement(bytes, name, DEFINITION.length, DEFINITION) == DEFINITION.length
                    ? Verdict.YES
                    : Verdict.NO;
        }

        /** Whether the packet is short and the first of its kind. */
        private static boolean mayFollow(ByteBuffer bytes, int offset, int length) {
            return length < 4 || bytes.get(offset + 2) == 0 && bytes.get(offset + 3) == 0;
        }

        /** The greeting, or an error in place of it. */
        private static Verdict judgeGreeting(
                FramerContext context, int payload, ByteBuffer bytes, int offset, int length) {
            boolean refuses = bytes.get(offset + 4) == ERROR && context.fromStart();
            if (payload < 3 || bytes.get(offset + 4) != PROTOCOL_VERSION && !refuses) {
                return Verdict.NO;
            }
            if (length < LOOKS_AT + 1) {
                return Verdict.MORE;
            }
            if (refuses) {
                int error = bytes.get(offset + 5) & 0xff | (bytes.get(offset + 6) & 0xff) << 8;
                boolean known = error >= FIRST_ERROR && error <= LAST_ERROR;
                return known && isText(bytes.get(offset + LOOKS_AT)) && payload < LONGEST_ERROR
                        ? Verdict.YES
                        : Verdict.NO;
            }
            int third = bytes.get(offset + 6);
            return Ascii.isDigit(bytes.get(offset + 5)) && (third == '.' || Ascii.isDigit(third))
                    ? Verdict.YES
                    : Verdict.NO;
        }

        private static Verdict judgeText(int payload, ByteBuffer bytes, int offset, int length) {
            if (payload < 3) {
                return Verdict.NO;
            }
            if (length < LOOKS_AT) {
                return Verdict.MORE;
            }
            int at = offset + SHORTEST;
            if (bytes.get(at) == 0 && bytes.get(at + 1) == 1) {
                at += 2; // no attributes of the query, in one set
            }
            if (length < at + 2 - offset) {
                return Verdict.MORE;
            }
            return isText(bytes.get(at)) && isText(bytes.get(at + 1)) ? Verdict.YES : Verdict.NO;
        }

        /** Statement 4, flags 1, how often: 1. */
        private static Verdict judgeExecute(int payload, ByteBuffer bytes, int offset, int length) {
            if (payload < EXECUTE) {
                return Verdict.NO;
            }
            if (length < 4 + EXECUTE) {
                return Verdict.MORE;
            }
            boolean once = bytes.getInt(offset + 4 + EXECUTE - 4) == 1 << 24;
            return once && (bytes.get(offset + 9) & 0xf0) == 0 ? Verdict.YES : Verdict.NO;
        }

        private static boolean isText(int b) {
            return b >= ' ' && b < 0x7f || b == '\n' || b == '\r' || b == '\t';
        }
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import java.nio.ByteBuffer;

/**
 * Where a MySQL response ends.
 *
 * <pre>
 *   OK 0x00 …, ERR 0xff …          one packet; after OK with MORE_RESULTS another result follows
 *   LOCAL INFILE 0xfb              the client sends a file, then OK or ERR follows
 *   count n                        n column definitions [EOF] rows … EOF, or OK with 0xfe in place of the EOFs
 *   prepared: OK, statement 4, columns 2, parameters 2, then that many definitions, each kind [EOF]
 *   EOF 0xfe │ warnings 2 │ status 2                    OK 0xfe │ rows 1 │ id 1 │ status 2 │ warnings 2 │ …
 * </pre>
 *
 * <p>Whether there are EOFs is what the client asked for when it logged in (CLIENT_DEPRECATE_EOF). Where that was not
 * seen, the packet behind the first definitions tells: an EOF has five bytes, and an OK more.
 */
final class MySqlResponse {

    private static final int SQL_STATE_AT = 4;
    private static final int MORE_RESULTS = 8;
    private static final int EOF_LENGTH = 5;
    private static final int PREPARED = 12;
    private static final int COM_FIELD_LIST = 0x04;
    private static final int COM_STATISTICS = 0x09;
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_FETCH = 0x1c;

    /** Error 1040, as its bytes stand. */
    private static final int TOO_MANY_CONNECTIONS = 0x1004;

    private static final int CURSOR_EXISTS = 0x40;

    /** How results end. */
    private enum Ends {
        UNKNOWN,
        OK,
        EOF
    }

    private enum State {
        FIRST,
        COLUMNS,
        AFTER_COLUMNS,
        ROWS,
        PARAMETERS,
        PREPARED_COLUMNS
    }

    private Ends ends = Ends.UNKNOWN;
    private State state = State.FIRST;
    private int command;
    private int packetsLeft;
    private int columns;
    private boolean ended;

    void reset() {
        state = State.FIRST;
        ends = Ends.UNKNOWN;
        command = 0;
        ended = true;
    }

    /** The client logged in, and asked for OK in place of EOF or did not. */
    void logIn(boolean deprecatesEof) {
        ends = deprecatesEof ? Ends.OK : Ends.EOF;
    }

    /** Packets are missing. */
    void lose() {
        state = State.FIRST;
    }

    /** What was asked is missing. */
    void loseCommand() {
        command = 0;
    }

    /** Whether this OK tells of a prepared statement: numbers, a zero, and no warnings. */
    static boolean isPrepared(ByteBuffer bytes, int at, int count, int payload) {
        return payload == PREPARED && count >= PREPARED && bytes.get(at + 9) == 0 && bytes.getShort(at + 10) == 0;
    }

    /** A command was sent. */
    void begin(int command) {
        this.command = command;
        state = command == COM_STMT_FETCH ? State.ROWS : State.FIRST;
    }

    /** The packet continues one of full length: whether the response ends with it. */
    boolean goesOn(int payload) {
        return ended && payload < 0xffffff;
    }

    /**
     * The first bytes of a packet: whether the response ends with it.
     *
     * @param followed whether more bytes came with it
     */
    boolean onPacket(ByteBuffer bytes, int at, int count, int payload, boolean followed) {
        int first = count == 0 ? 0 : bytes.get(at) & 0xff;
        ended = first == 0xff && state != State.COLUMNS || onPacket(first, bytes, at, count, payload, followed);
        if (ended) {
            state = State.FIRST;
        }
        return ended;
    }

    /**
     * How the response that the packet ends has ended ({@link Outcome}).
     *
     * <pre>
     *   0xff │ error 2, little-endian │ '#' │ SQLSTATE 5 │ text …      without '#' before the log-in
     * </pre>
     */
    int outcome(ByteBuffer bytes, int at, int count) {
        if (count == 0 || (bytes.get(at) & 0xff) != 0xff) {
            return Outcome.of(Outcome.Kind.SQL, 0);
        }
        if (count >= SQL_STATE_AT + 2 && bytes.get(at + SQL_STATE_AT - 1) == '#') {
            return Outcome.ofSqlState(bytes.get(at + SQL_STATE_AT), bytes.get(at + SQL_STATE_AT + 1));
        }
        boolean tooMany = count > 2 && (bytes.getShort(at + 1) & 0xffff) == TOO_MANY_CONNECTIONS;
        return tooMany ? Outcome.ofSqlState('0', '8') : Outcome.ofSqlState('H', 'Y');
    }

    private boolean onPacket(int first, ByteBuffer bytes, int at, int count, int payload, boolean followed) {
        switch (state) {
            case FIRST -> {
                return onFirst(first, bytes, at, count, payload);
            }
            case COLUMNS -> {
                packetsLeft--;
                state = packetsLeft == 0 ? State.AFTER_COLUMNS : State.COLUMNS;
                return false;
            }
            case PARAMETERS, PREPARED_COLUMNS -> {
                return onDefinition(first == 0xfe && payload == EOF_LENGTH, followed);
            }
            case AFTER_COLUMNS -> {
                state = State.ROWS;
                boolean isEof = first == 0xfe && payload == EOF_LENGTH;
                ends = isEof ? Ends.EOF : Ends.OK;
                return isEof ? (status(bytes, at) & CURSOR_EXISTS) != 0 : onRow(first, bytes, at, count, payload);
            }
            default -> {
                return onRow(first, bytes, at, count, payload);
            }
        }
    }

    private boolean onFirst(int first, ByteBuffer bytes, int at, int count, int payload) {
        if (command == COM_STATISTICS) {
            return true;
        }
        if (command == COM_FIELD_LIST) {
            return first == 0xfe && payload <= EOF_LENGTH + 2;
        }
        boolean prepared = command == COM_STMT_PREPARE || command == 0 && isPrepared(bytes, at, count, payload);
        if (first == 0 && prepared && count >= 9) {
            columns = Short.reverseBytes(bytes.getShort(at + 5)) & 0xffff;
            packetsLeft = Short.reverseBytes(bytes.getShort(at + 7)) & 0xffff;
            state = State.PARAMETERS;
            return packetsLeft == 0 && toColumns();
        }
        if (first == 0 || first == 0xfe) {
            return !moreAfterOk(bytes, at, count);
        }
        if (first == 0xfb) {
            return false;
        }
        packetsLeft = first < 0xfb ? first : Short.reverseBytes(bytes.getShort(at + 1)) & 0xffff;
        // MariaDB: the definitions are known already
        boolean undefined = first < 0xfb && payload == 2 && bytes.get(at + 1) == 0;
        state = packetsLeft == 0 || undefined ? State.AFTER_COLUMNS : State.COLUMNS;
        return false;
    }

    /** A definition of a prepared statement, or what ends those of a kind: whether the response ends with it. */
    private boolean onDefinition(boolean isEof, boolean followed) {
        if (isEof) {
            ends = Ends.EOF;
            return state == State.PREPARED_COLUMNS || toColumns();
        }
        if (state == State.PARAMETERS && packetsLeft == 0) {
            ends = Ends.OK;
            state = State.PREPARED_COLUMNS;
            packetsLeft = columns;
        }
        packetsLeft--;
        if (packetsLeft > 0 || ends == Ends.EOF) {
            return false;
        }
        boolean last = state == State.PREPARED_COLUMNS || columns == 0;
        if (ends == Ends.OK) {
            return last || toColumns();
        }
        return last && !followed;
    }

    /** The columns of a prepared statement come next: whether there are none. */
    private boolean toColumns() {
        state = State.PREPARED_COLUMNS;
        packetsLeft = columns;
        return columns == 0;
    }

    /** Of an EOF. */
    private static int status(ByteBuffer bytes, int at) {
        return Short.reverseBytes(bytes.getShort(at + 3));
    }

    private boolean onRow(int first, ByteBuffer bytes, int at, int count, int payload) {
        if (first != 0xfe || payload >= 0xffffff) {
            return false;
        }
        boolean more = payload == EOF_LENGTH ? (status(bytes, at) & MORE_RESULTS) != 0 : moreAfterOk(bytes, at, count);
        state = State.FIRST;
        return !more;
    }

    /** OK: header 1, affected rows and last id (1 to 9 bytes each), status 2, … */
    private static boolean moreAfterOk(ByteBuffer bytes, int at, int count) {
        int status = 1;
        for (int i = 0; i < 2 && status < count; i++) {
            int first = bytes.get(at + status) & 0xff;
            status += first < 0xfb ? 1 : first == 0xfc ? 3 : first == 0xfd ? 4 : 9;
        }
        return status + 2 <= count && (Short.reverseBytes(bytes.getShort(at + status)) & MORE_RESULTS) != 0;
    }
}

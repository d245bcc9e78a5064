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
 * </pre>
 */
final class MySqlResponse {

    private static final int SQL_STATE_AT = 4;
    private static final int MORE_RESULTS = 8;
    private static final int EOF_LENGTH = 5;
    private static final int COM_FIELD_LIST = 0x04;
    private static final int COM_STATISTICS = 0x09;
    private static final int COM_STMT_PREPARE = 0x16;

    /** Whether the client asked for OK in place of EOF (CLIENT_DEPRECATE_EOF). */
    boolean endsWithOk;

    private enum State {
        FIRST,
        COLUMNS,
        AFTER_COLUMNS,
        ROWS,
        DEFINITIONS
    }

    private State state = State.FIRST;
    private int command;
    private int packetsLeft;
    private boolean ended;

    void reset() {
        state = State.FIRST;
        endsWithOk = true;
        command = 0;
        ended = true;
    }

    /** A command was sent. */
    void begin(int command) {
        this.command = command;
        state = State.FIRST;
    }

    /** The packet continues one of full length: whether the response ends with it. */
    boolean goesOn(int payload) {
        return ended && payload < 0xffffff;
    }

    /** The first bytes of a packet: whether the response ends with it. */
    boolean onPacket(ByteBuffer bytes, int at, int count, int payload) {
        int first = count == 0 ? 0 : bytes.get(at) & 0xff;
        ended = first == 0xff && state != State.COLUMNS || onPacket(first, bytes, at, count, payload);
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
        boolean hasState = count >= SQL_STATE_AT + 2 && bytes.get(at + SQL_STATE_AT - 1) == '#';
        return hasState
                ? Outcome.ofSqlState(bytes.get(at + SQL_STATE_AT), bytes.get(at + SQL_STATE_AT + 1))
                : Outcome.ofSqlState('H', 'Y');
    }

    private boolean onPacket(int first, ByteBuffer bytes, int at, int count, int payload) {
        switch (state) {
            case FIRST -> {
                return onFirst(first, bytes, at, count, payload);
            }
            case COLUMNS -> {
                packetsLeft--;
                state = packetsLeft == 0 ? State.AFTER_COLUMNS : State.COLUMNS;
                return false;
            }
            case DEFINITIONS -> {
                packetsLeft--;
                return packetsLeft == 0;
            }
            case AFTER_COLUMNS -> {
                state = State.ROWS;
                return !(first == 0xfe && payload == EOF_LENGTH && !endsWithOk)
                        && onRow(first, bytes, at, count, payload);
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
        if (first == 0 && command == COM_STMT_PREPARE && count >= 9) {
            int columns = Short.reverseBytes(bytes.getShort(at + 5)) & 0xffff;
            int parameters = Short.reverseBytes(bytes.getShort(at + 7)) & 0xffff;
            int perKind = endsWithOk ? 0 : 1;
            packetsLeft = (columns > 0 ? columns + perKind : 0) + (parameters > 0 ? parameters + perKind : 0);

            state = State.DEFINITIONS;
            return packetsLeft == 0;
        }
        if (first == 0 || first == 0xfe) {
            return !moreAfterOk(bytes, at, count);
        }
        if (first == 0xfb) {
            return false;
        }
        packetsLeft = first < 0xfb ? first : Short.reverseBytes(bytes.getShort(at + 1)) & 0xffff;

        state = packetsLeft == 0 ? State.AFTER_COLUMNS : State.COLUMNS;
        return false;
    }

    private boolean onRow(int first, ByteBuffer bytes, int at, int count, int payload) {
        if (first != 0xfe || payload >= 0xffffff) {
            return false;
        }
        boolean more = payload == EOF_LENGTH
                ? (Short.reverseBytes(bytes.getShort(at + 3)) & MORE_RESULTS) != 0
                : moreAfterOk(bytes, at, count);
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

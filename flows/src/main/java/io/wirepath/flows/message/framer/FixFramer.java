package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * FIX: an order, a change or a cancellation is a request, and the first report of its identifier answers it; further
 * reports of it and all else are one-way, what keeps the session is set-up. Where the request may be missing, a report
 * answers it that says that it was taken, done or rejected, and not that something was traded.
 *
 * <pre>
 *   8=FIX.4.4 │ 9=length │ 35=type │ … │ 11=identifier │ … │ 10=sum │       a byte 1 behind each field
 *                        └──────── length bytes ────────┘
 *   150=what a report says: 0 new, 4 canceled, 5 replaced, 6 A E soon to be so, 8 rejected, F traded, …
 * </pre>
 *
 * Source: FIX Trading Community, "FIX Session Layer", and "FIX 4.4", volumes 3 and 4.
 */
final class FixFramer extends LengthFramer {

    private static final byte SOH = 1;

    /** A beginning with a short version, a length of one digit and a type. */
    private static final int HEADER = 18;

    /** Room for version, length and type. */
    private static final int BEGINS = 40;

    /** So many bytes hold them as a rule. */
    private static final int TYPED = 24;

    /** The sum: three digits. */
    private static final int SUM = 7;

    /** Most bytes in which the identifier is looked for. */
    private static final int LOOKED_AT = 1024;

    private static final int MAX_SIZE = 1 << 24;
    private static final byte[] ORDER = "\u000111=".getBytes(US_ASCII);
    private static final byte[] SAYS = "\u0001150=".getBytes(US_ASCII);
    private static final byte[] BEGIN = "8=FIX".getBytes(US_ASCII);

    /** Heartbeat to logout, and logon. */
    private static final String SESSION = "012345A";

    /** Orders, changes and cancellations. */
    private static final String ASKS = "DFG";

    private static final char REPORT = '8';
    private static final char CANNOT_CANCEL = '9';

    /** What reports say that answer a request. */
    private static final String ANSWERS = "04568AE";

    private static final int REMEMBERED = 256;

    /** Identifiers of the latest requests, by their lowest bits; below 0 once one is answered. */
    private final long[] asked = new long[REMEMBERED];

    /** Whether bytes of the server are missing since, which may have answered it. */
    private final boolean[] maybeAnswered = new boolean[REMEMBERED];

    /** Whether this server answers an order by what was traded, with no word before. */
    private boolean tradesAtOnce;

    /** Requests that are open, whose identifiers were cut off. */
    private int cutOff;

    /** Whether zeros stand for the end of the next message that is read. */
    private boolean padded;

    FixFramer() {
        super(Protocol.FIX, HEADER);
    }

    @Override
    protected void onReset() {
        Arrays.fill(asked, 0);
        tradesAtOnce = false;
        cutOff = 0;
        padded = false;
    }

    @Override
    protected void onLose(int direction) {
        padded = false;
        if (!asks(direction)) {
            Arrays.fill(maybeAnswered, true);
        }
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        padded = seen >= TYPED;
        return padded;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        long total = measure(direction, bytes, offset, length);
        if (total == NO_FRAME) {
            return piece.giveUp();
        }
        int seen = total == MORE ? length + 1 : (int) Math.min(total, LOOKED_AT);
        if (length < seen) {
            return piece.need(seen);
        }
        read(bytes, type(bytes, offset, length), offset + seen, piece);
        return message(direction, total);
    }

    private void read(ByteBuffer bytes, int typeAt, int end, Piece piece) {
        boolean single = bytes.get(typeAt + 1) == SOH;
        int type = single ? bytes.get(typeAt) : 0;
        piece.role = Role.ONE_WAY;
        piece.flags = SESSION.indexOf(type) >= 0 ? SightingCodec.FLAG_SETUP : 0;
        if (ASKS.indexOf(type) >= 0) {
            ask(find(ORDER, bytes, typeAt, end), bytes, end, piece);
        } else if (type == REPORT || type == CANNOT_CANCEL) {
            answer(find(ORDER, bytes, typeAt, end), bytes, typeAt, end, piece);
        }
        padded = false;
    }

    private void ask(int at, ByteBuffer bytes, int end, Piece piece) {
        long id = identifier(at, bytes, end);
        if (id != 0 || padded) {
            piece.role = Role.REQUEST;
            piece.key = id == 0 ? Piece.CUT_OFF : id;
            asked[(int) id & REMEMBERED - 1] = id;
            maybeAnswered[(int) id & REMEMBERED - 1] = false;
            cutOff += id == 0 ? 1 : 0;
        }
    }

    private void answer(int at, ByteBuffer bytes, int typeAt, int end, Piece piece) {
        long id = identifier(at, bytes, end);
        int slot = (int) id & REMEMBERED - 1;
        if (id == 0 && padded && cutOff > 0) {
            cutOff--;
            piece.role = Role.RESPONSE;
            piece.key = Piece.CUT_OFF;
        } else if (id != 0
                && (asked[slot] == id
                        ? answersSeen(slot, bytes, typeAt, end)
                        : asked[slot] != -id && answersUnseen(bytes, typeAt, end))) {
            asked[slot] = -id;
            piece.role = Role.RESPONSE;
            piece.key = id;
        }
    }

    /** What was traded answers a request if nothing before it may have, or no other word comes before it here. */
    private boolean answersSeen(int slot, ByteBuffer bytes, int typeAt, int end) {
        int at = find(SAYS, bytes, typeAt, end);
        if (at < 0 || at >= end || ANSWERS.indexOf(bytes.get(at)) >= 0) {
            return true;
        }
        tradesAtOnce |= !maybeAnswered[slot];
        return tradesAtOnce;
    }

    private boolean answersUnseen(ByteBuffer bytes, int typeAt, int end) {
        int at = context().fromStart() ? -1 : find(SAYS, bytes, typeAt, end);
        return at >= 0 && at < end && ANSWERS.indexOf(bytes.get(at)) >= 0;
    }

    /** The value behind this, or -1. */
    private static int find(byte[] field, ByteBuffer bytes, int from, int end) {
        for (int at = from; at + field.length < end; at++) {
            if (bytes.get(at) == SOH && Ascii.agreement(bytes, at, end - at, field) == field.length) {
                return at + field.length;
            }
        }
        return -1;
    }

    /** The client's identifier of an order, as a number that is above 0; 0 if it is not there. */
    private static long identifier(int from, ByteBuffer bytes, int end) {
        int stop = from < 0 ? -1 : Ascii.indexOf(bytes, SOH, from, end);
        long number = 1;
        for (int at = from; at < stop; at++) {
            number = number * 31 + bytes.get(at);
        }
        return stop < 0 ? 0 : number & Long.MAX_VALUE | 1L << Integer.SIZE;
    }

    /** Where the type of a message stands, or -1. */
    private static int type(ByteBuffer bytes, int offset, int length) {
        int end = offset + Math.min(length, BEGINS);
        int version = Ascii.indexOf(bytes, SOH, offset, end);
        int size = version < 0 ? -1 : Ascii.indexOf(bytes, SOH, version + 1, end);
        return size < 0 || size + 5 > end ? -1 : size + 4;
    }

    @Override
    protected boolean mayBeSplit() {
        return true;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (Ascii.agreement(bytes, offset, length, BEGIN) < Math.min(length, BEGIN.length)) {
            return NO_FRAME;
        }
        int type = type(bytes, offset, length);
        if (type < 0) {
            return length < BEGINS ? MORE : NO_FRAME;
        }
        int version = Ascii.indexOf(bytes, SOH, offset, type);
        int from = version + 3;
        long size = bytes.get(version + 1) == '9' && bytes.get(version + 2) == '='
                ? Ascii.decimal(bytes, from, type - 4)
                : -1;
        boolean typed = bytes.get(type - 3) == '3' && bytes.get(type - 2) == '5' && bytes.get(type - 1) == '=';
        return typed && size > 4 && size < MAX_SIZE ? type - 3 - offset + size + SUM : NO_FRAME;
    }

    /** FIX: its version, of either side. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        return Ascii.beginsWith(bytes, offset, length, BEGIN);
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * DCE/RPC over TCP: calls by their number, in one fragment or several. Binding to an interface, and logging in with it,
 * is set-up; a fault, and a binding that is refused, is the outcome. The operation is the interface with the number of
 * its procedure.
 *
 * <pre>
 *   0   1   2      3       4              8        10       12        16
 *   │ 5 │ 0 │ type │ flags │ byte order 4 │ size 2 │ auth 2 │ call id │ …      flags: 1 first fragment, 2 last one
 *   request    size of all 4 │ context 2 │ procedure 2        fault    size of all 4 │ context 2 │ … 2 │ status 4
 *   bind       sizes 4 │ group 4 │ contexts 1 … │ context 2 │ 1, 0 │ interface 16, version 4 │ …
 *   bind ack   sizes 4 │ group 4 │ length 2, address │ to 4 │ results 1 … │ result 2, reason 2, syntax 20 │ …
 * </pre>
 *
 * Source: The Open Group, C706 "DCE 1.1: Remote Procedure Call", chapter 12; MS-RPCE §2.2.2.
 */
final class DceRpcFramer extends LengthFramer {

    private static final int HEADER = 16;
    private static final int SIZE = 8;
    private static final int CALL_ID = 12;
    private static final int CONTEXT = 20;
    private static final int PROCEDURE = 22;
    private static final int STATUS = 24;
    private static final int ADDRESS = 24;
    private static final int FIRST_CONTEXT = 28;
    private static final int INTERFACE = 4;
    private static final int INTERFACE_BYTES = 20;
    private static final int RESULT_BYTES = 24;

    private static final int REQUEST = 0;
    private static final int RESPONSE = 2;
    private static final int FAULT = 3;
    private static final int BIND = 11;
    private static final int BOUND = 12;
    private static final int NOT_BOUND = 13;
    private static final int ALTER = 14;
    private static final int ALTERED = 15;
    private static final int LAST_TYPE = 19;

    private static final int FIRST_FRAGMENT = 1;
    private static final int LAST_FRAGMENT = 2;

    /** Types, one bit each: those that ask, answer, and those of a connection that is made or told of. */
    private static final int ASKS = 1 << REQUEST | 1 << BIND | 1 << ALTER;

    private static final int ANSWERS = 1 << RESPONSE | 1 << FAULT | 1 << BOUND | 1 << NOT_BOUND | 1 << ALTERED;
    private static final int KNOWN = ASKS | ANSWERS | 1 << 16 | 1 << 17 | 1 << 18 | 1 << LAST_TYPE;
    private static final int WORKS = 1 << REQUEST | 1 << RESPONSE | 1 << FAULT;

    /** Contexts whose interface is remembered. */
    private static final int CONTEXTS = 16;

    private final @Nullable String[] interfaces = new @Nullable String[CONTEXTS];

    DceRpcFramer() {
        super(Protocol.DCE_RPC, HEADER);
    }

    @Override
    protected void onReset() {
        for (int i = 0; i < CONTEXTS; i++) {
            interfaces[i] = null;
        }
    }

    @Override
    protected boolean mayBeSplit() {
        return true;
    }

    @Override
    protected boolean beginsMessage(int direction, ByteBuffer bytes, int offset) {
        return (bytes.get(offset + 3) & FIRST_FRAGMENT) != 0;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        long total = measure(direction, bytes, offset, length);
        if (total <= 0) {
            return piece.giveUp();
        }
        int type = bytes.get(offset + 2);
        int seen = (int) Math.min(total, seen(type, bytes, offset, length));
        if (length < seen) {
            return piece.need(seen);
        }
        int flags = bytes.get(offset + 3);
        boolean works = (WORKS & 1 << type) != 0;
        boolean first = (flags & FIRST_FRAGMENT) != 0;
        boolean last = (flags & LAST_FRAGMENT) != 0 || !works;
        int call = number(bytes, offset, CALL_ID);
        piece.key = Integer.toUnsignedLong(call);
        piece.slot = call & Integer.MAX_VALUE;
        piece.role = (ASKS & 1 << type) != 0 ? Role.REQUEST : (ANSWERS & 1 << type) != 0 ? Role.RESPONSE : Role.ONE_WAY;
        piece.goesOn = works && !first;
        piece.splits = works && first;
        piece.flags = works ? 0 : SightingCodec.FLAG_SETUP;
        read(type, bytes, offset, offset + seen, piece);
        return last ? message(direction, total) : part(direction, total);
    }

    /** How much of a fragment is looked at. */
    private int seen(int type, ByteBuffer bytes, int offset, int length) {
        boolean names = context().wantsOperations();
        return switch (type) {
            case REQUEST -> names ? PROCEDURE + Short.BYTES : HEADER;
            case FAULT -> STATUS + Integer.BYTES;
            case NOT_BOUND -> HEADER + Short.BYTES;
            case BIND, ALTER -> names ? FIRST_CONTEXT + INTERFACE + INTERFACE_BYTES : HEADER;
            case BOUND, ALTERED ->
                length < ADDRESS + 2 ? ADDRESS + 2 : resultsAt(bytes, offset) + Integer.BYTES + RESULT_BYTES;
            default -> HEADER;
        };
    }

    /** Where what became of each context stands, behind the address. */
    private static int resultsAt(ByteBuffer bytes, int offset) {
        return ADDRESS + 2 + short16(bytes, offset, ADDRESS) + 3 & -4;
    }

    private void read(int type, ByteBuffer bytes, int offset, int end, Piece piece) {
        int length = end - offset;
        switch (type) {
            case REQUEST -> {
                boolean named = length >= PROCEDURE + Short.BYTES && context().wantsOperations();
                if (named && (bytes.get(offset + 3) & FIRST_FRAGMENT) != 0) {
                    int context = short16(bytes, offset, CONTEXT);
                    String name = context < CONTEXTS ? interfaces[context] : null;
                    piece.operation = (name == null ? "" : name + " ") + short16(bytes, offset, PROCEDURE);
                }
            }
            case BIND, ALTER -> learnInterface(bytes, offset, length);
            case RESPONSE -> piece.outcome = Outcome.ofDceStatus(0);
            case FAULT -> {
                if (length >= STATUS + Integer.BYTES) {
                    piece.outcome = Outcome.ofDceStatus(number(bytes, offset, STATUS));
                }
            }
            case NOT_BOUND -> piece.outcome = Outcome.DCE_NOT_BOUND;
            case BOUND, ALTERED -> piece.outcome = bound(bytes, offset, length);
            default -> {}
        }
    }

    /** Remembers the interface of the first context that is asked for, the others are other ways to pack it. */
    private void learnInterface(ByteBuffer bytes, int offset, int length) {
        int context = length < FIRST_CONTEXT + 2 ? CONTEXTS : short16(bytes, offset, FIRST_CONTEXT);
        int at = FIRST_CONTEXT + INTERFACE;
        if (context < CONTEXTS && length >= at + INTERFACE_BYTES) {
            interfaces[context] = String.format(
                    Locale.ROOT,
                    "%08x-%04x-%04x-%04x-%012x",
                    number(bytes, offset, at),
                    short16(bytes, offset, at + 4),
                    short16(bytes, offset, at + 6),
                    bytes.getShort(offset + at + 8) & 0xffff,
                    bytes.getLong(offset + at + 8) & 0xffff_ffff_ffffL);
        }
    }

    /** Whether the one context that was asked for is refused; of several not all are spoken. */
    private static int bound(ByteBuffer bytes, int offset, int length) {
        int at = length < ADDRESS + 2 ? length : resultsAt(bytes, offset);
        if (length < at + Integer.BYTES + 2 || bytes.get(offset + at) == 0) {
            return Outcome.UNKNOWN;
        }
        boolean refused = bytes.get(offset + at) == 1 && short16(bytes, offset, at + Integer.BYTES) != 0;
        return refused ? Outcome.DCE_NOT_BOUND : Outcome.ofDceStatus(0);
    }

    private static boolean isLittleEndian(ByteBuffer bytes, int offset) {
        return bytes.get(offset + 4) != 0;
    }

    private static int short16(ByteBuffer bytes, int offset, int at) {
        short own = bytes.getShort(offset + at);
        return (isLittleEndian(bytes, offset) ? Short.reverseBytes(own) : own) & 0xffff;
    }

    private static int number(ByteBuffer bytes, int offset, int at) {
        int own = bytes.getInt(offset + at);
        return isLittleEndian(bytes, offset) ? Integer.reverseBytes(own) : own;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        return sizeOf(bytes, offset, length);
    }

    private static long sizeOf(ByteBuffer bytes, int offset, int length) {
        if (!mayBegin(bytes, offset, length)) {
            return NO_FRAME;
        }
        if (length < HEADER) {
            return MORE;
        }
        int size = short16(bytes, offset, SIZE);
        return size >= HEADER && short16(bytes, offset, SIZE + 2) <= size - HEADER ? size : NO_FRAME;
    }

    /** Whether these bytes, as far as they are there, are version, type, flags and byte order. */
    private static boolean mayBegin(ByteBuffer bytes, int offset, int length) {
        int type = length > 2 ? bytes.get(offset + 2) : 0;
        return bytes.get(offset) == 5
                && (length < 2 || (bytes.get(offset + 1) & 0xfe) == 0)
                && type >= 0
                && type <= LAST_TYPE
                && (KNOWN & 1 << type) != 0
                && (length < 5 || (bytes.get(offset + 4) & 0xef) == 0)
                && (length < 8 || (bytes.getInt(offset + 4) & 0xff_ffff) == 0);
    }

    /**
     * A header, of a type that its side sends; of a connection that was seen from its start, the client's that binds.
     */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean start = context.fromStart();
        boolean asks = direction == context.requester();
        long size = sizeOf(bytes, offset, length);
        int type = length > 2 ? bytes.get(offset + 2) : BIND;
        int others = !context.isRequesterKnown() ? 0 : asks ? ANSWERS : ASKS;
        if (size == NO_FRAME || start && (!asks || type != BIND) || length > 2 && (others & 1 << type) != 0) {
            return Verdict.NO;
        }
        return size == MORE ? Verdict.MORE : Verdict.YES;
    }
}

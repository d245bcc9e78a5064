package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;

/**
 * SOCKS 4, 4a and 5: what agrees on a tunnel is set-up, in order; what goes through it is told by its own bytes.
 *
 * <pre>
 *   4   │ 4 │ command 1 │ port 2 │ address 4 │ user … 0 │ (0.0.0.x: name … 0)      │ 0 │ code 1 │ port 2 │ address 4 │
 *   5   │ 5 │ count 1 │ methods │                                                  │ 5 │ method 1 │
 *       │ 1 │ length 1, user │ length 1, password │                                │ 1 │ status 1 │
 *       │ 5 │ command 1 │ 0 │ kind 1 │ address, or length 1, name │ port 2 │       │ 5 │ code 1 │ 0 │ kind 1 │ address │ port 2 │
 * </pre>
 *
 * Source: RFC 1928 §3, §4, §6; RFC 1929 §2; "SOCKS: A protocol for TCP proxy across firewalls", and its 4A.
 */
final class SocksFramer extends LengthFramer {

    private static final int FIRST = 4;
    private static final int LATER = 5;
    private static final int LOG_IN = 1;
    private static final int BY_NAME = 3;
    private static final int ADDRESS_6 = 4;
    private static final int ADDRESS_AT = 4;
    private static final int USER_AT = 8;
    private static final int GRANTED_FIRST = 0x5a;
    private static final int LAST_REFUSAL_FIRST = 0x5d;
    private static final int NO_METHOD = 0xff;
    private static final int MAX_METHODS = 3;
    private static final int CONNECT = 1;
    private static final int MAX_CODE = 8;

    /** A request or an answer of version 5 with an address of four bytes. */
    private static final int SHORTEST = 10;

    private static final int MAX_REQUEST = 600;

    private boolean greeted;
    private boolean asked;

    SocksFramer() {
        super(Protocol.SOCKS, 2);
    }

    @Override
    protected void onReset() {
        greeted = false;
        asked = false;
    }

    /** Where what came before is missing, what is said tells how far they are. */
    private void join(boolean asks, ByteBuffer bytes, int offset, int length) {
        if (asked || context().fromStart()) {
            return;
        }
        if (tellsAddress(bytes, offset, length)) {
            greeted = true;
            asked = !asks;
        } else if (!asks && !greeted) {
            asked = tellsFirst(bytes, offset, length);
        }
    }

    /** Whether this is a request or an answer of version 5 that holds an address, and nothing else. */
    private static boolean tellsAddress(ByteBuffer bytes, int offset, int length) {
        if (length <= ADDRESS_AT || bytes.get(offset) != LATER || bytes.get(offset + 2) != 0) {
            return false;
        }
        int code = bytes.get(offset + 1);
        int kind = bytes.get(offset + ADDRESS_AT - 1);
        return code >= 0
                && code <= MAX_CODE
                && (kind == 1 || kind == BY_NAME || kind == ADDRESS_6)
                && length == behindAddress(bytes, offset, length);
    }

    /** Whether this is an answer of version 4, and nothing else. */
    private static boolean tellsFirst(ByteBuffer bytes, int offset, int length) {
        int code = length == USER_AT ? bytes.getShort(offset) : 0;
        return code >= GRANTED_FIRST && code <= LAST_REFUSAL_FIRST;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.flags = SightingCodec.FLAG_SETUP;
        boolean asks = asks(direction);
        join(asks, bytes, offset, length);
        piece.role = asks ? Role.REQUEST : Role.RESPONSE;
        int total = asks ? ask(bytes, offset, length) : answer(bytes, offset, length, piece);
        if (total > length) {
            return piece.need(total);
        }
        if (total <= 0) {
            return piece.giveUp();
        }
        asked |= asks && (greeted ? bytes.get(offset) == LATER : bytes.get(offset) == FIRST);
        greeted |= bytes.get(offset) == LATER;
        if (asks && asked && context().wantsOperations()) {
            piece.operation = "CONNECT " + target(bytes, offset, total);
        }
        return message(direction, total);
    }

    /** Bytes of what the client says; more than there are where more must be seen, 0 if it is nothing. */
    private int ask(ByteBuffer bytes, int offset, int length) {
        int first = bytes.get(offset);
        int second = bytes.get(offset + 1) & 0xff;
        if (first == FIRST && !greeted) {
            int end = behindFirst(bytes, offset, length);
            return end > MAX_REQUEST ? 0 : end;
        }
        if (first == LOG_IN && greeted && !asked) {
            int password = 2 + second;
            return length <= password ? password + 1 : password + 1 + (bytes.get(offset + password) & 0xff);
        }
        if (first != LATER) {
            return 0;
        }
        return greeted ? behindAddress(bytes, offset, length) : 2 + second;
    }

    private int answer(ByteBuffer bytes, int offset, int length, Piece piece) {
        int first = bytes.get(offset);
        int second = bytes.get(offset + 1) & 0xff;
        if (first == LOG_IN && !asked) {
            piece.outcome = Outcome.of(Outcome.Kind.SOCKS, second == 0 ? 0 : NO_METHOD);
            return 2;
        }
        if (first == LATER && !asked) {
            piece.outcome = Outcome.of(Outcome.Kind.SOCKS, second == NO_METHOD ? second : 0);
            return 2;
        }
        boolean early = first == 0 && !greeted;
        if (!asked || first != LATER && !early) {
            return 0;
        }
        int total = early ? USER_AT : behindAddress(bytes, offset, length);
        int code = early && second == GRANTED_FIRST ? 0 : second;
        piece.outcome = Outcome.of(Outcome.Kind.SOCKS, code);
        piece.handsOver = code == 0 && total <= length;
        piece.tunnels = piece.handsOver;
        return total;
    }

    /** The end of an address and its port, behind version, command or code, and a byte of nothing. */
    private static int behindAddress(ByteBuffer bytes, int offset, int length) {
        if (length <= ADDRESS_AT) {
            return ADDRESS_AT + 1;
        }
        int address = switch (bytes.get(offset + ADDRESS_AT - 1)) {
            case BY_NAME -> 1 + (bytes.get(offset + ADDRESS_AT) & 0xff);
            case ADDRESS_6 -> 16;
            default -> 4;
        };
        return ADDRESS_AT + address + Short.BYTES;
    }

    /** The end of a request of version 4: that of its user, or of the name behind that. */
    private static int behindFirst(ByteBuffer bytes, int offset, int length) {
        int end = length <= USER_AT ? USER_AT + 1 : behindText(bytes, offset, USER_AT, length);
        return end <= length && isByName(bytes, offset) ? behindText(bytes, offset, end, length) : end;
    }

    private static int behindText(ByteBuffer bytes, int offset, int from, int length) {
        int zero = Ascii.indexOf(bytes, (byte) 0, offset + from, offset + length);
        return zero < 0 ? length + 1 : zero + 1 - offset;
    }

    private static boolean isByName(ByteBuffer bytes, int offset) {
        int address = bytes.getInt(offset + 4);
        return address >>> 8 == 0 && address != 0;
    }

    /** Where a request wants to go, as far as it is a name. */
    private static String target(ByteBuffer bytes, int offset, int total) {
        boolean early = bytes.get(offset) == FIRST;
        boolean named = early ? isByName(bytes, offset) : bytes.get(offset + ADDRESS_AT - 1) == BY_NAME;
        int from = early ? behindText(bytes, offset, USER_AT, total) : ADDRESS_AT + 1;
        byte[] name = new byte[named ? total - from - (early ? 1 : Short.BYTES) : 0];
        bytes.get(offset + from, name);
        int port = bytes.getShort(early ? offset + 2 : offset + total - Short.BYTES) & 0xffff;
        return new String(name, ISO_8859_1) + ":" + port;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (asks(direction) || length < 2) {
            return NO_FRAME;
        }
        int method = bytes.get(offset + 1) & 0xff;
        boolean agrees = length == 2 && bytes.get(offset) == LATER && (method < MAX_METHODS || method == NO_METHOD);
        boolean tells = agrees || tellsAddress(bytes, offset, length) || tellsFirst(bytes, offset, length);
        return tells ? length : NO_FRAME;
    }

    /** What a client says first, and nothing else in its packet. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int first = bytes.get(offset);
        if (!context.fromStart()) {
            return first == LATER
                    ? judgeAddress(context, direction, bytes, offset, length)
                    : judgeFirst(context, direction, bytes, offset, length);
        }
        if (direction != context.requester() || first != FIRST && first != LATER) {
            return Verdict.NO;
        }
        if (length < 3) {
            return Verdict.MORE;
        }
        return first == LATER ? greets(bytes, offset, length) : asks(bytes, offset, length);
    }

    /** What asks for a tunnel or grants it, where the greeting is missing. */
    private static Verdict judgeAddress(
            FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (length < SHORTEST && (length < 3 || bytes.get(offset + 2) == 0)) {
            return Verdict.MORE;
        }
        boolean whole = length < FramerChooser.LOOKS_AT && tellsAddress(bytes, offset, length);
        int code = bytes.get(offset + 1);
        if (whole && code <= CONNECT && !context.isRequesterKnown()) {
            context.learnRequester(code == CONNECT ? direction : 1 - direction);
        }
        return whole ? Verdict.YES : Verdict.NO;
    }

    /** What answers in version 4, where the request is missing: nothing but a code, as most do. */
    private static Verdict judgeFirst(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean answers = direction != context.requester() && context.isRequesterKnown();
        boolean nothing = answers && tellsFirst(bytes, offset, length) && bytes.getInt(offset + 4) == 0;
        return nothing && bytes.getShort(offset + 2) == 0 ? Verdict.YES : Verdict.NO;
    }

    private static Verdict greets(ByteBuffer bytes, int offset, int length) {
        int count = bytes.get(offset + 1);
        boolean fits = count >= 1 && count <= MAX_METHODS && length <= 2 + count;
        for (int at = 2; fits && at < length; at++) {
            fits = bytes.get(offset + at) >= 0 && bytes.get(offset + at) < MAX_METHODS;
        }
        return !fits ? Verdict.NO : length < 2 + count ? Verdict.MORE : Verdict.YES;
    }

    private static Verdict asks(ByteBuffer bytes, int offset, int length) {
        int command = bytes.get(offset + 1);
        if (command != 1 && command != 2) {
            return Verdict.NO;
        }
        if (length <= USER_AT) {
            return Verdict.MORE;
        }
        int end = offset + Math.min(length, FramerChooser.LOOKS_AT);
        boolean text = bytes.getShort(offset + 2) != 0;
        for (int at = offset + USER_AT; text && at < end; at++) {
            text = bytes.get(at) == 0 || bytes.get(at) > ' ';
        }
        boolean ends = bytes.get(offset + length - 1) == 0;
        return !text ? Verdict.NO : ends ? Verdict.YES : length < FramerChooser.LOOKS_AT ? Verdict.MORE : Verdict.NO;
    }
}

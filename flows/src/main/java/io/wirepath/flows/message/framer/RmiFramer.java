package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Java RMI: one call after the other, each up to the turn of the other side. What agrees on the protocol, pings, and
 * what the collectors of garbage tell each other are set-up. Of a method only the hash is told, of the registry's the
 * name.
 *
 * <pre>
 *   J R M I │ version 2 │ 4b stream, 4c single call       4e │ length 2, host │ port 4       4f: not spoken
 *   length 2, host │ port 4                                                    the client, behind 4e
 *   50 │ ac ed 00 05 │ 77 22 │ object: number 8, place 14 │ operation 4, hash 8 │ …
 *   51 │ ac ed 00 05 │ 77 0f │ 1 value, 2 exception │ identifier 14 │ …
 *   52 ping    53 answer to it    54 │ identifier 14: a value has come
 * </pre>
 *
 * Source: Oracle, "Java Remote Method Invocation Specification", chapter 10; "Java Object Serialization Specification",
 * chapter 6.
 */
final class RmiFramer extends TurnFramer {

    private static final byte[] MAGIC = "JRMI".getBytes(US_ASCII);
    private static final int OPENING = 7;
    private static final int STREAM = 0x4b;

    /** One call follows at once: nobody says that this is spoken. */
    private static final int SINGLE = 0x4c;

    private static final int SPOKEN = 0x4e;
    private static final int NOT_SPOKEN = 0x4f;
    private static final int CALL = 0x50;
    private static final int RETURN = 0x51;
    private static final int PING = 0x52;
    private static final int PONG = 0x53;
    private static final int ACKNOWLEDGES = 0x54;
    private static final int ACKNOWLEDGEMENT = 15;

    private static final int SERIAL = 0xaced_0005;
    private static final int BLOCK = 0x77;
    private static final int CALL_BLOCK = 0x22;

    /** What returned, behind the head of its block. */
    private static final int RETURNED = 7;

    private static final int OBJECT = 7;
    private static final int OPERATION = 29;
    private static final int HASH = 33;
    private static final int CALL_HEAD = 41;

    /** Objects that every machine has. */
    private static final long REGISTRY = 0;

    private static final long COLLECTOR = 2;

    private static final String[] OF_REGISTRY = {"bind", "list", "lookup", "rebind", "unbind"};

    /** Longest name of a host. */
    private static final int MAX_HOST = 255;

    /** Whether the client says next where it is. */
    private boolean hostDue;

    /** Whether the call that is not answered yet is one of the collectors. */
    private boolean collects;

    RmiFramer() {
        super(Protocol.RMI);
    }

    @Override
    protected void onReset() {
        hostDue = false;
        collects = false;
    }

    @Override
    public void lose(int direction) {
        super.lose(direction);
        hostDue &= !asks(direction);
        collects = false;
    }

    @Override
    protected int begin(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        return asks ? ask(bytes, offset, length, piece) : answer(bytes, offset, length, piece);
    }

    private int ask(ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset);
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        if (type == 'J') {
            return open(bytes, offset, length, piece);
        }
        if (hostDue) {
            int total = length < 2 ? 2 : address(bytes, offset, 0, piece);
            hostDue = total > length;
            return total;
        }
        return switch (type) {
            case CALL -> call(bytes, offset, length, piece);
            case PING -> {
                piece.role = Role.REQUEST;
                yield 1;
            }
            case ACKNOWLEDGES -> ACKNOWLEDGEMENT;
            default -> isAddress(bytes, offset, length) ? length : piece.giveUp();
        };
    }

    private int open(ByteBuffer bytes, int offset, int length, Piece piece) {
        if (Ascii.agreement(bytes, offset, length, MAGIC) < 0) {
            return piece.giveUp();
        }
        if (length >= OPENING) {
            int kind = bytes.get(offset + OPENING - 1);
            hostDue = kind == STREAM;
            piece.role = kind == SINGLE ? Role.ONE_WAY : Role.REQUEST;
        }
        return OPENING;
    }

    private int call(ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.role = Role.REQUEST;
        piece.flags = 0;
        if (length < CALL_HEAD) {
            return CALL_HEAD;
        }
        if (bytes.getInt(offset + 1) != SERIAL) {
            return piece.giveUp();
        }
        boolean plain = bytes.get(offset + 5) == BLOCK && bytes.get(offset + 6) == CALL_BLOCK;
        long object = plain ? bytes.getLong(offset + OBJECT) : -1;
        collects = object == COLLECTOR;
        piece.flags = collects ? SightingCodec.FLAG_SETUP : 0;
        if (plain && context().wantsOperations()) {
            piece.operation = operation(object, bytes.getInt(offset + OPERATION), bytes.getLong(offset + HASH));
        }
        return UNTIL_TURN;
    }

    private static String operation(long object, int number, long hash) {
        if (object == REGISTRY && number >= 0 && number < OF_REGISTRY.length) {
            return "registry " + OF_REGISTRY[number];
        }
        return number >= 0 ? "operation " + number : "method " + HexFormat.of().toHexDigits(hash);
    }

    private int answer(ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.role = Role.RESPONSE;
        piece.flags = SightingCodec.FLAG_SETUP;
        switch (bytes.get(offset)) {
            case SPOKEN -> {
                return length < 3 ? 3 : address(bytes, offset, 1, piece);
            }
            case NOT_SPOKEN -> {
                piece.outcome = Outcome.of(Outcome.Kind.RMI, 1);
                return 1;
            }
            case PONG -> {
                return 1;
            }
            case RETURN -> {
                piece.flags = collects ? SightingCodec.FLAG_SETUP : 0;
                if (length <= RETURNED) {
                    return RETURNED + 1;
                }
                if (bytes.getInt(offset + 1) != SERIAL) {
                    return piece.giveUp();
                }
                int returned = bytes.get(offset + 5) == BLOCK ? bytes.get(offset + RETURNED) : 0;
                piece.outcome =
                        returned == 1 || returned == 2 ? Outcome.of(Outcome.Kind.RMI, returned - 1) : Outcome.UNKNOWN;
                collects = false;
                return UNTIL_TURN;
            }
            default -> {
                return piece.giveUp();
            }
        }
    }

    /** The end of the name of a host and a port. */
    private static int address(ByteBuffer bytes, int offset, int from, Piece piece) {
        int host = bytes.getShort(offset + from) & 0xffff;
        return host > MAX_HOST ? piece.giveUp() : from + Short.BYTES + host + Integer.BYTES;
    }

    /** Whether these bytes are the name of a host and a port, and nothing else: where the client says it is. */
    private static boolean isAddress(ByteBuffer bytes, int offset, int length) {
        int host = length - Short.BYTES - Integer.BYTES;
        boolean is = host > 0 && host <= MAX_HOST && bytes.getShort(offset) == host;
        for (int i = 0; is && i < host; i++) {
            int letter = bytes.get(offset + Short.BYTES + i);
            is = letter > ' ' && letter < 0x7f;
        }
        return is && bytes.getInt(offset + length - Integer.BYTES) >>> Short.SIZE == 0;
    }

    @Override
    protected boolean standsApart(boolean asks, ByteBuffer bytes, int offset, int length) {
        return !asks && length == 1 && bytes.get(offset) == PONG;
    }

    @Override
    protected boolean begins(boolean asks, ByteBuffer bytes, int offset, int length) {
        int type = bytes.get(offset);
        if (type == ACKNOWLEDGES && asks) {
            return length == ACKNOWLEDGEMENT
                    || length > ACKNOWLEDGEMENT && isTalk(true, bytes, offset + ACKNOWLEDGEMENT);
        }
        return length == 1 ? type == (asks ? PING : PONG) : length > RETURNED && isTalk(asks, bytes, offset);
    }

    /** Whether a call, or what returns of it, begins here. */
    private static boolean isTalk(boolean asks, ByteBuffer bytes, int offset) {
        return bytes.limit() - offset >= 5
                && bytes.get(offset) == (asks ? CALL : RETURN)
                && bytes.getInt(offset + 1) == SERIAL;
    }

    /** How the client begins; in the middle, a call or what returned. */
    static final class Beginning implements Signature {

        private static final byte[] CALLS = {CALL, (byte) 0xac, (byte) 0xed, 0, 5, BLOCK, CALL_BLOCK};
        private static final byte[] RETURNS = {RETURN, (byte) 0xac, (byte) 0xed, 0, 5, BLOCK};

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            boolean asks = direction == context.requester();
            if (asks && bytes.get(offset) == 'J') {
                return Ascii.beginsWith(bytes, offset, length, MAGIC);
            }
            return context.fromStart() ? Verdict.NO : Ascii.beginsWith(bytes, offset, length, asks ? CALLS : RETURNS);
        }

        @Override
        public boolean isWhole(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            return direction == context.requester()
                    ? isAddress(bytes, offset, length)
                    : bytes.get(offset) == SPOKEN && isAddress(bytes, offset + 1, length - 1);
        }
    }
}

package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * Redis, RESP2 and RESP3: commands (arrays of strings, or inline) and replies in order; pushes want no answer.
 *
 * <pre>
 *   +text  -error  :integer  _  #t  ,double  (big number      one line
 *   $n  !n  =n                                               a line, then n bytes and a line end; $-1 is null
 *   *n  ~n  &gt;n                                               a line, then n elements; %n and |n: 2n elements
 * </pre>
 *
 * An element may be an aggregate itself. How deep does not matter: a message ends when no element is pending.
 * Source: redis.io, "Redis serialization protocol specification".
 */
final class RedisFramer implements MessageFramer {

    private static final int REPLY = 0;
    private static final int ERROR = 1;
    private static final int ELSEWHERE = 2;

    /** Bytes of the shortest error: {@code -}, a letter, the line end. */
    private static final int ERROR_LEAST = 4;

    private static final int MAX_HEADER = 32;
    private static final int MAX_NAME = 12;
    private static final long MAX_ELEMENTS = 1L << 32;

    private static final byte[][] SUBSCRIBES = {ascii("subscribe"), ascii("psubscribe"), ascii("ssubscribe")};
    private static final byte[][] PUSHES = {ascii("message"), ascii("pmessage"), ascii("smessage")};

    private final Flow[] flows = {new Flow(), new Flow()};
    private FramerContext context = NoContext.INSTANCE;
    private boolean subscribed;

    @Override
    public Protocol protocol() {
        return Protocol.REDIS;
    }

    @Override
    public void reset(FramerContext context) {
        this.context = context;
        subscribed = false;
        flows[0].reset();
        flows[1].reset();
    }

    @Override
    public int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        Flow flow = flows[direction];
        int end = offset + length;
        int at = offset;
        while (at < end && !piece.ends) {
            int count;
            if (flow.bulk > 0) {
                count = (int) flow.takeBulk(end - at);
            } else if (flow.inLine) {
                count = flow.takeLine(bytes, at, end);
            } else {
                count = element(flow, direction, bytes, at, end, piece);
                if (count == 0) {
                    // what was read before the header that is not whole yet belongs to the message all the same
                    return piece.gaveUp ? 0 : at - offset;
                }
            }
            at += count;
            piece.ends = flow.isComplete();
        }
        if (piece.ends) {
            flow.begun = false;
        }
        return at - offset;
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        Flow flow = flows[direction];
        if (flow.bulk == 0) {
            return 0;
        }
        long count = flow.takeBulk(length);
        piece.ends = flow.isComplete();
        flow.begun &= !piece.ends;
        return count;
    }

    /** Takes the header of an element; 0 if it is not whole, or none. */
    private int element(Flow flow, int direction, ByteBuffer bytes, int at, int end, Piece piece) {
        boolean first = !flow.begun;
        int type = bytes.get(at);
        switch (type) {
            case '-' -> {
                if (first && end - at < ERROR_LEAST) {
                    return piece.need(ERROR_LEAST);
                }
                flow.inLine = true;
            }
            case '+', ':', '_', '#', ',', '(' -> flow.inLine = true;
            case '$', '!', '=', '*', '~', '>', '%', '|' -> {
                return sized(flow, direction, type, bytes, at, end, piece);
            }
            default -> {
                if (!first || direction != context.requester() || type < 'A' || type > 'z') {
                    return piece.giveUp();
                }
                flow.inLine = true;
            }
        }
        if (first) {
            begin(flow, direction, false, piece);
            if (direction != context.requester()) {
                piece.outcome = Outcome.of(Outcome.Kind.REDIS, type == '-' ? ofError(bytes, at) : REPLY);
            }
        }
        flow.pending--;
        return 1;
    }

    private int sized(Flow flow, int direction, int type, ByteBuffer bytes, int at, int end, Piece piece) {
        int newline = Ascii.indexOf(bytes, (byte) '\n', at, Math.min(end, at + MAX_HEADER));
        if (newline < 0) {
            return end - at >= MAX_HEADER ? piece.giveUp() : piece.need(end - at + 1);
        }
        boolean nothing = bytes.get(at + 1) == '-';
        long size = nothing ? -1 : Ascii.decimal(bytes, at + 1, newline - 1);
        if (bytes.get(newline - 1) != '\r' || size < 0 && !nothing || size > MAX_ELEMENTS) {
            return piece.giveUp();
        }
        boolean string = type == '$' || type == '!' || type == '=';
        if (string && flow.nameFollows && size <= MAX_NAME) {
            int whole = newline + 1 - at + (int) Math.max(0, size);
            if (end - at < whole) {
                return piece.need(whole);
            }
        }
        if (!flow.begun) {
            begin(flow, direction, type == '>', piece);
            if (direction != context.requester() && type != '>') {
                piece.outcome = Outcome.of(Outcome.Kind.REDIS, type == '!' ? ERROR : REPLY);
            }
            flow.nameFollows = type == '*' && size > 0;
        } else if (flow.nameFollows) {
            flow.nameFollows = false;
            onName(direction, bytes, newline + 1, string ? (int) Math.min(size, MAX_NAME + 1) : -1, piece);
        }
        flow.pending += switch (type) {
            case '*', '~', '>' -> Math.max(0, size) - 1;
            case '%' -> 2 * size - 1;
            case '|' -> 2 * size; // attributes stand before the reply itself
            default -> -1;
        };
        flow.bulk = string && !nothing ? size + 2 : 0;
        return newline + 1 - at;
    }

    /** What an error is: {@code -MOVED} and {@code -ASK} send the client elsewhere. */
    private static int ofError(ByteBuffer bytes, int at) {
        int begins = bytes.getShort(at + 1);
        return begins == ('M' << Byte.SIZE | 'O') || begins == ('A' << Byte.SIZE | 'S') ? ELSEWHERE : ERROR;
    }

    /** A message begins. While subscribed, an array's role is known only by its first string. */
    private void begin(Flow flow, int direction, boolean push, Piece piece) {
        flow.begun = true;
        flow.pending = 1;
        if (direction == context.requester()) {
            piece.role = Role.REQUEST;
        } else if (push) {
            piece.role = Role.ONE_WAY;
        } else if (!subscribed) {
            piece.role = Role.RESPONSE;
        }
    }

    private void onName(int direction, ByteBuffer bytes, int at, int length, Piece piece) {
        if (direction == context.requester()) {
            subscribed |= isOneOf(SUBSCRIBES, bytes, at, length);
        } else if (subscribed) {
            piece.role = isOneOf(PUSHES, bytes, at, length) ? Role.ONE_WAY : Role.RESPONSE;
        }
    }

    private static boolean isOneOf(byte[][] names, ByteBuffer bytes, int at, int length) {
        for (byte[] name : names) {
            if (length == name.length && Ascii.startsWithIgnoringCase(bytes, at, at + length, name)) {
                return true;
            }
        }
        return false;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    /** One direction. */
    private static final class Flow {
        private boolean begun;
        private boolean inLine;
        private boolean nameFollows;
        private long pending;
        private long bulk;

        void reset() {
            begun = false;
            inLine = false;
            nameFollows = false;
            pending = 0;
            bulk = 0;
        }

        long takeBulk(long available) {
            long count = Math.min(available, bulk);
            bulk -= count;
            return count;
        }

        int takeLine(ByteBuffer bytes, int at, int end) {
            int newline = Ascii.indexOf(bytes, (byte) '\n', at, end);
            inLine = newline < 0;
            return (inLine ? end : newline + 1) - at;
        }

        boolean isComplete() {
            return begun && pending == 0 && bulk == 0 && !inLine;
        }
    }
}

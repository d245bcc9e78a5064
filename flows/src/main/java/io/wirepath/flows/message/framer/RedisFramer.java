package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Redis, RESP2 and RESP3: commands (arrays of strings, or inline) and replies in order; pushes want no answer. Commands
 * that wait until there is something to bring are no calls: what they bring is a delivery, one-way; they, and nothing
 * in reply, are set-up, as is what keeps the connection, the cluster and acknowledgements in order.
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
final class RedisFramer extends ProtocolFramer {

    private static final int REPLY = 0;
    private static final int ERROR = 1;
    private static final int ELSEWHERE = 2;

    /** Bytes of the shortest error: {@code -}, a letter, the line end. */
    private static final int ERROR_LEAST = 4;

    static final int MAX_HEADER = 32;
    private static final int MAX_NAME = 12;

    /** Length of what is no string, and so no name. */
    private static final int NO_NAME = -1;

    private static final long MAX_ELEMENTS = 1L << 32;

    private final Flow[] flows = {new Flow(), new Flow()};
    private final AskedOrder order = new AskedOrder();
    private boolean subscribed;

    RedisFramer() {
        super(Protocol.REDIS);
    }

    @Override
    protected void onBegin() {
        subscribed = false;
        order.reset();
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
            onEnd(flow, piece);
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
        if (piece.ends) {
            onEnd(flow, piece);
        }
        return count;
    }

    private static void onEnd(Flow flow, Piece piece) {
        flow.begun = false;
        flow.nameFollows = false;
        if (flow.mayWait) {
            flow.mayWait = false;
            piece.role = Role.REQUEST;
        }
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
                return first && asks(direction) && type >= 'A' && type <= 'z'
                        ? inline(flow, direction, bytes, at, end, piece)
                        : piece.giveUp();
            }
        }
        if (first) {
            begin(flow, direction, false, false, type == '_', piece);
            if (!asks(direction)) {
                piece.outcome = Outcome.of(Outcome.Kind.REDIS, type == '-' ? ofError(bytes, at) : REPLY);
            }
        }
        if (!first && flow.nameFollows) {
            flow.nameFollows = false;
            onName(flow, direction, bytes, at, NO_NAME, piece);
        }
        flow.pending--;
        return 1;
    }

    /** Takes the first character of a command that is a line. */
    private int inline(Flow flow, int direction, ByteBuffer bytes, int at, int end, Piece piece) {
        int word = wordLength(bytes, at, end);
        if (word == end - at && word <= MAX_NAME) {
            return piece.need(word + 1);
        }
        flow.inLine = true;
        begin(flow, direction, true, false, false, piece);
        onName(flow, direction, bytes, at, word, piece);
        flow.pending--;
        return 1;
    }

    /** Length of the word that begins here, as far as it can be a command's name. */
    private static int wordLength(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && at - from <= MAX_NAME && bytes.get(at) > ' ') {
            at++;
        }
        return at - from;
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
            if (context().wantsOperations() && asks(direction) && size > 0 && flow.pending > 1) {
                int missing = RedisCommand.readKey(bytes, newline + 1, (int) size, end, piece);
                if (missing > 0) {
                    return piece.need(end - at + missing);
                }
            }
        }
        if (!flow.begun) {
            boolean nameTells = asks(direction) || mayBePushed();
            begin(flow, direction, type == '*' && size > 0, type == '>', nothing, piece);
            if (!asks(direction) && type != '>') {
                piece.outcome = Outcome.of(Outcome.Kind.REDIS, type == '!' ? ERROR : REPLY);
            }
            flow.pushed = type == '>';
            flow.nameFollows = (type == '*' && nameTells || flow.pushed && subscribed) && size > 0;
        } else if (flow.nameFollows) {
            flow.nameFollows = false;
            onName(flow, direction, bytes, newline + 1, string ? (int) Math.min(size, MAX_NAME + 1) : NO_NAME, piece);
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

    /**
     * A message begins. The role of a command in an array is known by its name, and while subscribed that of an array
     * too.
     *
     * @param named whether it is an array with a first element
     * @param nothing whether it is null
     */
    private void begin(Flow flow, int direction, boolean named, boolean push, boolean nothing, Piece piece) {
        flow.begun = true;
        flow.pending = 1;
        if (push) {
            piece.role = Role.ONE_WAY;
        } else if (asks(direction)) {
            if (!named) {
                piece.role = Role.REQUEST;
                order.asks(RedisCommand.CALL);
            }
        } else if (!named || !mayBePushed()) {
            answer(nothing, piece);
        }
    }

    /** The next request is answered. */
    private void answer(boolean nothing, Piece piece) {
        byte kind = order.answers();
        piece.role = kind == RedisCommand.WAITS ? Role.ONE_WAY : Role.RESPONSE;
        boolean setUp = kind == RedisCommand.SETS_UP || kind == RedisCommand.WAITS && nothing;
        piece.flags = setUp ? SightingCodec.FLAG_SETUP : 0;
    }

    private void onName(Flow flow, int direction, ByteBuffer bytes, int at, int length, Piece piece) {
        if (!asks(direction)) {
            if (mayBePushed()) {
                toSubscriber(flow, bytes, at, length, piece);
            }
        } else if (flow.mayWait) {
            onOption(flow, RedisCommand.option(bytes, at, length), piece);
        } else {
            boolean subscribes = RedisCommand.isSubscription(bytes, at, length);
            subscribed |= subscribes;
            if (subscribes) {
                piece.role = Role.ONE_WAY;
                piece.flags = SightingCodec.FLAG_SETUP;
            } else {
                onCommand(flow, RedisCommand.of(bytes, at, length), piece);
            }
        }
    }

    /** Whether an array may be what was published: the subscription may have been before the capture. */
    private boolean mayBePushed() {
        return subscribed || !context().fromStart() && order.next() == AskedOrder.NOTHING;
    }

    /** What is published comes unasked; what confirms a subscription answers no call. */
    private void toSubscriber(Flow flow, ByteBuffer bytes, int at, int length, Piece piece) {
        boolean confirms = RedisCommand.isSubscription(bytes, at, length);
        subscribed |= confirms || RedisCommand.isPush(bytes, at, length);
        if (confirms || flow.pushed || RedisCommand.isPush(bytes, at, length)) {
            piece.role = Role.ONE_WAY;
            piece.flags = confirms ? SightingCodec.FLAG_SETUP : 0;
        } else {
            answer(/* nothing= */ false, piece);
        }
    }

    private void onCommand(Flow flow, byte kind, Piece piece) {
        order.asks(kind == RedisCommand.MAY_WAIT ? RedisCommand.CALL : kind);
        if (kind == RedisCommand.MAY_WAIT) {
            flow.mayWait = true;
            flow.nameFollows = true;
            return;
        }
        piece.role = kind == RedisCommand.WAITS ? Role.ONE_WAY : Role.REQUEST;
        piece.flags = kind == RedisCommand.CALL ? 0 : SightingCodec.FLAG_SETUP;
    }

    /** An option of a command that waits if one of them says so. */
    private void onOption(Flow flow, byte kind, Piece piece) {
        if (kind == RedisCommand.MAY_WAIT) {
            flow.nameFollows = true;
            return;
        }
        flow.mayWait = false;
        order.turnsOut(kind);
        piece.role = kind == RedisCommand.WAITS ? Role.ONE_WAY : Role.REQUEST;
        piece.flags = kind == RedisCommand.WAITS ? SightingCodec.FLAG_SETUP : 0;
    }

    /** One direction. */
    private static final class Flow {
        private boolean begun;
        private boolean inLine;
        private boolean nameFollows;
        private boolean mayWait;
        private boolean pushed;
        private long pending;
        private long bulk;

        void reset() {
            begun = false;
            inLine = false;
            nameFollows = false;
            mayWait = false;
            pushed = false;
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

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    public void onTurn() {
        order.turn();
    }

    @Override
    public void lose(int direction) {
        flows[direction].reset();
        order.lose();
    }

    @Override
    public void onOneWayLost() {
        if (!subscribed) {
            order.asks(RedisCommand.WAITS);
        }
    }

    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        piece.splits = true;
        int end = offset + length;
        boolean asks = asks(direction);
        boolean known = order.latest() != AskedOrder.NOTHING; // such a line others say too
        if (asks && known && Beginning.isInline(bytes, offset, end)) {
            return 0;
        }
        for (int at = offset; at < end; ) {
            boolean begins = asks
                    ? Beginning.isCommand(bytes, at, end)
                    : RedisCommand.isPushed(bytes, at, end) || fresh && at == offset && isType(bytes.get(at));
            if (begins) {
                return at - offset;
            }
            int newline = Ascii.indexOf(bytes, (byte) '\n', at, end);
            at = newline < 0 ? end : newline + 1;
        }
        return length;
    }

    private static boolean isType(int first) {
        return "+-:_#,($!=*~>%|".indexOf(first) >= 0;
    }

    /** A Redis command is an array of strings: {@code *2\r\n$}. */
    static final class Beginning implements Signature {

        private static final int MAX_DIGITS = 7;

        private static final byte[][] INLINE = {
            "ping\r\n".getBytes(US_ASCII), "info\r\n".getBytes(US_ASCII), "info replication\r\n".getBytes(US_ASCII)
        };

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (direction != context.requester()) {
                return context.fromStart() ? Verdict.NO : judgeReply(bytes, offset, length);
            }
            return bytes.get(offset) == '*' || !context.fromStart()
                    ? judge(bytes, offset, length)
                    : judgeInline(context, bytes, offset, length);
        }

        /**
         * A string, a number or an array, where what it answers was not seen; {@code +} and {@code -} others say too.
         */
        private static Verdict judgeReply(ByteBuffer bytes, int offset, int length) {
            int type = bytes.get(offset);
            if (type != '$' && type != ':' && type != '*' && type != '%') {
                return Verdict.NO;
            }
            int at = 1;
            while (at < length && at <= MAX_DIGITS && Ascii.isDigit(bytes.get(offset + at))) {
                at++;
            }
            if (at + 2 > length) {
                return at <= MAX_DIGITS ? Verdict.MORE : Verdict.NO;
            }
            boolean fits = at > 1 && bytes.get(offset + at) == '\r' && bytes.get(offset + at + 1) == '\n';
            boolean inside =
                    type != '*' && type != '%' || at + 2 >= length || "$:*+-_".indexOf(bytes.get(offset + at + 2)) >= 0;
            return fits && inside ? Verdict.YES : Verdict.NO;
        }

        /** What a health check says first, not as an array; where the port tells it, any line. */
        private static Verdict judgeInline(FramerContext context, ByteBuffer bytes, int offset, int length) {
            if (context.usual() == Protocol.REDIS) {
                return judgeLine(bytes, offset, Math.min(length, FramerChooser.LOOKS_AT));
            }
            boolean more = false;
            for (byte[] word : INLINE) {
                more |= length < word.length && agrees(word, bytes, offset, length);
            }
            return isInline(bytes, offset, offset + length) ? Verdict.YES : more ? Verdict.MORE : Verdict.NO;
        }

        /** Whether a health check stands here that is a line. */
        static boolean isInline(ByteBuffer bytes, int at, int end) {
            for (byte[] word : INLINE) {
                if (Ascii.startsWithIgnoringCase(bytes, at, end, word)) {
                    return true;
                }
            }
            return false;
        }

        private static Verdict judgeLine(ByteBuffer bytes, int offset, int length) {
            for (int at = offset; at < offset + length; at++) {
                int own = bytes.get(at);
                if (own == '\n') {
                    return at > offset ? Verdict.YES : Verdict.NO;
                }
                boolean fits = at == offset ? (own | 0x20) >= 'a' && (own | 0x20) <= 'z' : own >= ' ' || own == '\r';
                if (!fits) {
                    return Verdict.NO;
                }
            }
            return length < FramerChooser.LOOKS_AT ? Verdict.MORE : Verdict.YES;
        }

        private static boolean agrees(byte[] word, ByteBuffer bytes, int offset, int length) {
            for (int i = 0; i < length; i++) {
                if ((bytes.get(offset + i) | 0x20) != (word[i] | 0x20)) {
                    return false;
                }
            }
            return true;
        }

        /** Whether a command begins here. */
        static boolean isCommand(ByteBuffer bytes, int at, int end) {
            return judge(bytes, at, end - at) == Verdict.YES;
        }

        private static Verdict judge(ByteBuffer bytes, int offset, int length) {
            if (bytes.get(offset) != '*') {
                return Verdict.NO;
            }
            int at = 1;
            while (at < length && Ascii.isDigit(bytes.get(offset + at))) {
                at++;
            }
            if (at > 1 + MAX_DIGITS) {
                return Verdict.NO;
            }
            for (int i = 0; i < 3; i++, at++) {
                if (at == length) {
                    return Verdict.MORE;
                }
                if (at == 1 || bytes.get(offset + at) != "\r\n$".charAt(i)) {
                    return Verdict.NO;
                }
            }
            return Verdict.YES;
        }
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * AMQP 0-9-1: synchronous methods are calls, by channel and method, of either side; what is published, delivered and
 * acknowledged wants no answer. A message with content is its method, header and body frames. What opens channels,
 * subscribes, acknowledges or confirms keeps the connection in order and causes no work: it is set-up. What is
 * delivered and what acknowledges it have the delivery tag in common.
 *
 * <pre>
 *   start   "AMQP" 0 0 9 1
 *   frame   │ type 1 │ channel 2 │ size 4 │ payload │ 0xce │         type 1 method, 2 header, 3 body, 8 heartbeat
 *   method  │ class 2 │ method 2 │ …             header  │ class 2 │ weight 2 │ body size 8 │ …
 *   deliver │ 60 │ 60 │ length 1 │ consumer tag │ delivery tag 8 │ …
 *   ack     │ 60 │ 80 │ delivery tag 8 │ multiple 1         reject 60, 90 and nack 60, 120 alike
 * </pre>
 *
 * Source: AMQP 0-9-1 specification §1.8.3, §2.3, §4.2; RabbitMQ, "Negative Acknowledgements".
 */
final class AmqpFramer extends LengthFramer {

    static final int HEADER = 7;
    static final int START_LENGTH = 8;

    /** Where the reply code of a method stands, behind class and method. */
    private static final int REPLY_CODE_AT = HEADER + 4;

    private static final int REPLY_CODE_END = REPLY_CODE_AT + 2;
    private static final byte END = (byte) 0xce;
    private static final int METHOD = 1;
    private static final int CONTENT_HEADER = 2;
    private static final int BODY = 3;
    private static final int HEARTBEAT = 8;
    private static final int MAX_SIZE = 1 << 27;
    private static final int CHANNELS = 64;
    private static final int CONNECTION_CLASS = 10;
    private static final int CHANNEL_CLASS = 20;
    private static final int EXCHANGE_CLASS = 40;
    private static final int BASIC_CLASS = 60;
    private static final int CONFIRM_CLASS = 85;
    private static final int CLOSE_CHANNEL = 40;
    private static final int CLOSE_CONNECTION = 50;
    private static final int OPEN_OK = 41;
    private static final int SUCCESS = 200;
    private static final int PUBLISH = 40;
    private static final int RETURN = 50;
    private static final int DELIVER = 60;
    private static final int ACK = 80;
    private static final int REJECT = 90;
    private static final int NACK = 120;
    private static final int ARGUMENTS_AT = HEADER + 4;
    private static final int GET = 70;
    private static final int GET_OK = 71;
    private static final int GET_EMPTY = 72;

    private boolean started;

    /**
     * Body bytes still to come, by direction and channel; channels that share a place do not send at once in practice.
     */
    private final long[][] bodyLeft = new long[2][CHANNELS];

    /** Whether a side has closed a channel in answer to a method, and this is not confirmed yet. */
    private final boolean[][] closing = new boolean[2][CHANNELS];

    AmqpFramer() {
        super(Protocol.AMQP, HEADER);
    }

    @Override
    protected void onReset() {
        started = false;
        Arrays.fill(bodyLeft[0], 0);
        Arrays.fill(bodyLeft[1], 0);
        Arrays.fill(closing[0], false);
        Arrays.fill(closing[1], false);
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset);
        if (type == 'A' && !started && asks(direction)) {
            started = true;
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return message(direction, START_LENGTH);
        }
        int channel = bytes.getShort(offset + 1) & 0xffff;
        int size = bytes.getInt(offset + 3);
        long total = HEADER + 1L + size;
        if (size < 0 || size > MAX_SIZE) {
            return piece.giveUp();
        }
        int needed = type == METHOD ? HEADER + 4 : type == CONTENT_HEADER ? HEADER + 12 : HEADER;
        if (total < needed + 1) {
            return piece.giveUp();
        }
        if (length < needed) {
            return piece.need(needed);
        }
        piece.slot = channel + 1;
        if (type == METHOD) {
            int arguments = argumentsSeen(bytes, offset, (int) Math.min(total - 1, length), (int) total - 1);
            if (length < arguments) {
                return piece.need(arguments);
            }
            if (tells(bytes, offset) && arguments >= REPLY_CODE_END) {
                piece.outcome = Outcome.of(Outcome.Kind.AMQP, bytes.getShort(offset + REPLY_CODE_AT) & 0xffff);
            } else if (bytes.getInt(offset + HEADER) == (CONNECTION_CLASS << 16 | OPEN_OK)) {
                piece.outcome = Outcome.of(Outcome.Kind.AMQP, SUCCESS);
            }
        }
        if (type == METHOD && !readTag(direction, channel, total, bytes, offset, length, piece)) {
            return 0;
        }
        return switch (type) {
            case METHOD -> method(direction, channel, total, bytes, offset, length, piece);
            case CONTENT_HEADER -> content(direction, channel, total, bytes.getLong(offset + HEADER + 4));
            case BODY -> content(direction, channel, total, bodyLeft[direction][channel & CHANNELS - 1] - size);
            case HEARTBEAT -> {
                piece.slot = 0;
                piece.role = Role.ONE_WAY;
                piece.flags = SightingCodec.FLAG_SETUP;
                yield message(direction, total);
            }
            default -> piece.giveUp();
        };
    }

    /** Reads the delivery tag of what is delivered or acknowledged; false if that takes more bytes. */
    private static boolean readTag(
            int direction, int channel, long total, ByteBuffer bytes, int offset, int length, Piece piece) {
        int at = ARGUMENTS_AT;
        boolean delivers = false;
        switch (bytes.getInt(offset + HEADER)) {
            case BASIC_CLASS << 16 | DELIVER -> {
                if (length <= at) {
                    piece.need(at + 1);
                    return false;
                }
                at += 1 + (bytes.get(offset + at) & 0xff);
                delivers = true;
            }
            case BASIC_CLASS << 16 | ACK, BASIC_CLASS << 16 | REJECT, BASIC_CLASS << 16 | NACK -> {}
            default -> {
                return true;
            }
        }
        if (total <= at + Long.BYTES) {
            return true;
        }
        if (length < at + Long.BYTES) {
            piece.need(at + Long.BYTES);
            return false;
        }
        piece.delivery = deliveryKey(delivers ? direction : 1 - direction, channel, bytes.getLong(offset + at));
        return true;
    }

    private static long deliveryKey(int deliverer, int channel, long tag) {
        return (long) deliverer << 62 | (long) channel << 46 | tag & (1L << 46) - 1;
    }

    /** Whether the method begins with a reply code: basic.return, channel.close, connection.close. */
    private static boolean tells(ByteBuffer bytes, int offset) {
        return switch (bytes.getInt(offset + HEADER)) {
            case BASIC_CLASS << 16 | RETURN,
                    CHANNEL_CLASS << 16 | CLOSE_CHANNEL,
                    CONNECTION_CLASS << 16 | CLOSE_CONNECTION -> true;
            default -> false;
        };
    }

    /** Bytes of a method that must be there, all of its frame at most; more once these are. */
    private static int argumentsSeen(ByteBuffer bytes, int offset, int length, int total) {
        int strings = AmqpArguments.stringsBefore(bytes.getInt(offset + HEADER));
        if (tells(bytes, offset)) {
            return Math.min(
                    total, isClose(bytes, offset) ? afterStrings(bytes, offset, length, 2, 1, 4) : REPLY_CODE_END);
        }
        int before = AmqpArguments.bytesBefore(bytes.getInt(offset + HEADER));
        return strings < 0 ? ARGUMENTS_AT : Math.min(total, afterStrings(bytes, offset, length, before, strings, 1));
    }

    /** Where fields of so many bytes end that stand behind short strings. */
    private static int afterStrings(ByteBuffer bytes, int offset, int length, int before, int strings, int fields) {
        int at = ARGUMENTS_AT + before;
        for (int i = 0; i < strings; i++) {
            if (at >= length) {
                return at + 1;
            }
            at += 1 + (bytes.get(offset + at) & 0xff);
        }
        return at + fields;
    }

    private static boolean isClose(ByteBuffer bytes, int offset) {
        int method = bytes.getInt(offset + HEADER);
        return method == (CHANNEL_CLASS << 16 | CLOSE_CHANNEL) || method == (CONNECTION_CLASS << 16 | CLOSE_CONNECTION);
    }

    /** The method that a close is the answer to; 0 if it answers none. */
    private static int closes(ByteBuffer bytes, int offset, int length, int total) {
        int end = isClose(bytes, offset) ? afterStrings(bytes, offset, length, 2, 1, 4) : total + 1;
        int method = end <= Math.min(total, length) ? bytes.getInt(offset + end - 4) : 0;
        return isQuestion(method >>> 16, method & 0xffff) ? method : 0;
    }

    /** Whether the asking side wants no answer to a method that usually has one. */
    private static boolean wantsNoAnswer(ByteBuffer bytes, int offset, int length, int total) {
        int method = bytes.getInt(offset + HEADER);
        int strings = AmqpArguments.stringsBefore(method);
        if (strings < 0) {
            return false;
        }
        int end = afterStrings(bytes, offset, length, AmqpArguments.bytesBefore(method), strings, 1);
        boolean there = end <= Math.min(total, length);
        return there && (bytes.get(offset + end - 1) >>> AmqpArguments.noWaitBit(method) & 1) != 0;
    }

    private long method(int direction, int channel, long total, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.getShort(offset + HEADER);
        int method = bytes.getShort(offset + HEADER + 2);
        piece.flags = isSetup(type, method) ? SightingCodec.FLAG_SETUP : 0;
        piece.splits = true; // the rest of what was begun in this channel is missing
        int closed = closes(bytes, offset, length, (int) total - 1);
        if (closed != 0) {
            piece.role = Role.RESPONSE;
            piece.flags = isSetup(closed >>> 16, closed & 0xffff) ? SightingCodec.FLAG_SETUP : 0;
            piece.key = key(direction, channel, closed >>> 16, answer(closed >>> 16, closed & 0xffff));
            closing[direction][channel & CHANNELS - 1] = true;
        } else if (isAnswer(type, method)) {
            piece.role = isCloseOk(type, method) && endsClosing(1 - direction, channel) ? Role.ONE_WAY : Role.RESPONSE;
            int answer = method == GET_EMPTY ? GET_OK : method;
            piece.key = key(direction, channel, type, answer);
        } else if (isQuestion(type, method)) {
            piece.role = wantsNoAnswer(bytes, offset, length, (int) total - 1) ? Role.ONE_WAY : Role.REQUEST;
            piece.key = key(1 - direction, channel, type, answer(type, method));
        } else {
            piece.role = Role.ONE_WAY;
        }
        boolean content =
                type == BASIC_CLASS && (method == PUBLISH || method == RETURN || method == DELIVER || method == GET_OK);
        return content ? part(direction, total) : message(direction, total);
    }

    private static int answer(int type, int method) {
        return type == EXCHANGE_CLASS && method == 40 ? 51 : method + 1;
    }

    private static boolean isCloseOk(int type, int method) {
        return type == CHANNEL_CLASS && method == CLOSE_CHANNEL + 1
                || type == CONNECTION_CLASS && method == CLOSE_CONNECTION + 1;
    }

    /** Whether a close that answered something is confirmed by this. */
    private boolean endsClosing(int closer, int channel) {
        boolean closes = closing[closer][channel & CHANNELS - 1];
        closing[closer][channel & CHANNELS - 1] = false;
        return closes;
    }

    private static boolean isSetup(int type, int method) {
        return switch (type) {
            case CONNECTION_CLASS, CHANNEL_CLASS, CONFIRM_CLASS -> true;
            case BASIC_CLASS ->
                switch (method) {
                    case PUBLISH, RETURN, DELIVER, GET, GET_OK, GET_EMPTY -> false;
                    default -> true;
                };
            default -> false;
        };
    }

    private static long key(int answerer, int channel, int type, int answer) {
        return (long) answerer << 48 | (long) channel << 32 | type << 16 | answer;
    }

    private static boolean isAnswer(int type, int method) {
        return method % 10 == 1 || type == BASIC_CLASS && method == GET_EMPTY;
    }

    private static boolean isQuestion(int type, int method) {
        return method % 10 == 0
                && !(type == BASIC_CLASS
                        && method != 10
                        && method != 20
                        && method != 30
                        && method != GET
                        && method != 110);
    }

    private long content(int direction, int channel, long total, long left) {
        bodyLeft[direction][channel & CHANNELS - 1] = left;
        return left <= 0 ? message(direction, total) : part(direction, total);
    }

    @Override
    protected void onLose(int direction) {
        Arrays.fill(bodyLeft[direction], 0);
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        int type = bytes.get(offset);
        if (type != METHOD && type != CONTENT_HEADER && type != BODY && type != HEARTBEAT) {
            return NO_FRAME;
        }
        if (length < (type == METHOD ? HEADER + 4 : HEADER)) {
            return MORE;
        }
        int size = bytes.getInt(offset + 3);
        int total = HEADER + size + 1;
        boolean fits = type == HEARTBEAT ? size == 0 : size > 0 && size <= MAX_SIZE;
        if (!fits || type == METHOD && !isMethod(bytes, offset + HEADER)) {
            return NO_FRAME;
        }
        return length < total || bytes.get(offset + total - 1) == END ? total : NO_FRAME;
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int offset, boolean fresh) {
        return bytes.get(offset) == METHOD || bytes.get(offset) == HEARTBEAT;
    }

    /** Whether a method of a class that exists can begin here. */
    static boolean isMethod(ByteBuffer bytes, int offset) {
        int type = bytes.getShort(offset);
        int method = bytes.getShort(offset + 2);
        return type >= 10 && type <= 90 && (type % 10 == 0 || type == CONFIRM_CLASS) && method >= 10 && method <= 120;
    }

    /** AMQP 0-9-1: the protocol header, or in the middle of a connection a small method frame. */
    static final class Beginning implements Signature {

        private static final byte[] START = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (bytes.get(offset) == 'A') {
                return Ascii.beginsWith(bytes, offset, length, START);
            }
            if (bytes.get(offset) != 1) {
                return Verdict.NO;
            }
            if (length < HEADER + 4) {
                return Verdict.MORE;
            }
            int channel = bytes.getShort(offset + 1) & 0xffff;
            int size = bytes.getInt(offset + 3);
            boolean known = isMethod(bytes, offset + HEADER);
            return known && channel < 4096 && size >= 4 && size < 8192 ? Verdict.YES : Verdict.NO;
        }
    }
}

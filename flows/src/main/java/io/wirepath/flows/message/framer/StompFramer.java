package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Fnv1a;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * STOMP 1.0 to 1.2: what is sent is a request where it wants a receipt, which is its response, and one-way otherwise;
 * what is delivered is one-way. Connecting, subscribing, transactions, acknowledgements and heart-beats are set-up; a
 * delivery and its acknowledgement have its identifier in common.
 *
 * <pre>
 *   COMMAND ⏎ name:value ⏎ … ⏎ body 00        the body up to the first 00, or of content-length bytes
 *   ⏎                                          between frames: a heart-beat
 *   receipt:ID … receipt-id:ID        ack:ID, or message-id:ID … id:ID, or message-id:ID
 * </pre>
 *
 * Source: "STOMP Protocol Specification", versions 1.0, 1.1 and 1.2.
 */
final class StompFramer extends LengthFramer {

    /** Commands of the client, and from {@link #MESSAGE} on of the server. */
    private static final byte[][] COMMANDS = Stream.of(
                    "SEND",
                    "ACK",
                    "NACK",
                    "SUBSCRIBE",
                    "UNSUBSCRIBE",
                    "BEGIN",
                    "COMMIT",
                    "ABORT",
                    "DISCONNECT",
                    "CONNECT",
                    "STOMP",
                    "MESSAGE",
                    "RECEIPT",
                    "ERROR",
                    "CONNECTED")
            .map(word -> word.getBytes(US_ASCII))
            .toArray(byte[][]::new);

    private static final int NONE = -1;

    /** More of the command must be seen. */
    private static final int PART = -2;

    private static final int SEND = 0;
    private static final int ACK = 1;
    private static final int NACK = 2;
    private static final int CONNECT = 9;
    private static final int STOMP = 10;
    private static final int MESSAGE = 11;
    private static final int RECEIPT = 12;
    private static final int ERROR = 13;

    private static final byte[] CONTENT_LENGTH = name("content-length");
    private static final byte[] WANTS_RECEIPT = name("receipt");
    private static final byte[] RECEIPT_ID = name("receipt-id");
    private static final byte[] MESSAGE_ID = name("message-id");
    private static final byte[] ACK_ID = name("ack");
    private static final byte[] ID = name("id");
    private static final byte[] DESTINATION = name("destination");

    /** The longest command with its line end. */
    private static final int COMMAND = 13;

    /** A number above those of identifiers. */
    private static final long TO_CONNECT = 1L << 62;

    private static final int MAX_AWAITED = 4096;
    private static final int MAX_BODY = 1 << 28;

    /** Whether the body that is being read goes on up to a zero. */
    private final boolean[] toZero = new boolean[2];

    /** Receipts that are awaited, with the flags of who asked. */
    private final StreamTable awaited = new StreamTable();

    /** Whether the client waits to be let in, as far as nothing else was said. */
    private boolean connecting;

    StompFramer() {
        super(Protocol.STOMP, 1);
    }

    private static byte[] name(String header) {
        return (header + ":").getBytes(US_ASCII);
    }

    @Override
    protected void onReset() {
        toZero[0] = false;
        toZero[1] = false;
        awaited.reset();
        connecting = true;
    }

    @Override
    protected void onLose(int direction) {
        toZero[direction] = false;
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        return false;
    }

    /**
     * Behind the end of a line or of a frame stands a command, with a header or an empty line behind it; a line end
     * alone in its packet shows that its sender lives.
     */
    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        boolean asks = asks(direction);
        if (lineEnd(bytes, offset, offset + length) == length) {
            piece.splits = true;
            return 0;
        }
        for (int at = 0; at < length; at++) {
            boolean first = at == 0 || bytes.get(offset + at - 1) == '\n' || bytes.get(offset + at - 1) == 0;
            int command = first ? command(asks, bytes, offset + at, length - at) : NONE;
            if (command >= 0 || command == PART && at == 0) {
                piece.needed = command == PART ? length + 1 : 0;
                piece.splits = true;
                return at;
            }
        }
        return length;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (toZero[direction]) {
            return goOn(direction, bytes, offset, 0, length);
        }
        int lineEnd = lineEnd(bytes, offset, offset + length);
        if (lineEnd != 0) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return lineEnd > 0 ? message(direction, lineEnd) : length < 2 ? piece.need(2) : piece.giveUp();
        }
        boolean asks = asks(direction);
        int command = command(asks, bytes, offset, length);
        if (command == NONE) {
            return piece.giveUp();
        }
        int head = command == PART ? 0 : head(bytes, offset, offset + length);
        if (head == 0) {
            return piece.need(length + 1);
        }
        read(direction, command, bytes, offset, offset + head, piece);
        int size = find(CONTENT_LENGTH, bytes, offset, offset + head);
        if (size >= 0) {
            long body = Ascii.decimal(bytes, size, valueEnd(bytes, size, offset + head));
            return body < 0 || body > MAX_BODY ? piece.giveUp() : message(direction, head + body + 1);
        }
        return goOn(direction, bytes, offset, head, length);
    }

    /** The frame goes on up to a zero, which is looked for behind its head. */
    private long goOn(int direction, ByteBuffer bytes, int offset, int head, int length) {
        int zero = Ascii.indexOf(bytes, (byte) 0, offset + head, offset + length);
        toZero[direction] = zero < 0;
        return zero < 0 ? part(direction, length) : message(direction, zero + 1 - offset);
    }

    @Override
    public boolean beginsCut(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int command = command(asks(direction), bytes, offset, length);
        if (command == NONE || command == PART || toZero[direction]) {
            return false;
        }
        int end = offset + length;
        while (end > offset && bytes.get(end - 1) != '\n') {
            end--;
        }
        read(direction, command, bytes, offset, end, piece);
        boolean told = piece.role != Role.ONE_WAY || piece.delivery != Piece.IN_ORDER || !asks(direction);
        piece.mayAsk = !told && head(bytes, offset, end) == 0;
        piece.role = piece.mayAsk ? Role.UNKNOWN : piece.role;
        return true;
    }

    /** The command that stands here; {@link #NONE}, or {@link #PART} if more of it must be seen. */
    private static int command(boolean asks, ByteBuffer bytes, int offset, int length) {
        int found = NONE;
        for (int command = asks ? SEND : MESSAGE; command < (asks ? MESSAGE : COMMANDS.length); command++) {
            int agreement = Ascii.agreement(bytes, offset, length, COMMANDS[command]);
            if (agreement == COMMANDS[command].length) {
                int behind = offset + agreement;
                boolean partly = length == agreement || length == agreement + 1 && bytes.get(behind) == '\r';
                if (partly) {
                    return PART;
                }
                if (lineEnd(bytes, behind, offset + length) > 0) {
                    return command;
                }
            } else if (agreement == length) {
                found = PART;
            }
        }
        return found;
    }

    /** Bytes of the line end that stands here; 0 if there is none, -1 if only a part of it is there. */
    private static int lineEnd(ByteBuffer bytes, int from, int end) {
        if (bytes.get(from) == '\n') {
            return 1;
        }
        return bytes.get(from) != '\r' ? 0 : from + 1 < end && bytes.get(from + 1) == '\n' ? 2 : -1;
    }

    /** Bytes up to the end of the empty line behind the headers; 0 if it is not there. */
    private static int head(ByteBuffer bytes, int from, int end) {
        int newline = Ascii.indexOf(bytes, (byte) '\n', from, end);
        while (newline >= 0 && newline + 1 < end) {
            int empty = lineEnd(bytes, newline + 1, end);
            if (empty > 0) {
                return newline + 1 + empty - from;
            }
            newline = Ascii.indexOf(bytes, (byte) '\n', newline + 1, end);
        }
        return 0;
    }

    /** Where the value of a header begins, of which the first counts; -1 if it is not there. */
    private static int find(byte[] name, ByteBuffer bytes, int from, int end) {
        int newline = Ascii.indexOf(bytes, (byte) '\n', from, end);
        while (newline >= 0 && newline + 1 + name.length <= end) {
            if (Ascii.agreement(bytes, newline + 1, name.length, name) == name.length) {
                return newline + 1 + name.length;
            }
            newline = Ascii.indexOf(bytes, (byte) '\n', newline + 1, end);
        }
        return -1;
    }

    private static int valueEnd(ByteBuffer bytes, int from, int end) {
        int newline = Ascii.indexOf(bytes, (byte) '\n', from, end);
        int stop = newline < 0 ? end : newline;
        return stop > from && bytes.get(stop - 1) == '\r' ? stop - 1 : stop;
    }

    /** The value of a header as a number below {@link #TO_CONNECT}; -1 if it is not there. */
    private static long identifier(byte[] name, ByteBuffer bytes, int from, int end) {
        int at = find(name, bytes, from, end);
        if (at < 0) {
            return -1;
        }
        long hash = Fnv1a.START;
        for (int stop = valueEnd(bytes, at, end); at < stop; at++) {
            hash = Fnv1a.then(hash, bytes.get(at));
        }
        return hash & TO_CONNECT - 1;
    }

    private void read(int direction, int command, ByteBuffer bytes, int from, int end, Piece piece) {
        piece.role = Role.ONE_WAY;
        if (asks(direction)) {
            ask(command, bytes, from, end, piece);
        } else {
            tell(command, bytes, from, end, piece);
        }
        if ((command == SEND || command == MESSAGE) && context().wantsOperations()) {
            int topic = find(DESTINATION, bytes, from, end);
            piece.operation = topic < 0
                    ? null
                    : (command == SEND ? "SEND" : "MESSAGE")
                            + OperationName.ofTopic(
                                    bytes, topic + (bytes.get(topic) == '/' ? 1 : 0), valueEnd(bytes, topic, end));
        }
    }

    private void ask(int command, ByteBuffer bytes, int from, int end, Piece piece) {
        piece.flags = command == SEND ? 0 : SightingCodec.FLAG_SETUP;
        long receipt = identifier(WANTS_RECEIPT, bytes, from, end);
        connecting = command == CONNECT || command == STOMP;
        receipt = connecting ? TO_CONNECT : receipt;
        if (receipt >= 0) {
            if (awaited.size() >= MAX_AWAITED) {
                awaited.clear();
            }
            awaited.put(receipt, piece.flags);
            piece.role = Role.REQUEST;
            piece.key = receipt;
        } else if (command == ACK || command == NACK) {
            acknowledge(identifier(ID, bytes, from, end), bytes, from, end, piece);
        }
    }

    private void tell(int command, ByteBuffer bytes, int from, int end, Piece piece) {
        if (command == MESSAGE) {
            acknowledge(identifier(ACK_ID, bytes, from, end), bytes, from, end, piece);
            return;
        }
        boolean fails = command == ERROR;
        long key = fails || command == RECEIPT ? identifier(RECEIPT_ID, bytes, from, end) : TO_CONNECT;
        if (key < 0 && fails && connecting) {
            key = TO_CONNECT;
        }
        connecting = false;
        piece.outcome = Outcome.of(Outcome.Kind.STOMP, fails ? 1 : 0);
        if (key >= 0) {
            long flags = awaited.remove(key);
            piece.role = Role.RESPONSE;
            piece.key = key;
            piece.flags = key == TO_CONNECT ? SightingCodec.FLAG_SETUP : flags == StreamTable.NONE ? 0 : (int) flags;
        }
    }

    /** A delivery, or what acknowledges it. */
    private static void acknowledge(long id, ByteBuffer bytes, int from, int end, Piece piece) {
        long delivery = id >= 0 ? id : identifier(MESSAGE_ID, bytes, from, end);
        piece.delivery = delivery < 0 ? Piece.IN_ORDER : delivery;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        return NO_FRAME; // a command is looked for, see find
    }

    /** A command and the beginning of a header; of a connection that was seen from its start, how the client begins. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int first = bytes.get(offset);
        boolean asks = direction == context.requester();
        if (first < 'A' || first > 'U' || !asks && context.fromStart()) {
            return Verdict.NO;
        }
        int command = command(asks, bytes, offset, length);
        if (command == NONE || command == PART) {
            return command == PART && length <= COMMAND ? Verdict.MORE : Verdict.NO;
        }
        if (context.fromStart() && command != CONNECT && command != STOMP) {
            return Verdict.NO;
        }
        int name = COMMANDS[command].length;
        int behind = name + lineEnd(bytes, offset + name, offset + length);
        if (length <= behind) {
            return Verdict.MORE;
        }
        int header = bytes.get(offset + behind);
        return header >= 'a' && header <= 'z' ? Verdict.YES : Verdict.NO;
    }
}

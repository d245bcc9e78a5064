package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * ZMTP 3, which ZeroMQ's sockets speak: a REQ and its peer, or a DEALER and a REP, make calls in order; all others say
 * one-way what they say. Greetings, commands and subscriptions are set-up. Behind the handshake of CURVE nothing is
 * seen but frames: they are cut by turns.
 *
 * <pre>
 *   ff │ 8 bytes │ 7f │ version 2 │ mechanism 20 │ as server 1 │ 31 zeros             each side first, in two parts
 *   flags │ size 1, or 8 │ …           flags: 1 more frames of the message follow, 2 long, 4 command
 *   command: length 1, name │ …        READY, INITIATE: Socket-Type and others
 *   01 00 │ 00 size …                  an empty frame in front, as REQ and REP have it
 * </pre>
 *
 * In the middle the rest of a greeting, a command, what CURVE sealed and an empty frame in front tell it. The types of
 * the sockets are not known then: messages with an empty frame in front are calls, until one comes before the one
 * before it was answered.
 *
 * <p>Source: ZeroMQ RFC 23 (ZMTP 3.0), RFC 37 (ZMTP 3.1), RFC 28 (REQ/REP).
 */
final class ZmtpFramer extends LengthFramer {

    /** Bytes of a greeting, and of the signature in front, which is sent apart, with or without the version behind. */
    private static final int GREETING = 64;

    private static final int SIGNATURE = 10;
    private static final int SIGNATURE_END = 9;
    private static final int FIRST_VERSION = 3;

    /** Where the mechanism's name stands, behind one more byte of the version, and how much of it is looked at. */
    private static final int MECHANISM = 12;

    private static final int NAME = 7;

    private static final int HEADER = 2;
    private static final int LONG_HEADER = 9;
    private static final int MORE_FRAMES = 1;
    private static final int LONG = 2;
    private static final int COMMAND = 4;
    private static final int MAX_SIZE = 1 << 28;

    /** What servers of libzmq up to 4.3.5 say in place of the length of ERROR and its first letter. */
    private static final int MISPRINT = '^';

    /** Most of a command that is looked at. */
    private static final int LOOKED_AT = 512;

    private static final byte[] CURVE = "CURVE".getBytes(US_ASCII);
    private static final byte[][] MECHANISMS = words("NULL\0", "PLAIN\0", "CURVE\0", "GSSAPI\0");

    /** Frames with their names that nothing else looks like. */
    private static final byte[][] COMMANDS = words(
            "\5READY",
            "\5ERROR",
            "\5HELLO",
            "\7WELCOME",
            "\10INITIATE",
            "\4PING",
            "\4PONG",
            "\11SUBSCRIBE",
            "\6CANCEL");

    /** How a frame begins that CURVE made. */
    private static final byte[] SEALED = "\7MESSAGE".getBytes(US_ASCII);

    private static final byte[] SOCKET_TYPE = "Socket-Type\0\0\0".getBytes(US_ASCII);

    /** Numbers of the calls of a handshake, and of pings; what asks is not numbered. */
    private static final long TO_ENTER = 1;

    private static final long TO_INITIATE = 2;
    private static final long TO_PING = 3;

    private enum Socket {
        UNKNOWN,
        REQ,
        REP,
        DEALER,
        SUB,
        XSUB,
        OTHER
    }

    private static final Socket[] SOCKETS = Socket.values();

    /** Bytes of the greeting that are due: all, those behind the signature or one more, or none. */
    private final int[] greeting = new int[2];

    /** Whether nothing but greetings and commands was seen. */
    private boolean settingUp;

    private final Socket[] sockets = new Socket[2];
    private final boolean[] inMessage = new boolean[2];
    private boolean curve;

    /** The call of the handshake that is answered next, or an error is the answer to; 0 if there is none. */
    private long entering;

    /** Of sockets that are not known: whether a call is open, and whether calls overlap, so that they are none. */
    private boolean open;

    private boolean overlap;

    ZmtpFramer() {
        super(Protocol.ZMTP, HEADER);
    }

    @Override
    protected void onReset() {
        for (int i = 0; i < 2; i++) {
            greeting[i] = context().fromStart() ? GREETING : 0;
            sockets[i] = Socket.UNKNOWN;
            inMessage[i] = false;
        }
        settingUp = context().fromStart();
        curve = false;
        entering = 0;
        open = false;
        overlap = false;
    }

    @Override
    protected void onLose(int direction) {
        greeting[direction] = 0;
        inMessage[direction] = false;
        open = false;
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        int due = greeting[direction];
        if (due == 0 || !isBetweenFrames(direction)) {
            return super.skip(direction, length, piece);
        }
        greeting[direction] = 0;
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        return skipMessage(direction, due, length, piece);
    }

    @Override
    public boolean isSettingUp() {
        return settingUp;
    }

    @Override
    protected int headerLength(int direction) {
        return greeting[direction] > 0 ? 1 : HEADER;
    }

    @Override
    public boolean answersInOrder() {
        return curve || asker() >= 0 || isUnknown() && open;
    }

    /** The side that asks, of sockets that make calls; -1 if they do not. */
    private int asker() {
        for (int i = 0; i < 2; i++) {
            Socket other = sockets[1 - i];
            if (sockets[i] == Socket.REQ || other == Socket.REP && sockets[i] != Socket.REP) {
                return i;
            }
        }
        return -1;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int first = bytes.get(offset);
        if (greeting[direction] > 0 || first == -1 && sockets[direction] == Socket.UNKNOWN) {
            return greet(direction, bytes, offset, length, piece);
        }
        greeting[direction] = restOfGreeting(bytes, offset, length);
        if (greeting[direction] > 0) {
            return greet(direction, bytes, offset, length, piece);
        }
        long total = measure(direction, bytes, offset, length);
        if (total == NO_FRAME) {
            return piece.giveUp();
        }
        int head = (first & LONG) != 0 ? LONG_HEADER : HEADER;
        if (total == MORE) {
            return piece.need((first & COMMAND) != 0 ? head + 2 : head);
        }
        if ((first & COMMAND) != 0) {
            int seen = (int) Math.min(total, LOOKED_AT);
            if (length < seen) {
                return piece.need(seen);
            }
            command(direction, bytes, offset + head, offset + seen, piece);
            return message(direction, total);
        }
        settingUp = false;
        boolean maySeal = !curve && areUnknown() && total >= head + SEALED.length;
        if (maySeal && length < head + SEALED.length) {
            return piece.need(head + SEALED.length);
        }
        curve |= maySeal && Ascii.agreement(bytes, offset + head, SEALED.length, SEALED) == SEALED.length;
        if (curve) {
            piece.turns = true;
            return part(direction, total);
        }
        if (!inMessage[direction]) {
            boolean subscribes = total > head && subscribes(direction);
            if (subscribes && length <= head) {
                return piece.need(head + 1);
            }
            say(direction, total == HEADER && (first & MORE_FRAMES) != 0, subscribes, piece);
        }
        inMessage[direction] = (first & MORE_FRAMES) != 0;
        return inMessage[direction] ? part(direction, total) : message(direction, total);
    }

    /** Whether what one of the sockets is was not seen, and the other one does not tell it. */
    private boolean isUnknown() {
        return asker() < 0 && (sockets[0] == Socket.UNKNOWN || sockets[1] == Socket.UNKNOWN);
    }

    private boolean areUnknown() {
        return sockets[0] == Socket.UNKNOWN && sockets[1] == Socket.UNKNOWN;
    }

    @Override
    public boolean endsByTurn(int direction) {
        return curve && isBetweenFrames(direction);
    }

    private boolean subscribes(int direction) {
        return sockets[direction] == Socket.SUB || sockets[direction] == Socket.XSUB;
    }

    private long greet(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int due = greeting[direction];
        int at = GREETING - due;
        settingUp = true;
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        if (at == 0 || due == 0) {
            if (length < SIGNATURE) {
                return piece.need(SIGNATURE);
            }
            greeting[direction] = GREETING - SIGNATURE;
            return isSignature(bytes, offset) ? part(direction, SIGNATURE) : piece.giveUp();
        }
        if (at == SIGNATURE && bytes.get(offset) < FIRST_VERSION) {
            return piece.giveUp();
        }
        int needed = MECHANISM + NAME - at;
        if (length < needed && at == SIGNATURE) {
            greeting[direction]--;
            return part(direction, 1);
        }
        if (length < needed) {
            return piece.need(needed);
        }
        int name = offset + MECHANISM - at;
        curve |= Ascii.agreement(bytes, name, CURVE.length, CURVE) == CURVE.length;
        boolean logsIn = Ascii.agreement(bytes, name, MECHANISMS[0].length, MECHANISMS[0]) < 0;
        entering = logsIn ? TO_ENTER : 0;
        greeting[direction] = 0;
        return message(direction, due);
    }

    private static boolean isSignature(ByteBuffer bytes, int offset) {
        return bytes.get(offset) == -1 && bytes.get(offset + SIGNATURE_END) == 0x7f;
    }

    /** Bytes of a greeting that begins here behind its signature, or one more; 0 if none does. */
    private static int restOfGreeting(ByteBuffer bytes, int offset, int length) {
        int first = bytes.get(offset);
        int at = first == FIRST_VERSION ? SIGNATURE : SIGNATURE + 1;
        int name = MECHANISM - at;
        boolean greets = first <= FIRST_VERSION
                && first >= 0
                && length >= name + NAME
                && bytes.get(offset + name - 1) <= 1
                && isOneOf(MECHANISMS, bytes, offset + name, length - name);
        return greets ? GREETING - at : 0;
    }

    private static boolean isOneOf(byte[][] words, ByteBuffer bytes, int offset, int length) {
        for (byte[] word : words) {
            if (Ascii.agreement(bytes, offset, length, word) == word.length) {
                return true;
            }
        }
        return false;
    }

    private static byte[][] words(String... words) {
        return Stream.of(words).map(word -> word.getBytes(US_ASCII)).toArray(byte[][]::new);
    }

    private void say(int direction, boolean delimited, boolean subscribes, Piece piece) {
        piece.role = Role.ONE_WAY;
        piece.flags = subscribes ? SightingCodec.FLAG_SETUP : 0;
        int asker = asker();
        boolean unknown = isUnknown();
        if (asker < 0 && unknown && delimited && !overlap) {
            asker = context().requester();
            overlap = open && direction == asker;
            open = direction == asker;
        }
        if (asker >= 0 && !overlap) {
            if (!unknown && asker != context().requester()) {
                context().learnRequester(asker);
            }
            piece.role = direction == asker ? Role.REQUEST : Role.RESPONSE;
        }
    }

    private void command(int direction, ByteBuffer bytes, int from, int end, Piece piece) {
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        int name = from + 1;
        switch (bytes.get(from) == MISPRINT ? 'E' : bytes.get(name)) {
            case 'H' -> ask(TO_ENTER, piece); // HELLO
            case 'W' -> answer(TO_ENTER, 0, piece); // WELCOME
            case 'I' -> {
                ask(TO_INITIATE, piece); // INITIATE
                learnSocket(direction, bytes, from, end);
            }
            case 'R' -> {
                if (entering == TO_INITIATE) {
                    answer(TO_INITIATE, 0, piece); // READY
                }
                learnSocket(direction, bytes, from, end);
            }
            case 'E' -> fail(piece); // ERROR
            case 'P' -> {
                boolean asks = name + 1 < end && bytes.get(name + 1) == 'I'; // PING, PONG
                piece.role = asks ? Role.REQUEST : Role.RESPONSE;
                piece.key = TO_PING << 1 | (asks ? direction : 1 - direction);
            }
            default -> {}
        }
    }

    private void ask(long what, Piece piece) {
        entering = what;
        piece.role = Role.REQUEST;
        piece.key = what << 1;
    }

    private void answer(long what, int code, Piece piece) {
        entering = what == TO_ENTER && code == 0 ? TO_INITIATE : 0;
        piece.role = Role.RESPONSE;
        piece.key = what << 1;
        piece.outcome = Outcome.of(Outcome.Kind.ZMTP, code);
    }

    private void fail(Piece piece) {
        piece.outcome = Outcome.of(Outcome.Kind.ZMTP, 1);
        if (entering != 0) {
            answer(entering, 1, piece);
        }
    }

    /** What kind of socket this side is, if these properties say it. */
    private void learnSocket(int direction, ByteBuffer bytes, int from, int end) {
        for (int at = from; at + SOCKET_TYPE.length + 2 < end; at++) {
            if (Ascii.agreement(bytes, at, SOCKET_TYPE.length, SOCKET_TYPE) == SOCKET_TYPE.length) {
                int value = at + SOCKET_TYPE.length + 1;
                sockets[direction] = socket(bytes, value, Math.min(end, value + bytes.get(value - 1)));
                return;
            }
        }
    }

    private static Socket socket(ByteBuffer bytes, int from, int end) {
        for (Socket socket : SOCKETS) {
            String name = socket.name();
            boolean same = name.length() == end - from;
            for (int i = 0; same && i < name.length(); i++) {
                same = bytes.get(from + i) == name.charAt(i);
            }
            if (same) {
                return socket;
            }
        }
        return Socket.OTHER;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        int rest = restOfGreeting(bytes, offset, length);
        return rest > 0 ? rest : measure(bytes, offset, length);
    }

    private static long measure(ByteBuffer bytes, int offset, int length) {
        int flags = bytes.get(offset);
        boolean command = (flags & COMMAND) != 0;
        if (flags < 0 || flags > (COMMAND | LONG) || command && (flags & MORE_FRAMES) != 0) {
            return NO_FRAME;
        }
        int head = (flags & LONG) != 0 ? LONG_HEADER : HEADER;
        if (length < head || command && length < head + 2) {
            return MORE;
        }
        long size = head == HEADER ? bytes.get(offset + 1) & 0xff : bytes.getLong(offset + 1);
        if (size < 0 || size > MAX_SIZE) {
            return NO_FRAME;
        }
        if (command) {
            int name = bytes.get(offset + head);
            int letter = bytes.get(offset + head + 1);
            boolean named = name > 0 && (name < size || name == MISPRINT) && letter >= 'A' && letter <= 'Z';
            return named ? head + size : NO_FRAME;
        }
        return head + size;
    }

    /** Nothing but its size tells a frame, so one is looked for where a packet begins. */
    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        long at = 0;
        while (at < length) {
            long frame = measure(direction, bytes, offset + (int) at, length - (int) at);
            if (frame <= 0) {
                return length;
            }
            at += frame;
        }
        piece.splits = true;
        return 0;
    }

    /** The signature of a greeting; in the middle the rest of one, or a command. */
    static final class Beginning implements Signature {

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            int first = bytes.get(offset);
            if (first == -1) {
                return length <= SIGNATURE_END
                        ? Verdict.MORE
                        : bytes.get(offset + SIGNATURE_END) == 0x7f ? Verdict.YES : Verdict.NO;
            }
            boolean may = first >= 0 && first <= (COMMAND | LONG) && !context.fromStart();
            if (!may) {
                return Verdict.NO;
            }
            int head = (first & LONG) != 0 ? LONG_HEADER : HEADER;
            boolean command = (first & COMMAND) != 0 && length > head
                    ? isOneOf(COMMANDS, bytes, offset + head, length - head)
                    : length >= head + SEALED.length
                            && Ascii.agreement(bytes, offset + head, SEALED.length, SEALED) == SEALED.length;
            return command || restOfGreeting(bytes, offset, length) > 0 ? Verdict.YES : Verdict.NO;
        }

        /** Messages with an empty frame in front. */
        @Override
        public boolean isWhole(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            boolean more = length > HEADER && bytes.getShort(offset) == MORE_FRAMES << Byte.SIZE;
            long at = HEADER;
            while (more && at < length) {
                int frame = offset + (int) at;
                long size = measure(bytes, frame, length - (int) at);
                if (size <= 0 || (bytes.get(frame) & COMMAND) != 0) {
                    return false;
                }
                at += size;
                more = (bytes.get(frame) & MORE_FRAMES) != 0;
            }
            return at == length && !more;
        }
    }
}

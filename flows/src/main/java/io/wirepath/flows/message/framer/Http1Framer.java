package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * HTTP/1.0 and 1.1 (RFC 9112): pipelining, keep-alive, Content-Length, chunked with trailers, bodies that the end of
 * the connection ends, interim responses, HEAD, 204, 304, CONNECT, upgrades.
 *
 * <pre>
 *  START ─line─► FIELDS ─blank line─┬─► (end)                     no body
 *                                   ├─► BODY  remaining bytes ─► (end)
 *                                   ├─► CHUNK_SIZE ⇄ CHUNK; size 0 ─► TRAILERS ─blank line─► (end)
 *                                   └─► UNTIL_CLOSE
 * </pre>
 *
 * <p>A response of {@linkplain ServerEvents events} ends with the head, and each event is a message.
 */
final class Http1Framer extends ProtocolFramer {

    /** Most bytes of a head, chunk line or trailer section; servers' limits are far below it. */
    private static final int MAX_HEAD = 1 << 18;

    /** Longer lines are read only as far as this. */
    private static final int LINE_KEPT = 512;

    private static final int SWITCHES = 101;
    private static final int LINE_BREAK = 2;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private enum State {
        START,
        FIELDS,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        TRAILERS,
        UNTIL_CLOSE
    }

    private final Stream[] streams = {new Stream(), new Stream()};
    /** Methods of the requests in flight, counted from 1. */
    private final AskedOrder order = new AskedOrder();

    Http1Framer() {
        super(Protocol.HTTP1);
    }

    @Override
    protected void onBegin() {
        streams[0].reset();
        streams[1].reset();
        order.reset();
    }

    @Override
    public int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        Stream stream = streams[direction];
        int end = offset + length;
        int at = offset;
        while (at < end && !piece.ends && !piece.gaveUp) {
            at = switch (stream.state) {
                case BODY, CHUNK ->
                    stream.events.follow
                            ? readChunkOfEvents(stream, bytes, at, end, piece)
                            : at + (int) advance(stream, end - at, piece);
                case UNTIL_CLOSE -> stream.events.follow ? readEvent(stream, bytes, at, end, piece) : end;
                default -> readLine(stream, direction, bytes, at, end, piece);
            };
        }
        return piece.gaveUp ? 0 : at - offset;
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        Stream stream = streams[direction];
        return switch (stream.state) {
            case BODY, CHUNK -> {
                long count = advance(stream, length, piece);
                if (stream.events.follow && stream.remaining == 0) {
                    stream.events.endsChunk(piece);
                }
                yield count;
            }
            case UNTIL_CLOSE -> {
                if (stream.events.follow) {
                    stream.events.skip(piece);
                }
                yield length;
            }
            default -> skipUpgrade(stream, length, piece);
        };
    }

    /**
     * The rest of the head of a response that switches to another protocol: if that is not WebSocket, its framer gives
     * up at the first byte.
     */
    private static long skipUpgrade(Stream stream, long length, Piece piece) {
        HttpHead head = stream.head;
        if (stream.state == State.START && !head.readStart(stream.line, 0, stream.lineLength, /* truncated= */ true)
                || stream.state != State.START && stream.state != State.FIELDS
                || head.status != SWITCHES) {
            return 0;
        }
        piece.role = Role.RESPONSE;
        piece.outcome = Outcome.of(Outcome.Kind.HTTP, head.status);
        piece.ends = true;
        piece.handsOver = true;
        piece.followedBy = Protocol.WEBSOCKET;
        return length;
    }

    private static int readEvent(Stream stream, ByteBuffer bytes, int from, int end, Piece piece) {
        int to = stream.events.read(bytes, from, end, piece);
        piece.ends = stream.events.takeEnd();
        return to;
    }

    /** The line break behind a chunk goes with the event that the chunk ends with. */
    private static int readChunkOfEvents(Stream stream, ByteBuffer bytes, int from, int end, Piece piece) {
        long data = stream.remaining - LINE_BREAK;
        int to = data > 0
                ? stream.events.read(bytes, from, (int) Math.min(end, from + data), piece)
                : (int) Math.min(end, from + stream.remaining);
        stream.remaining -= to - from;
        if (stream.remaining == 0) {
            stream.enter(State.CHUNK_SIZE);
        }
        piece.ends = (stream.remaining == 0 || stream.remaining > LINE_BREAK) && stream.events.takeEnd();
        return to;
    }

    private long advance(Stream stream, long available, Piece piece) {
        long count = Math.min(available, stream.remaining);
        stream.remaining -= count;
        if (stream.remaining == 0) {
            if (stream.state == State.CHUNK) {
                stream.enter(State.CHUNK_SIZE);
            } else {
                end(stream, piece);
            }
        }
        return count;
    }

    /** Whether what asked for WebSocket goes on with it: no line begins with such a byte. */
    private static boolean isUpgraded(Stream stream, int first) {
        HttpHead head = stream.head;
        return first < 0
                && stream.state == State.START
                && stream.lineLength == 0
                && head.toWebSocket
                && head.status == 0;
    }

    /** Takes the bytes up to the end of the line; acts on the line if it is complete. */
    private int readLine(Stream stream, int direction, ByteBuffer bytes, int from, int end, Piece piece) {
        if (isUpgraded(stream, bytes.get(from))) {
            piece.followedBy = Protocol.WEBSOCKET;
            piece.giveUp();
            return from;
        }
        int newline = Ascii.indexOf(bytes, (byte) '\n', from, end);
        int to = newline < 0 ? end : newline + 1;
        boolean bare = newline >= 0 && (newline > from ? bytes.get(newline - 1) : stream.lastByte) != '\r';
        stream.headLength += to - from;
        if (stream.headLength > MAX_HEAD) {
            piece.giveUp();
        } else if (newline < 0) {
            stream.keep(bytes, from, end);
            stream.lastByte = bytes.get(end - 1);
        } else if (stream.lineLength == 0) {
            stream.truncated = newline - from > LINE_KEPT;
            onLine(stream, direction, bytes, from, Math.min(newline, from + LINE_KEPT), bare, piece);
        } else {
            stream.keep(bytes, from, newline);
            int kept = stream.lineLength;
            stream.lineLength = 0;
            onLine(stream, direction, stream.line, 0, kept, bare, piece);
            stream.truncated = false;
            stream.lastByte = 0;
        }
        return to;
    }

    private void onLine(
            Stream stream, int direction, ByteBuffer bytes, int from, int newline, boolean bare, Piece piece) {
        int end = bare || stream.truncated ? newline : newline - 1;
        boolean blank = end == from;
        if (bare && !(blank && stream.state == State.START)) {
            stream.doubtEnd(piece);
        }
        switch (stream.state) {
            case START -> onStart(stream, bytes, from, end, blank, piece);
            case FIELDS -> {
                if (blank) {
                    beginBody(stream, direction, piece);
                } else {
                    stream.head.readField(bytes, from, end, direction, context());
                }
            }
            case CHUNK_SIZE -> {
                stream.remaining = HttpHead.chunkSize(bytes, from, end);
                if (stream.remaining < 0) {
                    stream.doubtEnd(piece);
                    piece.giveUp();
                } else if (stream.remaining == 0) {
                    if (stream.events.follow) {
                        ServerEvents.begin(/* saysNothing= */ true, piece);
                    }
                    stream.enter(State.TRAILERS);
                } else {
                    stream.remaining += LINE_BREAK;
                    stream.enter(State.CHUNK);
                }
            }
            default -> {
                if (blank) {
                    end(stream, piece);
                }
            }
        }
    }

    private void onStart(Stream stream, ByteBuffer bytes, int from, int end, boolean blank, Piece piece) {
        if (blank) {
            return; // RFC 9112 §2.2: an empty line before a request is ignored
        }
        HttpHead head = stream.head;
        if (!head.readStart(bytes, from, end, stream.truncated)) {
            piece.giveUp();
            return;
        }
        stream.state = State.FIELDS;
        if (context().wantsOperations()) {
            piece.operation = OperationName.of(bytes, from, end, head.status != 0);
        }
        if (head.status == 0) {
            piece.role = Role.REQUEST;
            order.asks((byte) (1 + head.method));
        } else {
            boolean interim = isInterim(head);
            piece.role = interim ? Role.ONE_WAY : Role.RESPONSE;
            piece.outcome = interim ? Outcome.UNKNOWN : Outcome.of(Outcome.Kind.HTTP, head.status);
        }
    }

    private static boolean isInterim(HttpHead head) {
        return head.status < 200 && head.status != SWITCHES;
    }

    /** RFC 9112 §6.3. */
    private void beginBody(Stream stream, int direction, Piece piece) {
        HttpHead head = stream.head;
        if (head.contradictory || head.encoded && head.contentLength >= 0) {
            stream.doubtEnd(piece);
        }
        if (head.contradictory && !head.chunked) {
            piece.giveUp();
            return;
        }
        if (head.status == 0) {
            context().learnRequester(direction);
        } else if (isInterim(head)) {
            end(stream, piece);
            return;
        } else if (isBodiless(head, piece)) {
            end(stream, piece);
            return;
        }
        boolean untilClose = head.status != 0 && (head.encoded || head.contentLength < 0);
        if (head.chunked || untilClose) {
            stream.enter(head.chunked ? State.CHUNK_SIZE : State.UNTIL_CLOSE);
            stream.events.follow = head.status != 0 && head.eventStream;
            piece.ends = stream.events.follow;
        } else if (head.contentLength > 0) {
            stream.remaining = head.contentLength;
            stream.enter(State.BODY);
        } else {
            end(stream, piece);
        }
    }

    private boolean isBodiless(HttpHead head, Piece piece) {
        int method = order.answers() - 1;
        if (head.status == SWITCHES) {
            piece.handsOver = true;
            piece.followedBy = head.toWebSocket ? Protocol.WEBSOCKET : head.toHttp2 ? Protocol.HTTP2 : null;
            return true;
        }
        if (method == HttpHead.CONNECT && head.status < 300) {
            piece.handsOver = true;
            piece.tunnels = true;
            return true;
        }
        return method == HttpHead.HEAD || head.status == 204 || head.status == 304;
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
        streams[direction].reset();
        order.lose();
    }

    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        piece.splits = true;
        boolean asks = asks(direction);
        if (!asks && ServerEvents.beginsChunk(bytes, offset, length)) {
            streams[direction].joinEvents();
            return 0;
        }
        for (int at = 0; at < length; at++) {
            boolean mayBegin = !asks || at == 0 || bytes.get(offset + at - 1) == '\n';
            if (mayBegin && Beginning.begins(asks, bytes, offset + at, length - at)) {
                return at;
            }
        }
        return length;
    }

    private static void end(Stream stream, Piece piece) {
        stream.enter(State.START);
        piece.ends = true;
    }

    /** One direction. */
    private static final class Stream {

        private final HttpHead head = new HttpHead();
        private final ServerEvents events = new ServerEvents();
        /** A line whose end has not come yet; allocated when a line is first cut by a segment's end. */
        private ByteBuffer line = NOTHING;

        private State state = State.START;
        private long remaining;
        private int lineLength;
        private int headLength;
        private boolean truncated;
        private boolean doubted;
        /** The one before the bytes that come next, where those go on with a line. */
        private byte lastByte;

        void reset() {
            lineLength = 0;
            truncated = false;
            enter(State.START);
        }

        void enter(State next) {
            state = next;
            headLength = 0;
            doubted &= next != State.START;
            if (next == State.START) {
                events.reset();
            }
        }

        /** The response goes on with a chunk of events. */
        void joinEvents() {
            enter(State.CHUNK_SIZE);
            events.follow = true;
        }

        /** Receivers may disagree on where the message ends (request smuggling). */
        void doubtEnd(Piece piece) {
            piece.endIsDoubtful |= !doubted;
            doubted = true;
        }

        /** Keeps the beginning of a line whose end has not come yet. */
        void keep(ByteBuffer bytes, int from, int end) {
            if (line.capacity() == 0) {
                line = ByteBuffer.allocate(LINE_KEPT);
            }
            int count = Math.min(end - from, LINE_KEPT - lineLength);
            truncated |= count < end - from;
            line.put(lineLength, bytes, from, count);
            lineLength += count;
        }
    }

    /** An HTTP/1 message begins with a method and a blank, or with its version. */
    static final class Beginning implements Signature {

        private static final byte[][] BEGINNINGS = {
            ascii("GET "), ascii("POST "), ascii("HTTP/1."), ascii("PUT "), ascii("HEAD "), ascii("DELETE "),
            ascii("OPTIONS "), ascii("PATCH "), ascii("CONNECT "), ascii("TRACE "), ascii("PROPFIND "), ascii("REPORT ")
        };

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            int first = bytes.get(offset);
            if (first < 'C' || first > 'T') {
                return Verdict.NO;
            }
            for (byte[] beginning : BEGINNINGS) {
                int agreement = first == beginning[0] ? Ascii.agreement(bytes, offset, length, beginning) : -1;
                if (agreement == beginning.length) {
                    return connects(beginning, bytes, offset, length);
                }
                if (agreement > 0) {
                    return Verdict.MORE;
                }
            }
            return Verdict.NO;
        }

        /** A client of NATS connects with an object, not to an address. */
        private static Verdict connects(byte[] beginning, ByteBuffer bytes, int offset, int length) {
            if (beginning[0] != 'C') {
                return Verdict.YES;
            }
            if (length == beginning.length) {
                return Verdict.MORE;
            }
            return bytes.get(offset + beginning.length) == '{' ? Verdict.NO : Verdict.YES;
        }

        /** Whether a message begins here of which so much is there that it can be told. */
        static boolean begins(boolean asks, ByteBuffer bytes, int offset, int length) {
            int first = bytes.get(offset);
            if (first < 'C' || first > 'T' || asks == (first == 'H' && length > 1 && bytes.get(offset + 1) == 'T')) {
                return false;
            }
            for (byte[] beginning : BEGINNINGS) {
                if (first == beginning[0] && Ascii.agreement(bytes, offset, length, beginning) == beginning.length) {
                    return asks == (beginning[beginning.length - 1] == ' ');
                }
            }
            return false;
        }

        private static byte[] ascii(String text) {
            return text.getBytes(US_ASCII);
        }
    }
}

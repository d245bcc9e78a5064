package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Cassandra's CQL binary protocol, versions 3 to 5: calls by stream id; events want no answer.
 *
 * <pre>
 *   │ version 1 (0x80: response) │ flags 1 │ stream 2 │ opcode 1 │ length 4 │ …
 * </pre>
 *
 * Once the server has accepted the start, version 5 wraps these frames in {@link CassandraSegments}; compressed
 * segments are left to turns. Source: Apache Cassandra, native_protocol_v4.spec and native_protocol_v5.spec.
 */
final class CassandraFramer extends LengthFramer {

    static final int HEADER = 9;

    private static final int MAX_LENGTH = 1 << 28;
    private static final int ERROR = 0x00;
    private static final int STARTUP = 0x01;
    private static final int READY = 0x02;
    private static final int AUTHENTICATE = 0x03;
    private static final int OPTIONS = 0x05;
    private static final int SUPPORTED = 0x06;
    private static final int EVENT = 0x0c;
    private static final int AUTH_CHALLENGE = 0x0e;
    private static final int AUTH_RESPONSE = 0x0f;
    private static final int AUTH_SUCCESS = 0x10;
    private static final int REQUESTS =
            1 << STARTUP | 1 << OPTIONS | 1 << 7 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << AUTH_RESPONSE;
    private static final int SETUPS = 1 << STARTUP
            | 1 << READY
            | 1 << AUTHENTICATE
            | 1 << AUTH_CHALLENGE
            | 1 << AUTH_RESPONSE
            | 1 << AUTH_SUCCESS
            | 1 << OPTIONS
            | 1 << SUPPORTED;

    private static final int SEGMENTED_VERSION = 5;
    private static final byte[] COMPRESSION = "compression".getBytes(StandardCharsets.US_ASCII);

    private final CassandraSegments[] segments = {new CassandraSegments(), new CassandraSegments()};
    private boolean compressing;
    private boolean segmented;

    CassandraFramer() {
        super(Protocol.CASSANDRA, HEADER);
    }

    @Override
    protected void onReset() {
        compressing = false;
        segmented = false;
    }

    @Override
    public int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (!segmented || !isBetweenFrames(direction)) {
            return super.next(direction, bytes, offset, length, piece);
        }
        CassandraSegments ofDirection = segments[direction];
        int before = ofDirection.beforeFrame();
        if (before >= 0) {
            if (length < before + HEADER) {
                return piece.need(before + HEADER);
            }
            if (!isHeader(bytes, offset + before)) {
                return piece.giveUp();
            }
            describe(direction, bytes, offset + before, piece);
            ofDirection.beginFrame(HEADER + (long) bytes.getInt(offset + before + 5));
        }
        return ofDirection.take(bytes, offset, length, piece);
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        return segmented && isBetweenFrames(direction)
                ? segments[direction].skip(length, piece)
                : super.skip(direction, length, piece);
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (!isHeader(bytes, offset)) {
            return piece.giveUp();
        }
        int opcode = bytes.get(offset + 4);
        long total = HEADER + (long) bytes.getInt(offset + 5);
        if ((bytes.get(offset) & 0x7f) == SEGMENTED_VERSION) {
            if (opcode == STARTUP && total <= Piece.MAX_NEEDED) {
                if (length < total) {
                    return piece.need((int) total);
                }
                compressing = Ascii.containsIgnoringCase(bytes, offset + HEADER, offset + (int) total, COMPRESSION);
            } else if (opcode == READY || opcode == AUTHENTICATE) {
                beginSegments();
            }
        }
        describe(direction, bytes, offset, piece);
        return message(direction, total);
    }

    private void beginSegments() {
        segmented = true;
        segments[0].reset(compressing);
        segments[1].reset(compressing);
    }

    private void describe(int direction, ByteBuffer bytes, int offset, Piece piece) {
        int opcode = bytes.get(offset + 4);
        boolean response = bytes.get(offset) < 0;
        piece.role = opcode == EVENT ? Role.ONE_WAY : response ? Role.RESPONSE : Role.REQUEST;
        piece.key = bytes.getShort(offset + 2);
        piece.outcome = piece.role == Role.RESPONSE
                ? Outcome.of(Outcome.Kind.CASSANDRA, opcode == ERROR ? 1 : 0)
                : Outcome.UNKNOWN;
        piece.flags = (1 << opcode & SETUPS) != 0 ? SightingCodec.FLAG_SETUP : 0;
        if (!response) {
            context().learnRequester(direction);
        }
    }

    /** Whether these {@link #HEADER} bytes are a frame header. */
    static boolean isHeader(ByteBuffer bytes, int offset) {
        int version = bytes.get(offset) & 0x7f;
        int opcode = bytes.get(offset + 4);
        int length = bytes.getInt(offset + 5);
        if (version < 3 || version > 5 || opcode < 0 || opcode > AUTH_SUCCESS || length < 0 || length > MAX_LENGTH) {
            return false;
        }
        boolean request = (1 << opcode & REQUESTS) != 0;
        return (bytes.get(offset + 1) & 0xe0) == 0 && request == bytes.get(offset) >= 0 && opcode != 4;
    }

    @Override
    protected void onLose(int direction) {
        segments[direction].reset(compressing);
    }

    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        if (!segmented) {
            return super.find(direction, bytes, offset, length, fresh, piece);
        }
        CassandraSegments ofDirection = segments[direction];
        int frameAt = ofDirection.beforeFrame();
        for (int at = 0; at + frameAt + HEADER <= length; at++) {
            if (ofDirection.isSegment(bytes, offset + at) && isHeader(bytes, offset + at + frameAt)) {
                return at;
            }
        }
        return length;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < HEADER) {
            return MORE;
        }
        boolean fits = isHeader(bytes, offset) && bytes.get(offset) >= 0 == asks(direction);
        return fits ? HEADER + (long) bytes.getInt(offset + 5) : NO_FRAME;
    }

    /** Cassandra: a frame header whose version, opcode and direction fit. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int version = bytes.get(offset) & 0x7f;
        boolean asks = bytes.get(offset) >= 0;
        if (version < 3 || version > 5 || asks != (direction == context.requester())) {
            return Verdict.NO;
        }
        if (length < HEADER) {
            return Verdict.MORE;
        }
        // a first frame of a mebibyte would be unusual, and a weak signature needs what is usual
        boolean small = bytes.get(offset + 5) == 0 && bytes.get(offset + 6) < 16 && bytes.get(offset + 6) >= 0;
        return small && isHeader(bytes, offset) ? Verdict.YES : Verdict.NO;
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.hpack.HeaderBlock;
import io.wirepath.flows.message.framer.hpack.HeaderFields;
import java.nio.ByteBuffer;

/**
 * HTTP/2 and gRPC: a stream is a call; its HEADERS and DATA in each direction are one message, up to END_STREAM. Frames
 * of the connection (SETTINGS, PING, WINDOW_UPDATE, …) are set-up.
 *
 * <p>A gRPC stream that carries several messages in a direction, or pauses, is cut into them: the first one is the
 * request or the response, each further one is one-way and keeps the number of the call, and so do trailers behind
 * them.
 *
 * <pre>
 *   preface │ "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" │                       24 bytes, from the client
 *   frame   │ length 3 │ type 1 │ flags 1 │ R 1, stream 31 │ payload
 *   gRPC    in DATA: │ compressed 1 │ length 4 │ message │ …
 * </pre>
 *
 * Sources: RFC 9113 §3.4, §4.1, §6; gRPC, "gRPC over HTTP2".
 */
final class Http2Framer extends LengthFramer {

    static final int HEADER = 9;
    static final int PREFACE = 24;
    static final int CONTINUATION = 9;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int PUSH_PROMISE = 5;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int PRIORITY = 0x20;

    /** Fields of the static table (RFC 7541, Appendix A): before these of a request, with these the status. */
    private static final int STATUS = 8;

    private static final int LAST_STATUS = 14;
    private static final int MAX_FRAME = (1 << 24) - 1;

    private final GrpcStreams[] streams = {new GrpcStreams(), new GrpcStreams()};
    private final HeaderBlock[] blocks = {new HeaderBlock(), new HeaderBlock()};
    private final boolean[] inBlock = new boolean[2];
    private boolean prefaced;
    private boolean grpc;

    /** Whether a header block that ends its stream goes on in CONTINUATION frames, by direction. */
    private final boolean[] endsAfterHeaders = new boolean[2];

    Http2Framer() {
        super(Protocol.HTTP2, HEADER);
    }

    @Override
    public Protocol protocol() {
        return grpc ? Protocol.GRPC : Protocol.HTTP2;
    }

    @Override
    protected void onReset() {
        prefaced = false;
        grpc = false;
        for (int direction = 0; direction < 2; direction++) {
            endsAfterHeaders[direction] = false;
            inBlock[direction] = false;
            streams[direction].reset();
            blocks[direction].reset(context().wantsOperations(), context().wantsIdentifiers());
        }
    }

    @Override
    public int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        GrpcStreams ofDirection = streams[direction];
        if (isBetweenFrames(direction) && ofDirection.inData()) {
            setRole(direction, DATA, ofDirection.stream(), piece);
            return ofDirection.take(bytes, offset, length, piece);
        }
        int header = isBetweenFrames(direction) ? HEADER : 0;
        int count = super.next(direction, bytes, offset, length, piece);
        if (inBlock[direction] && count > 0) {
            HeaderFields fields = blocks[direction].take(bytes, offset + header, count - header);
            inBlock[direction] = !isBetweenFrames(direction);
            if (fields != null) {
                piece.outcome = outcome(fields);
                piece.operation = context().wantsOperations() ? OperationName.of(fields) : null;
                piece.identifiers = context().wantsIdentifiers() && asks(direction) ? fields.identifiers() : null;
            }
        }
        return count;
    }

    /** gRPC's status, in trailers, says more than the status of HTTP, which is 200 then. */
    private static int outcome(HeaderFields fields) {
        return fields.grpcStatus() != HeaderFields.NONE
                ? Outcome.of(Outcome.Kind.GRPC, fields.grpcStatus())
                : Outcome.of(Outcome.Kind.HTTP, fields.status());
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        GrpcStreams ofDirection = streams[direction];
        if (isBetweenFrames(direction) && ofDirection.inData()) {
            setRole(direction, DATA, ofDirection.stream(), piece);
            return ofDirection.skip(length, piece);
        }
        long count = super.skip(direction, length, piece);
        if (inBlock[direction]) {
            blocks[direction].miss(count);
            inBlock[direction] = !isBetweenFrames(direction);
        }
        return count;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (!prefaced && bytes.getInt(offset) == Beginning.PRI) {
            prefaced = true;
            context().learnRequester(direction);
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return message(direction, PREFACE);
        }
        int size = bytes.getInt(offset) >>> 8;
        int type = bytes.get(offset + 3) & 0xff;
        int flags = bytes.get(offset + 4);
        int stream = bytes.getInt(offset + 5) & Integer.MAX_VALUE;
        boolean ofStream = type == DATA || type == HEADERS || type == CONTINUATION || type == RST_STREAM;
        if (size > MAX_FRAME || ofStream && stream == 0 || type > 0x20) {
            return piece.giveUp();
        }
        if (type == HEADERS && !context().isRequesterKnown()) {
            learnRequester(direction, bytes, offset, Math.min(length, HEADER + size), flags);
        }
        if (isRead(direction) && (type == HEADERS || type == CONTINUATION || type == PUSH_PROMISE)) {
            blocks[direction].begin(type, flags, size);
            inBlock[direction] = true;
        }
        if (!ofStream) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return message(direction, HEADER + (long) size);
        }
        return type == DATA
                ? beginData(direction, bytes, offset, length, piece)
                : beginControl(direction, type, flags, stream, HEADER + (long) size, piece);
    }

    /** The first field of a block tells who sends it: a request begins with its own, an answer with its status. */
    private void learnRequester(int direction, ByteBuffer bytes, int offset, int length, int flags) {
        int at = HEADER + ((flags & PADDED) != 0 ? 1 : 0) + ((flags & PRIORITY) != 0 ? 5 : 0);
        if (at < length) {
            int first = bytes.get(offset + at) & 0xff;
            int field = (first & 0x80) != 0 ? first & 0x7f : (first & 0xc0) == 0x40 ? first & 0x3f : first & 0x0f;
            if (field > 0 && field < STATUS) {
                context().learnRequester(direction);
            } else if (field >= STATUS && field <= LAST_STATUS && first >= 0x40) {
                context().learnRequester(1 - direction);
            }
        }
    }

    /** Header blocks of responses say how requests ended; those of requests only name and identify operations. */
    private boolean isRead(int direction) {
        return !asks(direction) || context().wantsOperations() || context().wantsIdentifiers();
    }

    private long beginControl(int direction, int type, int flags, int stream, long total, Piece piece) {
        GrpcStreams ofDirection = streams[direction];
        boolean ends = type == RST_STREAM || ends(direction, type, flags);
        boolean goesOn = type == HEADERS && ofDirection.isOpen(stream);
        if (type == HEADERS && !ends && (stream & 1) == 1) {
            ofDirection.open(stream);
        }
        piece.slot = stream;
        piece.goesOn = goesOn;
        piece.rests = grpc && ofDirection.isBetweenMessages(stream);
        piece.cut = ofDirection.isCut(stream);
        piece.endsStream = ends;
        setRole(direction, type, stream, piece);
        piece.trails = ends && type != RST_STREAM && ofDirection.isBetweenMessages(stream);
        if (ends) {
            ofDirection.close(stream);
        }
        if (type == RST_STREAM) {
            streams[1 - direction].close(stream);
        }
        return ends ? message(direction, total) : part(direction, total);
    }

    private long beginData(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        GrpcStreams ofDirection = streams[direction];
        int size = bytes.getInt(offset) >>> 8;
        int flags = bytes.get(offset + 4);
        int stream = bytes.getInt(offset + 5) & Integer.MAX_VALUE;
        if ((!grpc || ofDirection.mayBeLost(stream)) && size >= GrpcStreams.PREFIX) {
            if (length < HEADER + GrpcStreams.PREFIX) {
                return piece.need(HEADER + GrpcStreams.PREFIX);
            }
            int compressed = bytes.get(offset + HEADER);
            if ((compressed & ~1) == 0 && bytes.getInt(offset + HEADER + 1) == size - GrpcStreams.PREFIX) {
                grpc = true;
                ofDirection.regain(stream, (flags & END_STREAM) == 0);
            }
        }
        if (size > 0 && (!grpc || (flags & PADDED) != 0)) {
            ofDirection.lose(stream);
        }
        boolean ends = (flags & END_STREAM) != 0;
        piece.slot = stream;
        piece.rests = grpc && ofDirection.isBetweenMessages(stream);
        piece.goesOn = true;
        setRole(direction, DATA, stream, piece);
        if (size > 0 && ofDirection.follows(stream)) {
            ofDirection.beginData(stream, size, ends, piece);
            return part(direction, HEADER);
        }
        piece.cut = ofDirection.isCut(stream);
        piece.endsStream = ends;
        if (ends) {
            ofDirection.close(stream);
        }
        if (size == 0 && piece.cut) {
            piece.flags = SightingCodec.FLAG_SETUP;
        }
        return ends ? message(direction, HEADER + (long) size) : part(direction, HEADER + (long) size);
    }

    private void setRole(int direction, int type, int stream, Piece piece) {
        if (type == RST_STREAM || (stream & 1) == 0) {
            piece.role = Role.ONE_WAY;
        } else {
            piece.role = asks(direction) ? Role.REQUEST : Role.RESPONSE;
            piece.key = stream;
        }
    }

    private boolean ends(int direction, int type, int flags) {
        boolean endsStream = type == CONTINUATION ? endsAfterHeaders[direction] : (flags & END_STREAM) != 0;
        if ((flags & END_HEADERS) != 0) {
            return endsStream;
        }
        endsAfterHeaders[direction] = endsStream;
        return false;
    }

    @Override
    public boolean rests(int direction, int slot) {
        GrpcStreams ofDirection = streams[direction];
        return grpc && isBetweenFrames(direction) && !ofDirection.inData() && ofDirection.isBetweenMessages(slot);
    }

    @Override
    public void onRest(int direction, int slot) {
        streams[direction].cut(slot);
    }

    @Override
    protected void onLose(int direction) {
        inBlock[direction] = false;
        blocks[direction].lose();
        streams[direction].loseAll();
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < HEADER) {
            return MORE;
        }
        int size = bytes.getInt(offset) >>> 8;
        int stream = bytes.getInt(offset + 5);
        return Beginning.isFrame(bytes.get(offset + 3), bytes.get(offset + 4), size, stream)
                ? HEADER + (long) size
                : NO_FRAME;
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int offset, boolean fresh) {
        return bytes.get(offset + 3) != CONTINUATION;
    }

    /** HTTP/2: the client's preface, the server's first SETTINGS, or in the middle a frame header that makes sense. */
    static final class Beginning implements Signature {

        /** "PRI ". */
        static final int PRI = 0x50524920;

        private static final byte[] PREFACE = {'P', 'R', 'I', ' ', '*', ' ', 'H', 'T', 'T', 'P', '/', '2'};
        private static final int MAX_USUAL = 1 << 14;
        private static final int MAX_STREAM = 1 << 24;

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (bytes.get(offset) == 'P') {
                return Ascii.beginsWith(bytes, offset, length, PREFACE);
            }
            if (bytes.get(offset) != 0) {
                return Verdict.NO;
            }
            if (length < HEADER) {
                return Verdict.MORE;
            }
            int size = bytes.getInt(offset) >>> 8;
            int stream = bytes.getInt(offset + 5);
            boolean fits = fits(bytes.get(offset + 3), bytes.get(offset + 4), size, stream);
            return fits && size <= MAX_USUAL && stream >= 0 && stream < MAX_STREAM ? Verdict.YES : Verdict.NO;
        }

        /** Whether a frame can have this header. */
        static boolean isFrame(int type, int flags, int size, int stream) {
            boolean usual = size <= MAX_USUAL && stream >= 0 && stream < MAX_STREAM;
            boolean ofStream = (stream & 1) == 1;
            return usual
                    && switch (type) {
                        case 0 -> ofStream && (flags & ~0x09) == 0;
                        case 1 -> ofStream && size > 0 && (flags & ~0x2d) == 0;
                        case 2 -> ofStream && size == 5;
                        case 3 -> ofStream && size == 4;
                        case 4 -> stream == 0 && size % 6 == 0 && (flags == 0 || flags == 1 && size == 0);
                        case 5 -> ofStream && size > 4;
                        case 6 -> stream == 0 && size == 8 && (flags & ~1) == 0;
                        case 7 -> stream == 0 && size >= 8;
                        case 8 -> size == 4 && flags == 0;
                        case 9 -> ofStream && size > 0 && (flags & ~4) == 0;
                        default -> false;
                    };
        }

        private static boolean fits(int type, int flags, int size, int stream) {
            return switch (type) {
                case 1 -> size > 0 && (flags & ~0x2d) == 0 && (flags & 4) != 0 && (stream & 1) == 1;
                case 4 -> stream == 0 && size % 6 == 0 && (flags == 0 && size > 0 || flags == 1 && size == 0);
                case 6 -> stream == 0 && size == 8 && (flags & ~1) == 0;
                case 8 -> size == 4 && flags == 0;
                default -> false;
            };
        }
    }
}

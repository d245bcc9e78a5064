package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * HTTP/2 and gRPC: a stream is a call; its HEADERS and DATA in each direction are one message, up to END_STREAM. Frames of the
 * connection (SETTINGS, PING, WINDOW_UPDATE, …) are set-up.
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
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int MAX_FRAME = (1 << 24) - 1;
    private static final int GRPC_PREFIX = 5;

    private boolean prefaced;
    private boolean grpc;

    /** Whether a header block that ends its stream goes on in CONTINUATION frames, by direction. */
    private final boolean[] endsAfterHeaders = new boolean[2];

    Http2Framer() {
        super(Protocol.HTTP2);
    }

    @Override
    public Protocol protocol() {
        return grpc ? Protocol.GRPC : Protocol.HTTP2;
    }

    @Override
    protected void onReset() {
        prefaced = false;
        grpc = false;
        endsAfterHeaders[0] = false;
        endsAfterHeaders[1] = false;
    }

    @Override
    protected int headerLength(int direction) {
        return HEADER;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (!prefaced && bytes.getInt(offset) == Http2Signature.PRI) {
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
        if (!ofStream) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return message(direction, HEADER + (long) size);
        }
        if (type == DATA && !grpc && size >= GRPC_PREFIX) {
            if (length < HEADER + GRPC_PREFIX) {
                return piece.need(HEADER + GRPC_PREFIX);
            }
            int compressed = bytes.get(offset + HEADER);
            grpc = (compressed & ~1) == 0 && bytes.getInt(offset + HEADER + 1) == size - GRPC_PREFIX;
        }
        piece.slot = stream;
        setRole(direction, type, stream, piece);
        boolean ends = type == RST_STREAM || ends(direction, type, flags);
        return ends ? message(direction, HEADER + (long) size) : part(direction, HEADER + (long) size);
    }

    private void setRole(int direction, int type, int stream, Piece piece) {
        if (type == RST_STREAM || (stream & 1) == 0) {
            piece.role = Role.ONE_WAY;
        } else {
            piece.role = direction == context().requester() ? Role.REQUEST : Role.RESPONSE;
            piece.key = stream;
        }
    }

    private boolean ends(int direction, int type, int flags) {
        boolean endsStream = type == CONTINUATION ? endsAfterHeaders[direction] : (flags & END_STREAM) != 0;
        if (type == DATA || (flags & END_HEADERS) != 0) {
            return endsStream;
        }
        endsAfterHeaders[direction] = endsStream;
        return false;
    }
}

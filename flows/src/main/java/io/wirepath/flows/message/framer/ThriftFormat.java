package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Apache Thrift in frames: calls by sequence id, in the binary or compact protocol, or behind THeader.
 *
 * <pre>
 *   │ length 4 │ 0x8001 0 type 1 │ name: length 4, bytes │ sequence id 4 │ …                          binary
 *   │ length 4 │ 0x82 │ type 3, version 5 │ sequence id: varint │ …                                   compact
 *   │ length 4 │ 0x0fff │ flags 2 │ sequence id 4 │ words 2 │ protocol, transforms: varints … │ one of these   THeader
 *   type: 1 call, 2 reply, 3 exception, 4 one-way
 * </pre>
 *
 * Many clients, the C++ library among them, give each call the id 0; servers answer these in order. A message behind a
 * transform (zlib) cannot be read: whether it wants no answer is not known, so an answer with the id 0 belongs to the
 * latest of them. A frame of THeader without a message is set-up.
 *
 * Source: Apache Thrift, "Thrift Binary Protocol", "Thrift Compact Protocol", "Header format".
 */
final class ThriftFormat extends FrameFormat {

    private static final int LENGTH = 4;
    private static final int STRICT_BINARY = 0x80010000;
    private static final int COMPACT = 0x82;
    private static final int COMPACT_VERSION = 1;
    private static final int BEHIND_HEADER = 0x0fff;
    private static final int HEADER_BYTES = 10;
    private static final int LONGEST_NAME = 512;
    private static final int LONGEST_VARINT = 5;
    private static final int CALL = 1;
    private static final int ONE_WAY = 4;

    ThriftFormat() {
        super(Protocol.THRIFT, LENGTH + 4);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) < 0 || bytes.get(offset) > 0x0f) {
            return Verdict.NO;
        }
        if (length < LENGTH + 4) {
            return Verdict.MORE;
        }
        int at = offset + LENGTH;
        boolean frames = bytes.getInt(offset) >= 4
                && (type(bytes, at) > 0 || (bytes.getShort(at) & 0xffff) == BEHIND_HEADER && bytes.get(at + 2) == 0);
        return frames ? Verdict.YES : Verdict.NO;
    }

    /** The type of the message that begins here, or 0 if none does. */
    private static int type(ByteBuffer bytes, int at) {
        int begins = bytes.getInt(at);
        int type = 0;
        if ((begins & 0xffffff00) == STRICT_BINARY) {
            type = begins & 0xff;
        } else if (begins >>> 24 == COMPACT && (begins >>> 16 & 0x1f) == COMPACT_VERSION) {
            type = begins >>> 21 & 7;
        }
        return type <= ONE_WAY ? type : 0;
    }

    @Override
    public boolean tellsCallAtFront() {
        return false;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int rest = bytes.getInt(offset);
        int end = offset + (int) Math.min(length, LENGTH + (long) Math.max(0, rest));
        int at = offset + LENGTH;
        if (rest < 4) {
            return piece.giveUp();
        }
        int needed = (bytes.getShort(at) & 0xffff) == BEHIND_HEADER
                ? behindHeader(asks, bytes, at, end, piece)
                : message(bytes, at, end, piece);
        if (piece.gaveUp) {
            return 0;
        }
        // what the frame is too short for is not waited for
        return end - at < needed && LENGTH + (long) rest > end - offset
                ? piece.need(LENGTH + Math.min(rest, needed))
                : LENGTH + (long) rest;
    }

    /** Reads a message; how many bytes that takes. */
    private static int message(ByteBuffer bytes, int at, int end, Piece piece) {
        int type = type(bytes, at);
        if (type == 0) {
            return piece.giveUp();
        }
        piece.role = type == CALL ? Role.REQUEST : type == ONE_WAY ? Role.ONE_WAY : Role.RESPONSE;
        if ((bytes.get(at) & 0xff) == COMPACT) {
            return sequenceId(bytes, at + 2, end, piece) - at;
        }
        if (end - at < 8) {
            return 8;
        }
        int name = bytes.getInt(at + 4);
        if (name < 0 || name > LONGEST_NAME) {
            return piece.giveUp();
        }
        int needed = 8 + name + 4;
        piece.key = end - at < needed ? Piece.IN_ORDER : key(bytes.getInt(at + 8 + name));
        return needed;
    }

    private static long key(long id) {
        return id == 0 ? Piece.IN_ORDER : id;
    }

    /** Reads a varint; where it ends, or must be seen to at least. */
    private static int sequenceId(ByteBuffer bytes, int from, int end, Piece piece) {
        long id = 0;
        for (int at = from; at < from + LONGEST_VARINT; at++) {
            if (at >= end) {
                return at + 1;
            }
            id |= (bytes.get(at) & 0x7fL) << 7 * (at - from);
            if (bytes.get(at) >= 0) {
                piece.key = key(id);
                return at + 1;
            }
        }
        return from;
    }

    private static int behindHeader(boolean asks, ByteBuffer bytes, int at, int end, Piece piece) {
        if (end - at < HEADER_BYTES) {
            return HEADER_BYTES;
        }
        int message = HEADER_BYTES + (bytes.getShort(at + 8) & 0xffff) * 4;
        if (bytes.getInt(at - LENGTH) <= message) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return HEADER_BYTES;
        }
        if (end - at < message + 4) {
            return message + 4;
        }
        int type = type(bytes, at + message);
        boolean request = type == 0 ? asks : type == CALL;
        piece.role = type == ONE_WAY ? Role.ONE_WAY : request ? Role.REQUEST : Role.RESPONSE;
        int id = bytes.getInt(at + 4);
        piece.key = type == 0 && request && id == 0 ? Piece.LATEST : key(id);
        return message + 4;
    }
}

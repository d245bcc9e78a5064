package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * The segments of one direction of Cassandra's protocol version 5, and the frames in them; its specification calls
 * segments frames, and frames envelopes.
 *
 * <pre>
 *   plain       │ length 17 bits, whole 1, zero 6 │ CRC24 3 │ payload │ CRC32 4 │                       little-endian
 *   compressed  │ length 17 bits, length before compression 17 (0: is not), whole 1, zero 5 │ CRC24 3 │ payload │ CRC32 4 │
 *
 *   whole:      payload │ frame │ frame │ …           else a piece of one frame, whose header is in the first piece
 * </pre>
 *
 * A segment's header belongs to the message that it begins or goes on with, its CRC to the one that it ends. Segments
 * that are compressed cannot be read. Source: Apache Cassandra, native_protocol_v5.spec §2. Not thread-safe.
 */
final class CassandraSegments {

    private static final int LENGTH_BITS = 17;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    private static final int LENGTH_BYTES = 3;
    private static final int COMPRESSED_LENGTH_BYTES = 5;
    private static final int CRC24_BYTES = 3;
    private static final int CRC24_START = 0x875060;
    private static final int CRC24_POLYNOMIAL = 0x1974f0b;
    private static final int CRC32_BYTES = 4;

    private boolean compressing;
    private long payloadLeft;
    private long crcLeft;
    private long frameLeft;

    /** Starts with the first segment. */
    void reset(boolean compressed) {
        compressing = compressed;
        payloadLeft = 0;
        crcLeft = 0;
        frameLeft = 0;
    }

    /**
     * Where the header of a frame comes next.
     *
     * @return how far off: behind the header of the segment in which it is the first, or at once; -1 where none comes
     *     next
     */
    int beforeFrame() {
        if (frameLeft > 0 || crcLeft > 0 && payloadLeft == 0) {
            return -1;
        }
        return payloadLeft > 0 ? 0 : headerLength();
    }

    private int headerLength() {
        return (compressing ? COMPRESSED_LENGTH_BYTES : LENGTH_BYTES) + CRC24_BYTES;
    }

    /** The frame that comes next has this length in all. */
    void beginFrame(long total) {
        frameLeft = total;
    }

    /** Takes bytes up to the end of a message or of a segment; answers how many, or what the piece says. */
    int take(ByteBuffer bytes, int offset, int length, Piece piece) {
        int taken = 0;
        if (payloadLeft == 0 && crcLeft == 0) {
            taken = headerLength();
            if (length < taken) {
                return piece.need(taken);
            }
            if (!readHeader(bytes, offset)) {
                return piece.giveUp();
            }
        }
        taken += (int) passFrame(length - taken);
        taken += (int) passCrc(length - taken);
        piece.ends = frameLeft == 0 && (payloadLeft > 0 || crcLeft == 0);
        return taken;
    }

    private boolean readHeader(ByteBuffer bytes, int offset) {
        long value = 0;
        int fields = compressing ? COMPRESSED_LENGTH_BYTES : LENGTH_BYTES;
        for (int i = fields - 1; i >= 0; i--) {
            value = value << Byte.SIZE | bytes.get(offset + i) & 0xff;
        }
        payloadLeft = value & LENGTH_MASK;
        crcLeft = CRC32_BYTES;
        long before = compressing ? value >>> LENGTH_BITS & LENGTH_MASK : 0;
        int used = compressing ? 2 * LENGTH_BITS + 1 : LENGTH_BITS + 1;
        return payloadLeft > 0 && before == 0 && value >>> used == 0;
    }

    private long passFrame(long available) {
        long count = Math.min(available, Math.min(payloadLeft, frameLeft));
        payloadLeft -= count;
        frameLeft -= count;
        return count;
    }

    private long passCrc(long available) {
        long count = payloadLeft > 0 ? 0 : Math.min(available, crcLeft);
        crcLeft -= count;
        return count;
    }

    /** Passes over missing bytes of the frame at hand; 0 where they may hold a header. */
    long skip(long length, Piece piece) {
        long count = passFrame(length);
        if (payloadLeft == 0) {
            count += passCrc(length - count);
        }
        piece.ends = count > 0 && frameLeft == 0 && (payloadLeft > 0 || crcLeft == 0);
        return count;
    }

    /** Whether the header of a segment stands here: its checksum is right. */
    boolean isSegment(ByteBuffer bytes, int offset) {
        int fields = compressing ? COMPRESSED_LENGTH_BYTES : LENGTH_BYTES;
        int crc = CRC24_START;
        for (int i = 0; i < fields; i++) {
            crc ^= (bytes.get(offset + i) & 0xff) << 16;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                crc <<= 1;
                crc ^= (crc & 1 << 24) == 0 ? 0 : CRC24_POLYNOMIAL;
            }
        }
        return crc == LearntShape.field(bytes, offset + fields, CRC24_BYTES, true);
    }
}

package io.wirepath.flows;

import java.nio.ByteBuffer;

/**
 * A flyweight over the record that says that a connection ended at a sniffer, and how much of it passed there. Two
 * sniffers that both saw all of a connection differ in these sums by what was lost between them. Mirror copies do not
 * count; retransmissions do.
 *
 * <p>As long as a sighting record, with the same head, so that both go through the same batches, sorters and spools:
 *
 * <pre>
 *    0  u16  version, {@link #VERSION}       2  u16  length of the record
 *    4  u32  sniffer number                  8  i64  connection: frame number that opened it
 *   16  16B  source, of direction 0         32  16B  destination
 *   48  u16  source port                    50  u16  destination port
 *   52  u8   transport (6, 17)              53  u8   reason (ordinal of CloseReason)
 *   54  u8   1 if picked up midstream       55  u8   0
 *   56  i64  last packet, ns since epoch    64  i64  first packet
 *   72  direction 0:  i64 segments or datagrams with payload   i64 payload bytes
 *                     i64 segments without payload             i64 bytes never seen
 *  104  direction 1:  the same
 *  136  80B  0
 * </pre>
 *
 * Not thread-safe.
 */
public final class ConnectionEnd extends ConversationRecord {

    /** Version of the layout; the upper bit tells it from a sighting. */
    public static final int VERSION = 0x8003;

    public static final int REASON_AT = 53;
    public static final int MIDSTREAM_AT = 54;
    public static final int LAST_PACKET_AT = SightingCodec.FIRST_BYTE_AT;
    public static final int FIRST_PACKET_AT = SightingCodec.LAST_BYTE_AT;
    public static final int TOTALS_AT = 72;
    public static final int TOTALS_LENGTH = 32;

    private static final CloseReason[] REASONS = CloseReason.values();

    /** Points at the record that begins at {@code offset}. The buffer must be little-endian. */
    public ConnectionEnd wrap(ByteBuffer buffer, int offset) {
        point(buffer, offset);
        return this;
    }

    /** Whether the record at {@code offset} is of this kind and not a sighting. */
    public static boolean isAt(ByteBuffer buffer, int offset) {
        return buffer.getShort(offset + SightingCodec.VERSION_AT) < 0;
    }

    public long connection() {
        return bytes.getLong(at + SightingCodec.CONNECTION_AT);
    }

    public CloseReason reason() {
        return REASONS[bytes.get(at + REASON_AT)];
    }

    /** Whether the start of the connection was not captured. */
    public boolean isMidstream() {
        return bytes.get(at + MIDSTREAM_AT) != 0;
    }

    public long firstPacketNanos() {
        return bytes.getLong(at + FIRST_PACKET_AT);
    }

    public long lastPacketNanos() {
        return bytes.getLong(at + LAST_PACKET_AT);
    }

    /** Segments or datagrams with payload in a direction. */
    public long payloadSegments(int direction) {
        return total(direction, 0);
    }

    /** Payload bytes in them, bytes sent again included. */
    public long payloadBytes(int direction) {
        return total(direction, 1);
    }

    /** Segments without payload: acknowledgments, SYN, FIN, RST. */
    public long emptySegments(int direction) {
        return total(direction, 2);
    }

    /** Bytes of the stream that never passed here. */
    public long missingBytes(int direction) {
        return total(direction, 3);
    }

    private long total(int direction, int index) {
        return bytes.getLong(at + TOTALS_AT + TOTALS_LENGTH * direction + 8 * index);
    }
}

package io.wirepath.flows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A flyweight over the fields that a sighting record and a message record have in common, at the same places.
 *
 * <pre>
 *    0  u16  version              2  u16  length of the record
 *   16  16B  source address      32  16B  destination address   (two i64 high, low; IPv4 as ::ffff:a.b.c.d)
 *   48  u16  source port         50  u16  destination port
 *   52  u8   transport (6, 17)   53  u8   role (ordinal)        54  u8  protocol (ordinal)
 * </pre>
 *
 * Not thread-safe; the buffer's content may change after the call that handed the record over.
 */
public abstract class ConversationRecord {

    protected ByteBuffer bytes = ByteBuffer.allocate(0);
    protected int at;

    /** Points at the record that begins at {@code offset}. The buffer must be little-endian. */
    protected final void point(ByteBuffer buffer, int offset) {
        if (buffer.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("a record is little-endian");
        }
        bytes = buffer;
        at = offset;
    }

    /** The buffer with the record. */
    public final ByteBuffer bytes() {
        return bytes;
    }

    /** Offset of the record in {@link #bytes()}. */
    public final int offset() {
        return at;
    }

    /** Version of the record's layout. */
    public final int version() {
        return bytes.getShort(at + SightingCodec.VERSION_AT) & 0xffff;
    }

    public final long sourceHigh() {
        return bytes.getLong(at + SightingCodec.SOURCE_AT);
    }

    public final long sourceLow() {
        return bytes.getLong(at + SightingCodec.SOURCE_AT + 8);
    }

    public final long destinationHigh() {
        return bytes.getLong(at + SightingCodec.DESTINATION_AT);
    }

    public final long destinationLow() {
        return bytes.getLong(at + SightingCodec.DESTINATION_AT + 8);
    }

    public final int sourcePort() {
        return bytes.getShort(at + SightingCodec.SOURCE_PORT_AT) & 0xffff;
    }

    public final int destinationPort() {
        return bytes.getShort(at + SightingCodec.DESTINATION_PORT_AT) & 0xffff;
    }

    /** IP protocol number: 6 TCP, 17 UDP. */
    public final int transport() {
        return bytes.get(at + SightingCodec.TRANSPORT_AT) & 0xff;
    }

    public final Role role() {
        return Role.of(bytes.get(at + SightingCodec.ROLE_AT));
    }

    public final Protocol protocol() {
        return Protocol.of(bytes.get(at + SightingCodec.PROTOCOL_AT));
    }
}

package io.wirepath.flows;

import static io.wirepath.flows.SightingCodec.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A flyweight over one sighting record: one message as one sniffer saw it. The layout stands in {@link SightingCodec}.
 *
 * <p>Not thread-safe; the buffer's content may change after the call that handed it over.
 */
public final class Sighting {

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;

    /** Points at the record that begins at {@code offset}. The buffer must be little-endian. */
    public Sighting wrap(ByteBuffer buffer, int offset) {
        if (buffer.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("a sighting record is little-endian");
        }
        bytes = buffer;
        at = offset;
        return this;
    }

    /** The buffer with the record. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Offset of the record in {@link #bytes()}. */
    public int offset() {
        return at;
    }

    public int version() {
        return bytes.getShort(at + VERSION_AT) & 0xffff;
    }

    public int sniffer() {
        return bytes.getInt(at + SNIFFER_AT);
    }

    public long connection() {
        return bytes.getLong(at + CONNECTION_AT);
    }

    public long sourceHigh() {
        return bytes.getLong(at + SOURCE_AT);
    }

    public long sourceLow() {
        return bytes.getLong(at + SOURCE_AT + 8);
    }

    public long destinationHigh() {
        return bytes.getLong(at + DESTINATION_AT);
    }

    public long destinationLow() {
        return bytes.getLong(at + DESTINATION_AT + 8);
    }

    public int sourcePort() {
        return bytes.getShort(at + SOURCE_PORT_AT) & 0xffff;
    }

    public int destinationPort() {
        return bytes.getShort(at + DESTINATION_PORT_AT) & 0xffff;
    }

    /** IP protocol number: 6 TCP, 17 UDP. */
    public int transport() {
        return bytes.get(at + TRANSPORT_AT) & 0xff;
    }

    public Role role() {
        return Role.of(bytes.get(at + ROLE_AT));
    }

    public Protocol protocol() {
        return Protocol.of(bytes.get(at + PROTOCOL_AT));
    }

    public int ttl() {
        return bytes.get(at + TTL_AT) & 0xff;
    }

    /** When the first byte passed the sniffer, nanoseconds since the epoch by its clock. */
    public long firstByteNanos() {
        return bytes.getLong(at + FIRST_BYTE_AT);
    }

    /** When the last byte passed the sniffer. */
    public long lastByteNanos() {
        return bytes.getLong(at + LAST_BYTE_AT);
    }

    /** Length in bytes, those missing included. */
    public long lengthBytes() {
        return bytes.getLong(at + BYTES_AT);
    }

    public long missingBytes() {
        return bytes.getLong(at + MISSING_AT);
    }

    /** Call id within the connection, or {@link SightingCodec#NO_CALL_ID}. Request and response of a call share it. */
    public long callId() {
        return bytes.getLong(at + CALL_ID_AT);
    }

    public long digest() {
        return bytes.getLong(at + DIGEST_AT);
    }

    /** Position of the first byte in its flow, from 0. */
    public long streamOffset() {
        return bytes.getLong(at + STREAM_OFFSET_AT);
    }

    public int sequence() {
        return bytes.getInt(at + SEQUENCE_AT);
    }

    public int retransmittedBytes() {
        return bytes.getInt(at + RETRANSMITTED_AT);
    }

    public int mirrorCopies() {
        return bytes.getInt(at + MIRROR_COPIES_AT);
    }

    public int ipId() {
        return bytes.getShort(at + IP_ID_AT) & 0xffff;
    }

    /** The FLAG_ bits of {@link SightingCodec}. */
    public int flags() {
        return bytes.getShort(at + FLAGS_AT) & 0xffff;
    }

    /** Hash {@code i} of the content signature, 0 to 7; 0 where unused. */
    public int signature(int i) {
        return bytes.getInt(at + SIGNATURE_AT + 4 * i);
    }

    /** Type word {@code i}, 0 to 5; 0 where unused. */
    public int typeWord(int i) {
        return bytes.getInt(at + TYPE_WORDS_AT + 4 * i);
    }

    public int vlan() {
        return bytes.getInt(at + VLAN_AT);
    }

    public int packets() {
        return bytes.getInt(at + PACKETS_AT);
    }
}

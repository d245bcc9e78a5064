package io.wirepath.flows;

import static io.wirepath.flows.SightingCodec.*;

import java.nio.ByteBuffer;

/**
 * A flyweight over one sighting record: one message as one sniffer saw it. The layout stands in {@link SightingCodec}.
 *
 * <p>Not thread-safe; the buffer's content may change after the call that handed it over.
 */
public final class Sighting extends FateRecord {

    /** Points at nothing yet. */
    public Sighting() {
        super(OUTCOME_AT);
    }

    /** Points at the record that begins at {@code offset}. The buffer must be little-endian. */
    public Sighting wrap(ByteBuffer buffer, int offset) {
        point(buffer, offset);
        return this;
    }

    /** What it asks for, by the numbers of the writer of the record; 0 where that is unknown. */
    public int operation() {
        return bytes.getShort(at + OPERATION_AT) & 0xffff;
    }

    public long connection() {
        return bytes.getLong(at + CONNECTION_AT);
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

    @Override
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

    public int packets() {
        return bytes.getInt(at + PACKETS_AT);
    }
}

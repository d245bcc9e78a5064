package io.wirepath.merge;

import static io.wirepath.merge.MessageCodec.*;

import io.wirepath.flows.FateRecord;
import java.nio.ByteBuffer;

/**
 * A flyweight over one message record. The layout stands in {@link MessageCodec}. Not thread-safe.
 */
public final class MessageRecord extends FateRecord {

    /** Points at nothing yet. */
    public MessageRecord() {
        super(OUTCOME_AT);
    }

    /** Points at the record that begins at {@code offset}. The buffer must be little-endian. */
    public MessageRecord wrap(ByteBuffer buffer, int offset) {
        point(buffer, offset);
        return this;
    }

    public int senderSniffer() {
        return bytes.getShort(at + SENDER_SNIFFER_AT) & 0xffff;
    }

    public int receiverSniffer() {
        return bytes.getShort(at + RECEIVER_SNIFFER_AT) & 0xffff;
    }

    public long connection() {
        return bytes.getLong(at + CONNECTION_AT);
    }

    /** Routers between the sender and the sniffer that saw it first, from the time to live; 255 unknown. */
    public int hops() {
        return bytes.get(at + HOPS_AT) & 0xff;
    }

    /** When it left the sender, ns since the epoch, corrected; {@link MessageCodec#NIL} if nobody was there. */
    public long sentNanos() {
        return bytes.getLong(at + SENT_AT);
    }

    /** When it had reached the receiver, corrected; {@link MessageCodec#NIL} if nobody was there. */
    public long receivedNanos() {
        return bytes.getLong(at + RECEIVED_AT);
    }

    public long lengthBytes() {
        return bytes.getLong(at + BYTES_AT);
    }

    public long missingBytes() {
        return bytes.getLong(at + MISSING_AT);
    }

    public long callId() {
        return bytes.getLong(at + CALL_ID_AT);
    }

    public long digest() {
        return bytes.getLong(at + DIGEST_AT);
    }

    public long virtualDestinationHigh() {
        return bytes.getLong(at + VIRTUAL_DESTINATION_AT);
    }

    public long virtualDestinationLow() {
        return bytes.getLong(at + VIRTUAL_DESTINATION_AT + 8);
    }

    public int virtualDestinationPort() {
        return bytes.getShort(at + VIRTUAL_DESTINATION_PORT_AT) & 0xffff;
    }

    public int retransmittedBytes() {
        return bytes.getInt(at + RETRANSMITTED_AT);
    }

    public int mirrorCopies() {
        return bytes.getInt(at + MIRROR_COPIES_AT);
    }

    /** How many sightings were merged into the message. */
    public int sightings() {
        return bytes.getShort(at + SIGHTINGS_AT) & 0xffff;
    }

    @Override
    public int flags() {
        return bytes.getShort(at + FLAGS_AT) & 0xffff;
    }

    public int signature(int i) {
        return bytes.getInt(at + SIGNATURE_AT + 4 * i);
    }

    public int typeWord(int i) {
        return bytes.getInt(at + TYPE_WORDS_AT + 4 * i);
    }

    /** Number of its operation, as {@link MessageSink#onTemplate} told it; 0 where it has none. */
    public int operation() {
        return bytes.getShort(at + OPERATION_AT) & 0xffff;
    }

    public long sentUncertaintyNanos() {
        return bytes.getLong(at + SENT_UNCERTAINTY_AT);
    }

    public long receivedUncertaintyNanos() {
        return bytes.getLong(at + RECEIVED_UNCERTAINTY_AT);
    }
}

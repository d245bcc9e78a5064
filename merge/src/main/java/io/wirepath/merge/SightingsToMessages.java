package io.wirepath.merge;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The merge of sightings that need none: each sighting is a message of its own. Right for one sniffer; with several
 * sniffers their clocks are taken as they are, and a message that two of them saw is two messages.
 *
 * <p>The message was sent when its first byte passed the sniffer, and received when its last byte did. Allocates
 * nothing for a sighting. Not thread-safe.
 */
public final class SightingsToMessages implements SightingMerge {

    /** Sniffer numbers stand above the frame number of the connection; 48 bits of frames are enough for any capture. */
    private static final int SNIFFER_SHIFT = 48;

    private final MessageSink to;
    private final ByteBuffer record =
            ByteBuffer.allocateDirect(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final MessageRecord message = new MessageRecord().wrap(record, 0);
    private int sniffers;

    /** Hands the messages to this sink. */
    public SightingsToMessages(MessageSink to) {
        this.to = to;
        record.putShort(MessageCodec.VERSION_AT, (short) MessageCodec.VERSION);
        record.putShort(MessageCodec.LENGTH_AT, (short) MessageCodec.LENGTH);
        record.putShort(MessageCodec.SIGHTINGS_AT, (short) 1);
    }

    @Override
    public SightingSink begin(int sniffer) {
        sniffers++;
        return new SightingSink() {
            @Override
            public void onSighting(Sighting sighting) {
                encode(sniffer, sighting);
                to.onMessage(message);
            }

            @Override
            public void onOperation(Sighting sighting, String operation) {
                encode(sniffer, sighting);
                to.onOperation(message, operation);
            }

            @Override
            public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
                to.onName(addressHigh, addressLow, name, origin);
            }

            @Override
            public void onOuterLayers(
                    long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
                to.onOuterLayers(number(sniffer, connection), sourceHigh, sourceLow, sourcePort, layers);
            }

            @Override
            public void onConnectionEnd(ConnectionEnd end) {
                to.onConnectionEnd(number(sniffer, end.connection()));
            }
        };
    }

    @Override
    public List<String> finish() {
        return sniffers < 2
                ? List.of()
                : List.of("The " + sniffers
                        + " captures were interleaved by their time stamps as they are: clocks were not"
                        + " compared, and a message that two sniffers saw counts twice.");
    }

    private static long number(int sniffer, long connection) {
        return (long) sniffer << SNIFFER_SHIFT | connection;
    }

    private void encode(int sniffer, Sighting from) {
        ByteBuffer at = record;
        at.putShort(MessageCodec.SENDER_SNIFFER_AT, (short) sniffer);
        at.putShort(MessageCodec.RECEIVER_SNIFFER_AT, (short) sniffer);
        at.putLong(MessageCodec.CONNECTION_AT, number(sniffer, from.connection()));
        // endpoints, transport, role and protocol stand in the same order in both layouts
        at.put(
                MessageCodec.SOURCE_AT,
                from.bytes(),
                from.offset() + SightingCodec.SOURCE_AT,
                SightingCodec.TTL_AT - SightingCodec.SOURCE_AT);
        at.put(MessageCodec.HOPS_AT, (byte) HopCount.of(from.ttl()));
        at.putLong(MessageCodec.SENT_AT, from.firstByteNanos());
        at.putLong(MessageCodec.RECEIVED_AT, from.lastByteNanos());
        at.putLong(MessageCodec.RAW_SENT_AT, from.firstByteNanos());
        at.putLong(MessageCodec.RAW_RECEIVED_AT, from.lastByteNanos());
        at.putLong(MessageCodec.BYTES_AT, from.lengthBytes());
        at.putLong(MessageCodec.MISSING_AT, from.missingBytes());
        at.putLong(MessageCodec.CALL_ID_AT, from.callId());
        at.putLong(MessageCodec.DIGEST_AT, from.digest());
        at.putInt(MessageCodec.RETRANSMITTED_AT, from.retransmittedBytes());
        at.putInt(MessageCodec.MIRROR_COPIES_AT, from.mirrorCopies());
        at.putShort(MessageCodec.FLAGS_AT, (short) from.flags());
        at.put(
                MessageCodec.OUTCOME_AT,
                from.bytes(),
                from.offset() + SightingCodec.OUTCOME_AT,
                SightingCodec.FATE_LENGTH);
        // signature and type words follow each other in both layouts
        at.put(
                MessageCodec.SIGNATURE_AT,
                from.bytes(),
                from.offset() + SightingCodec.SIGNATURE_AT,
                SightingCodec.VLAN_AT - SightingCodec.SIGNATURE_AT);
    }
}

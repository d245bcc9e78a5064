package io.wirepath.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SightingsToMessagesTest {

    private final ByteBuffer bytes = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting sighting = new Sighting().wrap(bytes, 0);

    @Test
    void carriesEveryFieldOver() {
        bytes.putLong(SightingCodec.CONNECTION_AT, 7)
                .putLong(SightingCodec.SOURCE_AT, 1)
                .putLong(SightingCodec.SOURCE_AT + 8, 2)
                .putLong(SightingCodec.DESTINATION_AT, 3)
                .putLong(SightingCodec.DESTINATION_AT + 8, 4)
                .putShort(SightingCodec.SOURCE_PORT_AT, (short) 40_000)
                .putShort(SightingCodec.DESTINATION_PORT_AT, (short) 80)
                .put(SightingCodec.TRANSPORT_AT, (byte) 6)
                .put(SightingCodec.ROLE_AT, (byte) Role.REQUEST.ordinal())
                .put(SightingCodec.PROTOCOL_AT, (byte) Protocol.HTTP1.ordinal())
                .put(SightingCodec.TTL_AT, (byte) 62)
                .putLong(SightingCodec.FIRST_BYTE_AT, 100)
                .putLong(SightingCodec.LAST_BYTE_AT, 200)
                .putLong(SightingCodec.BYTES_AT, 300)
                .putLong(SightingCodec.MISSING_AT, 4)
                .putLong(SightingCodec.CALL_ID_AT, 5)
                .putLong(SightingCodec.DIGEST_AT, 6)
                .putInt(SightingCodec.RETRANSMITTED_AT, 8)
                .putInt(SightingCodec.MIRROR_COPIES_AT, 9)
                .putShort(SightingCodec.FLAGS_AT, (short) SightingCodec.FLAG_GAP)
                .putShort(SightingCodec.OUTCOME_AT, (short) 0xa1f7)
                .putInt(SightingCodec.SIGNATURE_AT + 28, 11)
                .putInt(SightingCodec.TYPE_WORDS_AT + 20, 12);
        new SightingsToMessages(message -> {
                    assertEquals(3L << 48 | 7, message.connection());
                    assertEquals(List.of(3, 3), List.of(message.senderSniffer(), message.receiverSniffer()));
                    assertEquals(
                            List.of(1L, 2L, 3L, 4L),
                            List.of(
                                    message.sourceHigh(),
                                    message.sourceLow(),
                                    message.destinationHigh(),
                                    message.destinationLow()));
                    assertEquals(40_000, message.sourcePort());
                    assertEquals(80, message.destinationPort());
                    assertEquals(6, message.transport());
                    assertEquals(Role.REQUEST, message.role());
                    assertEquals(Protocol.HTTP1, message.protocol());
                    assertEquals(2, message.hops());
                    assertEquals(
                            List.of(100L, 200L, 100L, 200L),
                            List.of(
                                    message.sentNanos(),
                                    message.receivedNanos(),
                                    message.bytes().getLong(message.offset() + MessageCodec.RAW_SENT_AT),
                                    message.bytes().getLong(message.offset() + MessageCodec.RAW_RECEIVED_AT)));
                    assertEquals(300, message.lengthBytes());
                    assertEquals(4, message.missingBytes());
                    assertEquals(5, message.callId());
                    assertEquals(6, message.digest());
                    assertEquals(8, message.retransmittedBytes());
                    assertEquals(9, message.mirrorCopies());
                    assertEquals(1, message.sightings());
                    assertEquals(SightingCodec.FLAG_GAP, message.flags());
                    assertEquals(0xa1f7, message.outcome());
                    assertEquals(11, message.signature(7));
                    assertEquals(12, message.typeWord(5));
                    assertEquals(MessageCodec.VERSION, message.version());
                })
                .begin(3)
                .onSighting(sighting);
    }

    @Test
    void keepsTheConnectionsOfTwoSniffersApartAndSaysThatClocksWereNotCompared() {
        List<Long> connections = new ArrayList<>();
        SightingsToMessages merge = new SightingsToMessages(message -> connections.add(message.connection()));
        SightingSink first = merge.begin(0);
        first.onSighting(sighting);
        assertEquals(List.of(), merge.finish());
        merge.begin(1).onSighting(sighting);
        assertEquals(List.of(0L, 1L << 48), connections);
        assertTrue(merge.finish().get(0).startsWith("The 2 captures were interleaved"));
    }
}

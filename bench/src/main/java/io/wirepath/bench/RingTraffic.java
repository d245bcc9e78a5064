package io.wirepath.bench;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SplitMix64;
import java.nio.ByteBuffer;

/**
 * Sightings of a ring of sniffers whose clocks are seconds apart and drift. Each message is seen by two neighbours;
 * connections are of ten calls, a tenth of them through a load balancer. In each round every link of the ring has one
 * message.
 *
 * <pre>
 *  sniffer 0 ─ link 0 ─ sniffer 1 ─ link 1 ─ … ─ sniffer n - 1 ─ link n - 1 ─ sniffer 0
 * </pre>
 *
 * Makes the same for the same numbers, in any order of asking. Thread-safe.
 *
 * @param sniffers of the ring, three or more
 * @param betweenNanos from a message of the ring to the next
 */
record RingTraffic(int sniffers, long betweenNanos) {

    static final long START = 1_800_000_000_000_000_000L;

    private static final long LINK_NANOS = 30_000;
    private static final int MESSAGES_PER_CONNECTION = 20;

    /** Connections that are open at a time at each sniffer, so that their messages mix. */
    private static final int LANES = 64;

    /** Records of one sniffer in a round at most: two messages, and the ends of two connections. */
    static final int RECORDS_A_ROUND = 4;

    /** True time at which a round begins. */
    long trueNanos(long round) {
        return START + round * sniffers * betweenNanos;
    }

    /** What the clock of a sniffer shows at a true time. */
    long shown(int sniffer, long trueNanos) {
        return trueNanos + sniffer * 1_000_000_000L + (long) (sniffer * 3e-6 * (double) (trueNanos - START));
    }

    /**
     * Puts what a sniffer sees of a round, in the order of its clock; gives how many records it is.
     *
     * @param records little-endian, with room at {@code at}
     */
    int put(ByteBuffer records, int at, int sniffer, long round) {
        int previous = (sniffer + sniffers - 1) % sniffers;
        int first = Math.min(sniffer, previous);
        int put = putPass(records, at, sniffer, round, first);
        int second = first == sniffer ? previous : sniffer;
        return put + putPass(records, at + put * SightingCodec.LENGTH, sniffer, round, second);
    }

    /** A message of the link that begins at {@code owner} passes this sniffer, near the client or near the server. */
    private int putPass(ByteBuffer records, int at, int sniffer, long round, int owner) {
        boolean near = owner == sniffer;
        long lane = round % LANES;
        long inLane = round / LANES;
        long connection = (inLane / MESSAGES_PER_CONNECTION * LANES + lane) * sniffers + owner;
        int step = (int) (inLane % MESSAGES_PER_CONNECTION);
        boolean request = step % 2 == 0;
        boolean first = near == request;
        long time = trueNanos(round) + owner * betweenNanos + (first ? 0 : LINK_NANOS + round % 7000);
        long shown = shown(sniffer, time);
        clear(records, at);
        putConversation(records, at, connection, owner, near, request);
        records.put(at + SightingCodec.ROLE_AT, (byte) (request ? Role.REQUEST : Role.RESPONSE).ordinal());
        records.put(at + SightingCodec.TTL_AT, (byte) (first ? 64 : 63));
        records.putLong(at + SightingCodec.FIRST_BYTE_AT, shown);
        records.putLong(at + SightingCodec.LAST_BYTE_AT, shown);
        records.putLong(at + SightingCodec.BYTES_AT, 500 + connection % 100);
        records.putLong(at + SightingCodec.CALL_ID_AT, step / 2);
        records.putLong(at + SightingCodec.DIGEST_AT, (connection * 64 + step) * SplitMix64.STEP);
        records.putInt(at + SightingCodec.SEQUENCE_AT, (int) connection * 12345 + step * 1000);
        if (step < MESSAGES_PER_CONNECTION - 1) {
            return 1;
        }
        int end = at + SightingCodec.LENGTH;
        clear(records, end);
        putConversation(records, end, connection, owner, near, request);
        records.putShort(end + SightingCodec.VERSION_AT, (short) ConnectionEnd.VERSION);
        records.putLong(end + ConnectionEnd.LAST_PACKET_AT, shown);
        records.putLong(end + ConnectionEnd.FIRST_PACKET_AT, shown);
        records.put(end + ConnectionEnd.REASON_AT, (byte) CloseReason.FINISHED.ordinal());
        return 2;
    }

    private static void clear(ByteBuffer records, int at) {
        for (int i = 0; i < SightingCodec.LENGTH; i += Long.BYTES) {
            records.putLong(at + i, 0);
        }
    }

    private static void putConversation(
            ByteBuffer records, int at, long connection, int owner, boolean near, boolean request) {
        boolean balanced = connection % 10 == 0;
        int clientPort = 1024 + (int) (connection % 60_000);
        long client = 0xffff0a000000L + owner * 256L + connection % 200;
        long server = near && balanced ? 0xffff0a0a0001L : 0xffff0a0b0000L + owner;
        int serverPort = near && balanced ? 80 : 8080;
        records.putShort(at + SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        records.putLong(at + SightingCodec.CONNECTION_AT, connection);
        records.putLong(at + SightingCodec.SOURCE_AT + 8, request ? client : server);
        records.putLong(at + SightingCodec.DESTINATION_AT + 8, request ? server : client);
        records.putShort(at + SightingCodec.SOURCE_PORT_AT, (short) (request ? clientPort : serverPort));
        records.putShort(at + SightingCodec.DESTINATION_PORT_AT, (short) (request ? serverPort : clientPort));
        records.put(at + SightingCodec.TRANSPORT_AT, (byte) 6);
    }
}

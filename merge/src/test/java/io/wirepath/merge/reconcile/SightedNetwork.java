package io.wirepath.merge.reconcile;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.result.MergeResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sightings that sniffers with clocks of their own make of messages, for tests: the test says what passes where, in
 * true time, and gets a list of records for each sniffer.
 */
public final class SightedNetwork {

    /** A moment to count from. */
    public static final long START = 1_800_000_000_000_000_000L;

    public static final long MILLI = 1_000_000L;
    public static final long SECOND = 1_000_000_000L;

    private final List<Clock> clocks = new ArrayList<>();
    private final List<List<ByteBuffer>> records = new ArrayList<>();
    private final List<long[]> present = new ArrayList<>();

    /** A clock that is {@code offset} ahead at START and gains {@code ppm}. */
    record Clock(long offset, double ppm) {
        long read(long trueNanos) {
            return trueNanos + offset + Math.round(ppm * 1e-6 * (double) (trueNanos - START));
        }
    }

    /** Adds a sniffer that is there all the time. */
    public int sniffer(long offsetNanos, double ppm) {
        return sniffer(offsetNanos, ppm, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Adds a sniffer that sees what passes between two true moments. */
    public int sniffer(long offsetNanos, double ppm, long from, long to) {
        clocks.add(new Clock(offsetNanos, ppm));
        records.add(new ArrayList<>());
        present.add(new long[] {from, to});
        return clocks.size() - 1;
    }

    /** A message under way; the test changes what differs from sniffer to sniffer. */
    public static final class Passing {
        long connection = 1;
        String source = "10.0.0.1:40000";
        String destination = "10.0.0.2:80";
        int transport = 6;
        int ttl = 64;
        int sequence;
        long length = 100;
        long missing;
        long digest;
        int ipId;
        int acknowledged;
        long callId;
        Role role = Role.REQUEST;
        int flags;
        int outcome;

        public Passing connection(long number) {
            connection = number;
            return this;
        }

        public Passing between(String from, String to) {
            source = from;
            destination = to;
            return this;
        }

        public Passing udp() {
            transport = 17;
            return this;
        }

        public Passing content(int atSequence, long bytes, long digestOfThem) {
            sequence = atSequence;
            length = bytes;
            digest = digestOfThem;
            return this;
        }

        public Passing ttl(int left) {
            ttl = left;
            return this;
        }

        /** What the sender has received of its peer, as {@link io.wirepath.flows.Acknowledged} says it. */
        public Passing acknowledges(int fingerprint) {
            acknowledged = fingerprint;
            return this;
        }

        public Passing ipId(int id) {
            ipId = id;
            return this;
        }

        /** Packets with so many bytes of it are not captured. */
        public Passing missing(long bytes) {
            missing = bytes;
            flags |= bytes == 0 ? 0 : SightingCodec.FLAG_GAP;
            return this;
        }

        /** The snapshot length cuts so many bytes of it off; what is left has another digest. */
        public Passing cut(long bytes, long digestOfTheRest) {
            missing = bytes;
            digest = digestOfTheRest;
            flags |= SightingCodec.FLAG_CUT;
            return this;
        }

        public Passing call(long number, Role as) {
            callId = number;
            role = as;
            return this;
        }

        /** The side that sent so much ends the connection, and leaves this call open: no bytes, and no time to live. */
        public Passing closes(int atSequence, long number) {
            outcome = Outcome.CLOSED;
            flags = SightingCodec.FLAG_SETUP;
            return content(atSequence, 0, 0)
                    .ttl(0)
                    .acknowledges(Acknowledged.NOTHING)
                    .call(number, Role.UNKNOWN);
        }
    }

    /** The message passes a sniffer, first byte and last byte at these true moments. */
    public void pass(int sniffer, Passing message, long first, long last) {
        if (first < present.get(sniffer)[0] || last > present.get(sniffer)[1]) {
            return;
        }
        Clock clock = clocks.get(sniffer);
        ByteBuffer to = head(message.connection, message.source, message.destination, message.transport);
        to.putShort(SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        to.put(SightingCodec.ROLE_AT, (byte) message.role.ordinal());
        to.put(SightingCodec.TTL_AT, (byte) message.ttl);
        to.putLong(SightingCodec.FIRST_BYTE_AT, clock.read(first));
        to.putLong(SightingCodec.LAST_BYTE_AT, clock.read(last));
        to.putLong(SightingCodec.BYTES_AT, message.length);
        to.putLong(SightingCodec.MISSING_AT, message.missing);
        to.putLong(SightingCodec.CALL_ID_AT, message.callId);
        to.putLong(SightingCodec.DIGEST_AT, message.digest);
        to.putInt(SightingCodec.SEQUENCE_AT, message.sequence);
        to.putShort(SightingCodec.IP_ID_AT, (short) message.ipId);
        to.putInt(SightingCodec.SYN_RETRIES_AT, message.acknowledged << Byte.SIZE);
        to.putShort(SightingCodec.FLAGS_AT, (short) message.flags);
        to.putShort(SightingCodec.OUTCOME_AT, (short) message.outcome);
        to.putInt(SightingCodec.PACKETS_AT, 1);
        records.get(sniffer).add(to);
    }

    /** The message passes a sniffer in one packet. */
    public void pass(int sniffer, Passing message, long at) {
        pass(sniffer, message, at, at);
    }

    /** A connection ends at a sniffer; sums are those of direction 0, then 1: segments, bytes, empty, missing. */
    public void end(int sniffer, Passing of, long first, long last, CloseReason reason, long... sums) {
        ByteBuffer to = head(of.connection, of.source, of.destination, of.transport);
        to.putShort(SightingCodec.VERSION_AT, (short) ConnectionEnd.VERSION);
        to.put(ConnectionEnd.REASON_AT, (byte) reason.ordinal());
        to.putLong(ConnectionEnd.FIRST_PACKET_AT, clocks.get(sniffer).read(first));
        to.putLong(ConnectionEnd.LAST_PACKET_AT, clocks.get(sniffer).read(last));
        for (int i = 0; i < sums.length; i++) {
            to.putLong(ConnectionEnd.TOTALS_AT + 8 * i, sums[i]);
        }
        records.get(sniffer).add(to);
    }

    private static ByteBuffer head(long connection, String source, String destination, int transport) {
        ByteBuffer to = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        to.putShort(SightingCodec.LENGTH_AT, (short) SightingCodec.LENGTH);
        to.putLong(SightingCodec.CONNECTION_AT, connection);
        putEndpoint(to, SightingCodec.SOURCE_AT, SightingCodec.SOURCE_PORT_AT, source);
        putEndpoint(to, SightingCodec.DESTINATION_AT, SightingCodec.DESTINATION_PORT_AT, destination);
        to.put(SightingCodec.TRANSPORT_AT, (byte) transport);
        return to;
    }

    private static void putEndpoint(ByteBuffer to, int address, int port, String text) {
        to.putLong(address, 0);
        to.putLong(address + 8, 0xffff00000000L | ipv4(text) & 0xffffffffL);
        to.putShort(port, (short) Integer.parseInt(text.substring(text.indexOf(':') + 1)));
    }

    /** The four bytes of an address, with or without a port. */
    static int ipv4(String text) {
        int address = 0;
        int colon = text.indexOf(':');
        for (String part : (colon < 0 ? text : text.substring(0, colon)).split("\\.", -1)) {
            address = address << 8 | Integer.parseInt(part);
        }
        return address;
    }

    /** How many sniffers there are. */
    public int sniffers() {
        return clocks.size();
    }

    /** What a sniffer recorded, in no order. */
    public List<ByteBuffer> records(int sniffer) {
        return records.get(sniffer);
    }

    /** The true moment at which a sniffer's clock showed this. */
    public long trueNanos(int sniffer, long shownNanos) {
        Clock clock = clocks.get(sniffer);
        double gained = (double) (shownNanos - clock.offset - START) * clock.ppm * 1e-6;
        return shownNanos - clock.offset - Math.round(gained);
    }

    /** What a sniffer's clock showed at a true moment. */
    public long shownNanos(int sniffer, long trueNanos) {
        return clocks.get(sniffer).read(trueNanos);
    }

    /** Sets a sniffer's clock ahead from now on; what it recorded before keeps its time. */
    public void step(int sniffer, long aheadNanos) {
        Clock clock = clocks.get(sniffer);
        clocks.set(sniffer, new Clock(clock.offset + aheadNanos, clock.ppm));
    }

    /** Of the fields of a merged message, those that tests compare. */
    public static Message message(MessageRecord m) {
        return Merged.message(m);
    }

    /**
     * Hands every sniffer's records over, in the order of its clock, and merges them.
     *
     * @param order sniffers in the order of their numbers in the merge
     */
    public Merged merge(MergeSettings settings, int... order) {
        Merged merged = new Merged();
        ReconcilingMerge merge = new ReconcilingMerge(merged, settings);
        for (int number = 0; number < order.length; number++) {
            SightingSink sink = merge.begin(number);
            merge.name(number, "s" + order[number]);
            List<ByteBuffer> mine = records.get(order[number]);
            mine.sort(Comparator.comparingLong(record -> record.getLong(SightingCodec.LAST_BYTE_AT)));
            for (ByteBuffer record : mine) {
                if (ConnectionEnd.isAt(record, 0)) {
                    sink.onConnectionEnd(new ConnectionEnd().wrap(record, 0));
                } else {
                    sink.onSighting(new Sighting().wrap(record, 0));
                }
            }
        }
        merged.notes.addAll(merge.finish());
        merged.result = merge.result();
        return merged;
    }

    /** Merges all sniffers with nothing known beforehand. */
    public Merged merge() {
        int[] order = new int[clocks.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        return merge(MergeSettings.defaults(), order);
    }

    /** What came out of a merge. */
    public static final class Merged implements MessageSink {
        public final List<Message> messages = new ArrayList<>();
        public final List<String> notes = new ArrayList<>();
        public MergeResult result;

        @Override
        public void onMessage(MessageRecord m) {
            messages.add(message(m));
        }

        private static Message message(MessageRecord m) {
            return new Message(
                    text(m.sourceLow(), m.sourcePort()),
                    text(m.destinationLow(), m.destinationPort()),
                    text(m.virtualDestinationLow(), m.virtualDestinationPort()),
                    m.connection(),
                    m.callId(),
                    m.sentNanos(),
                    m.receivedNanos(),
                    m.lengthBytes(),
                    m.missingBytes(),
                    m.digest(),
                    m.sightings(),
                    m.role());
        }

        private static String text(long low, int port) {
            return (low >> 24 & 0xff) + "." + (low >> 16 & 0xff) + "." + (low >> 8 & 0xff) + "." + (low & 0xff) + ":"
                    + port;
        }
    }

    /** A message, for comparison; an endpoint that is not there is 0.0.0.0:0. */
    public record Message(
            String source,
            String destination,
            String virtual,
            long connection,
            long call,
            long sent,
            long received,
            long length,
            long missing,
            long digest,
            int sightings,
            Role role) {}
}

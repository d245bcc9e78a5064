package io.wirepath.appliance.imports;

import static io.wirepath.flows.SightingCodec.*;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a sighting of each imported message. Whose times are known stands beside the sniffer (its time to live is that
 * of a packet that passed no router), whose are not stands behind one; so the analysis takes the times of the second as
 * unknown. Not thread-safe.
 */
public final class ImportedRows {

    private static final int BESIDE = 64;
    private static final int BEHIND_ROUTER = 63;

    private final Supplier<SightingSink> begin;
    private final ByteBuffer record = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting sighting = new Sighting().wrap(record, 0);
    private final Map<Long, Conversation> conversations = new HashMap<>();
    private final Set<ImportedEnd> named = new HashSet<>();
    private final int salt;
    private @Nullable SightingSink to;
    private long count;
    private long passedOver;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /** Calls of a connection that are paired in order, and bytes of its directions so far. */
    private static final class Conversation {
        private final Map<ImportedEnd, Long> lengths = new HashMap<>();
        private final ArrayDeque<Long> open = new ArrayDeque<>();
        private long next;
    }

    /**
     * Writes to a sink.
     *
     * @param begin gives the sink, once, when there is a first message
     * @param salt tells files apart whose messages are not the same although they look it
     */
    public ImportedRows(Supplier<SightingSink> begin, int salt) {
        this.begin = begin;
        this.salt = salt;
        record.putShort(VERSION_AT, (short) VERSION);
        record.putShort(LENGTH_AT, (short) LENGTH);
        record.putInt(VLAN_AT, -1);
        record.putInt(PACKETS_AT, 1);
    }

    private SightingSink sink() {
        if (to == null) {
            to = begin.get();
        }
        return to;
    }

    /** Counts something that is no message. */
    void passOver() {
        passedOver++;
    }

    /** What was passed over so far. */
    public long passedOver() {
        return passedOver;
    }

    /** Messages so far. */
    public long count() {
        return count;
    }

    /** The earliest time, ns since the epoch; 0 if there is no message. */
    public long firstNanos() {
        return count == 0 ? 0 : firstNanos;
    }

    /** The latest time. */
    public long lastNanos() {
        return count == 0 ? 0 : lastNanos;
    }

    void add(ImportedMessage message) {
        boolean sent = message.sentNanos() != ImportedMessage.UNKNOWN;
        boolean received = message.receivedNanos() != ImportedMessage.UNKNOWN;
        if (!sent && !received) {
            throw new IllegalArgumentException("neither when it was sent nor when it was received is told");
        }
        long first = sent ? message.sentNanos() : message.receivedNanos();
        long last = received ? message.receivedNanos() : first;
        if (last < first) {
            throw new IllegalArgumentException(
                    "it was received " + (first - last) + " ns before it was sent, by clocks that disagree");
        }
        name(message.source());
        name(message.destination());
        Conversation conversation = conversations.computeIfAbsent(message.connection(), key -> new Conversation());
        long length = Math.max(1, message.lengthBytes());
        ImportedMessage.Place place = message.place();
        long offset = place == null ? conversation.lengths.getOrDefault(message.source(), 0L) : place.streamOffset();
        conversation.lengths.put(message.source(), offset + length);
        putEnds(message);
        record.put(TTL_AT, (byte) (sent ? BESIDE : BEHIND_ROUTER));
        record.putLong(FIRST_BYTE_AT, first);
        record.putLong(LAST_BYTE_AT, last);
        record.putLong(BYTES_AT, length);
        record.putLong(CALL_ID_AT, call(conversation, message));
        count++;
        record.putLong(DIGEST_AT, place == null ? count * 0x9e37_79b9_7f4a_7c15L ^ salt : place.digest());
        record.putLong(STREAM_OFFSET_AT, offset);
        record.putInt(SEQUENCE_AT, (int) offset);
        record.putShort(FLAGS_AT, (short) message.flags());
        record.putShort(OUTCOME_AT, (short) message.outcome());
        firstNanos = Math.min(firstNanos, first);
        lastNanos = Math.max(lastNanos, last);
        sink().onSighting(sighting);
    }

    private static long call(Conversation conversation, ImportedMessage message) {
        if (message.call() == ImportedMessage.UNKNOWN || message.role() == Role.ONE_WAY) {
            return NO_CALL_ID;
        }
        if (message.call() != ImportedMessage.IN_ORDER) {
            return message.call();
        }
        if (message.role() == Role.REQUEST) {
            conversation.open.add(conversation.next);
            return conversation.next++;
        }
        Long asked = conversation.open.poll();
        return asked == null ? NO_CALL_ID : asked;
    }

    private void putEnds(ImportedMessage message) {
        ImportedEnd source = message.source();
        ImportedEnd destination = message.destination();
        record.putLong(CONNECTION_AT, message.connection());
        record.putLong(SOURCE_AT, source.high()).putLong(SOURCE_AT + 8, source.low());
        record.putLong(DESTINATION_AT, destination.high()).putLong(DESTINATION_AT + 8, destination.low());
        record.putShort(SOURCE_PORT_AT, (short) source.port());
        record.putShort(DESTINATION_PORT_AT, (short) destination.port());
        record.put(TRANSPORT_AT, (byte) message.transport());
        record.put(ROLE_AT, (byte) message.role().ordinal());
        record.put(PROTOCOL_AT, (byte) message.protocol().ordinal());
    }

    private void name(ImportedEnd end) {
        if (!end.name().isEmpty() && named.add(end.at(0))) {
            sink().onName(end.high(), end.low(), end.name(), NameOrigin.HOSTS_FILE);
        }
    }
}

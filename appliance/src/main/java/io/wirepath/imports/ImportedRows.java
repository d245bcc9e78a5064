package io.wirepath.imports;

import static io.wirepath.flows.SightingCodec.*;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SplitMix64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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

    /**
     * The merge waits no longer for another sighting; a log of whole seconds tells the time of fewer of its messages.
     */
    private static final long MAX_APART_NANOS = 100_000_000;

    /** Numbers of captured connections among those of the trace begin here. */
    private static final long VIEWS = 1L << 40;

    private final Supplier<SightingSink> begin;
    private final ByteBuffer record = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting sighting = new Sighting().wrap(record, 0);
    private final ByteBuffer twin = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting twinSighting = new Sighting().wrap(twin, 0);
    private final Map<Long, Conversation> conversations = new HashMap<>();
    private final Set<ImportedEnd> named = new HashSet<>();
    private final int salt;
    private @Nullable SightingSink to;

    /** What waits to be compared with captures; null where it need not. */
    private @Nullable List<ImportedMessage> gathered;

    /** Takes messages as they are told, where they are only looked at. */
    private @Nullable Consumer<ImportedMessage> looks;

    private HostClocks clocks = new HostClocks();
    private @Nullable TraceSet set;
    private String file = "";
    private long told;
    private long elsewhere;
    private long moved;

    private long missing;
    private List<String> unknown = List.of();
    private long count;
    private long twins;
    private long passedOver;
    private long damaged;
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

    /** Rows of which nothing is written: the messages of a trace that is looked at before it is read. */
    static ImportedRows looking(Consumer<ImportedMessage> looks) {
        ImportedRows rows = new ImportedRows(
                () -> {
                    throw new IllegalStateException("nothing is written of what is looked at");
                },
                0);
        rows.looks = looks;
        return rows;
    }

    /** Whether nothing is written. */
    boolean isLooking() {
        return looks != null;
    }

    /** Begins with a file of a set, whose hosts have clocks. */
    void begin(String name, TraceSet of) {
        set = of;
        file = name;
        clocks = of.clocks();
    }

    /** The clocks of the hosts. */
    HostClocks clocks() {
        return clocks;
    }

    /** Keeps messages back until {@link #compare}. */
    public void gather() {
        gathered = new ArrayList<>();
    }

    /**
     * Ends {@link #gather}: what captures saw too is told as the same message, and all that was gathered goes on.
     *
     * @param set knows addresses by name
     */
    public void compare(CapturedMessages captured, TraceSet set) {
        List<ImportedMessage> messages = gathered == null ? List.of() : gathered;
        gathered = null;
        TwinEnds ends = new TwinEnds(set.hosts());
        TraceTwins found = new TraceTwins(messages, captured, ends);
        missing = found.missing();
        unknown = List.copyOf(ends.unknown(messages));
        ends.forEach((end, address) -> sink().onName(address.high(), address.low(), end.name(), NameOrigin.PROCESS));
        TrueParents truth = set.truth();
        Map<Long, Long> views = new HashMap<>();
        Sighting at = new Sighting();
        for (int i = 0; i < messages.size(); i++) {
            ImportedMessage message = messages.get(i);
            int row = found.row(i);
            if (row != TraceTwins.NONE && truth != null) {
                truth.move(key(message), key(captured.row(row, at)));
            }
            if (row == TraceTwins.NONE) {
                write(message.between(ends.address(message.source()), ends.address(message.destination())));
            } else if (Math.abs(found.offNanos(i)) > MAX_APART_NANOS) {
                countTwin(message);
            } else {
                Sighting own = captured.row(row, at);
                long connection = (long) captured.sniffer(row) << Integer.SIZE ^ own.connection();
                addTwin(message, own, views.computeIfAbsent(connection, unseen -> VIEWS + views.size()));
            }
        }
    }

    /** Names of the nodes whose addresses are not known, so that no capture can be asked for their messages. */
    public List<String> unknown() {
        return unknown;
    }

    private static TrueParents.Key key(ImportedMessage message) {
        ImportedEnd source = message.source();
        return new TrueParents.Key(message.sentNanos(), source.address(), source.port());
    }

    private static TrueParents.Key key(Sighting captured) {
        String address = AddressText.of(captured.sourceHigh(), captured.sourceLow());
        return new TrueParents.Key(captured.firstByteNanos(), address, captured.sourcePort());
    }

    /** Messages between nodes and at times that captures saw, which they did not see. */
    public long missing() {
        return missing;
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

    /** Counts lines that make no sense. */
    void damaged(long lines) {
        damaged += lines;
    }

    /** Lines that make no sense, and were not used. */
    public long damaged() {
        return damaged;
    }

    /** What was passed over so far. */
    public long passedOver() {
        return passedOver;
    }

    /** Whether all messages of the file are counted where another tells of them. */
    boolean isToldElsewhere() {
        return count() == 0 && elsewhere + moved > 0;
    }

    /** Messages that another table tells of as well, and that are counted there. */
    public long elsewhere() {
        return elsewhere;
    }

    /** Messages so far. */
    public long count() {
        return gathered == null ? count : count + gathered.size();
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
        if (looks != null) {
            looks.accept(message);
            return;
        }
        ImportedMessage known = byOneClock(message);
        if (known != null) {
            keep(known);
        }
    }

    /** Adds what another table alone tells of a connection of this one. */
    void addMoved(ImportedMessage message) {
        keep(byOneClock(message, ImportedMessage.UNKNOWN, null));
    }

    private void keep(ImportedMessage known) {
        if (gathered != null) {
            check(known);
            gathered.add(known);
        } else {
            write(known);
        }
    }

    /** The message with what another table tells of it, by the common clock; null where that table has it. */
    private @Nullable ImportedMessage byOneClock(ImportedMessage message) {
        if (set == null) {
            return message;
        }
        long at = told++;
        long partner = set.tables().partner(file, at);
        if (partner == TableTimes.MOVED) {
            moved++;
        } else if (partner == TableTimes.ELSEWHERE) {
            elsewhere++;
        } else {
            ImportedMessage numbered = message.ofCall(set.tables().call(file, at, message.call()));
            return byOneClock(numbered, partner, set.truth());
        }
        return null;
    }

    private ImportedMessage byOneClock(ImportedMessage message, long partner, @Nullable TrueParents truth) {
        boolean sent = message.sentNanos() != ImportedMessage.UNKNOWN;
        boolean received = message.receivedNanos() != ImportedMessage.UNKNOWN;
        long left = sent ? message.sentNanos() : received ? partner : ImportedMessage.UNKNOWN;
        long came = received ? message.receivedNanos() : sent ? partner : ImportedMessage.UNKNOWN;
        long sentNanos = clocks.correct(message.source(), left, message.destination(), came);
        long receivedNanos = clocks.correct(message.destination(), came, message.source(), left);
        boolean both = sentNanos != ImportedMessage.UNKNOWN && receivedNanos != ImportedMessage.UNKNOWN;
        // what is left is within what the clocks are known to
        receivedNanos = both ? Math.max(sentNanos, receivedNanos) : receivedNanos;
        ImportedMessage known = message.at(sentNanos, receivedNanos);
        if (truth != null && sentNanos != message.sentNanos()) {
            truth.move(key(message), key(known));
        }
        return known;
    }

    private static void check(ImportedMessage message) {
        if (message.timeNanos() == ImportedMessage.UNKNOWN) {
            throw new IllegalArgumentException("neither when it was sent nor when it was received is told");
        }
    }

    private void write(ImportedMessage message) {
        check(message);
        boolean sent = message.sentNanos() != ImportedMessage.UNKNOWN;
        boolean received = message.receivedNanos() != ImportedMessage.UNKNOWN;
        long first = sent ? message.sentNanos() : message.receivedNanos();
        long last = received ? message.receivedNanos() : first;
        name(message.source());
        name(message.destination());
        Conversation conversation = conversations.computeIfAbsent(message.connection(), key -> new Conversation());
        long length = Math.max(1, message.lengthBytes());
        ImportedMessage.Place place = message.place();
        long offset = place == null ? conversation.lengths.getOrDefault(message.source(), 0L) : place.streamOffset();
        conversation.lengths.put(message.source(), offset + length);
        putEnds(message);
        note(first, last);
        record.put(TTL_AT, (byte) (sent ? BESIDE : BEHIND_ROUTER));
        record.putLong(FIRST_BYTE_AT, first);
        record.putLong(LAST_BYTE_AT, last);
        record.putLong(BYTES_AT, length);
        record.putLong(CALL_ID_AT, call(conversation, message));
        record.putLong(DIGEST_AT, place == null ? count * SplitMix64.STEP ^ salt : place.digest());
        record.putLong(STREAM_OFFSET_AT, offset);
        record.putInt(SEQUENCE_AT, (int) offset);
        record.putShort(FLAGS_AT, (short) (sent && received ? message.flags() : message.flags() & ~FLAG_BOTH_ENDS));
        record.putShort(OUTCOME_AT, (short) message.outcome());
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

    /**
     * Adds a message that a capture saw: with what tells it there, so that the merge knows the two for one.
     *
     * @param captured as the capture's sniffer saw it
     * @param view number of the connection among this sniffer's, the same for all messages of the captured one
     */
    void addTwin(ImportedMessage message, Sighting captured, long view) {
        long first = message.timeNanos();
        twin.put(0, captured.bytes(), captured.offset(), LENGTH);
        twin.putLong(CONNECTION_AT, view);
        twin.putLong(FIRST_BYTE_AT, first);
        twin.putLong(LAST_BYTE_AT, Math.max(first, message.receivedNanos()));
        twin.putInt(RETRANSMITTED_AT, 0).putInt(MIRROR_COPIES_AT, 0).putInt(PACKETS_AT, 1);
        // what happened to its packets is for the capture to tell
        twin.put(RESENT_AT, (byte) 0).put(LATE_RESENT_AT, (byte) 0).put(SYN_RETRIES_AT, (byte) 0);
        twin.putInt(RESENT_WAIT_AT, 0).putInt(LATE_RESENT_WAIT_AT, 0);
        twin.putInt(WAIT_AT, 0).putInt(SET_UP_AT, 0);
        note(first, Math.max(first, message.receivedNanos()));
        twins++;
        sink().onSighting(twinSighting);
    }

    /** Counts a message that a capture saw, and of which the capture tells more. */
    void countTwin(ImportedMessage message) {
        note(message.timeNanos(), Math.max(message.timeNanos(), message.receivedNanos()));
        twins++;
        sink();
    }

    /** Messages that captures saw too. */
    public long twins() {
        return twins;
    }

    private void note(long first, long last) {
        count++;
        firstNanos = Math.min(firstNanos, first);
        lastNanos = Math.max(lastNanos, last);
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

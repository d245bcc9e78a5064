package io.wirepath.flows.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.FlowStatistics;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.message.content.ContentSignature;
import io.wirepath.flows.message.content.DeflateContext;
import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.flows.message.content.SealedIds;
import io.wirepath.flows.message.content.WebSocketContent;
import io.wirepath.flows.message.framer.Piece;
import io.wirepath.flows.names.NameSink;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens drafts, gives them their role and call id, and writes each that ends as a record into the batch. Not
 * thread-safe.
 */
final class MessageEmitter implements NameSink {

    /** Most messages of one shard that are copied for their content at a time: bounds the copies to 4 MiB a shard. */
    private static final int MAX_COPIES = 1024;

    private final CounterSet<MessageCounter> counters;
    private final DigestKey key;
    private final @Nullable ContentSignature signatures;
    private final @Nullable SealedIds ids;
    private final MessageFates fates = new MessageFates(this);
    private final WebSocketContent webSockets = new WebSocketContent();
    private boolean contentOn = true;
    private SightingBatch batch;
    private long turn;

    /** Stands for what befalls a connection. */
    private final MessageDraft event;

    private @Nullable MessageDraft freeDrafts;
    private final ContentCopy[] freeCopies = new ContentCopy[MAX_COPIES];
    private int freeCopyCount;
    private int copies;

    MessageEmitter(MessageSettings settings, SightingBatch batch, CounterSet<MessageCounter> counters) {
        this.batch = batch;
        this.counters = counters;
        key = settings.key();
        event = new MessageDraft(key);
        signatures = settings.content() ? new ContentSignature(settings.key()) : null;
        ids = settings.ids() == SiteId.Keeping.NONE ? null : new SealedIds(settings.key(), settings.ids());
    }

    /** Whether content signatures are computed for messages that begin from now on. */
    void computeContent(boolean on) {
        contentOn = on;
    }

    /** From now on records go here. */
    void emitTo(SightingBatch batch) {
        this.batch = batch;
        turn++;
    }

    /** Names the present content of the batch: a record number is only good while this stays the same. */
    private long turn() {
        return turn << Integer.SIZE ^ batch.generation();
    }

    @Override
    public void onName(long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin) {
        batch.onName(addressHigh, addressLow, bytes, offset, length, origin);
    }

    /** The layers around a direction of a connection are known. */
    void onOuterLayers(Connection connection, int direction, OuterLayers layers) {
        batch.onOuterLayers(connection, direction, layers);
    }

    /** Opens a message at the front of its side. */
    MessageDraft open(Side side, int slot, long streamOffset, long timeNanos) {
        MessageDraft draft = freeDrafts;
        if (draft == null) {
            draft = new MessageDraft(key);
        } else {
            freeDrafts = draft.next;
        }
        draft.begin(slot, streamOffset, timeNanos);
        draft.content = signatures == null && ids == null || !contentOn ? null : takeCopy();
        fates.begin(side, draft);
        side.push(draft);
        return draft;
    }

    private @Nullable ContentCopy takeCopy() {
        if (freeCopyCount > 0) {
            ContentCopy copy = freeCopies[--freeCopyCount];
            copy.reset();
            return copy;
        }
        if (copies == MAX_COPIES) {
            counters.increment(MessageCounter.CONTENT_SKIPPED);
            return null;
        }
        copies++;
        return new ContentCopy();
    }

    /** The role of the message is known: requests get a call id, responses find theirs. */
    void assign(Conversation conversation, MessageDraft draft, int direction, Role role, long key) {
        if (draft.role != Role.UNKNOWN) {
            return;
        }
        draft.role = role;
        if (role == Role.REQUEST) {
            draft.callId = conversation.calls.request(key);
            counters.increment(MessageCounter.CALLS);
            counters.add(MessageCounter.CALLS_FORGOTTEN, conversation.calls.takeForgotten());
        } else if (role == Role.RESPONSE) {
            draft.callId = conversation.calls.response(key);
            boolean answersUnseen = conversation.side(direction).takeAnswersUnseen();
            if (draft.callId != SightingCodec.NO_CALL_ID) {
                counters.increment(MessageCounter.CALLS_ANSWERED);
            } else if (key == Piece.IN_ORDER && !answersUnseen && asksInSight(conversation, 1 - direction)) {
                draft.role = Role.ONE_WAY;
            } else {
                counters.increment(MessageCounter.RESPONSES_WITHOUT_REQUEST);
            }
        }
    }

    /** Whether all that a side asked was seen, so that what answers none of it is no answer. */
    private static boolean asksInSight(Conversation conversation, int direction) {
        boolean seen = conversation.fromStart() || conversation.side(direction).spoke;
        return seen && !conversation.calls.isDoubtful();
    }

    /** A one-way message may be acknowledged, or is set-up and acknowledges one: they get the same call id. */
    void assignDelivery(Conversation conversation, MessageDraft draft, long delivery) {
        boolean acknowledges = (draft.flags & SightingCodec.FLAG_SETUP) != 0;
        draft.callId =
                acknowledges ? conversation.calls.acknowledgement(delivery) : conversation.calls.delivery(delivery);
    }

    /** The front message of the side has ended: writes its record and forgets it. */
    void close(Conversation conversation, Side side, int flags) {
        MessageDraft draft = side.pop();
        if (draft == null) {
            return;
        }
        draft.flags |= flags;
        draft.role = draft.mayAsk && draft.role == Role.UNKNOWN ? Role.ONE_WAY : draft.role;
        if (draft.length > 0) {
            side.lastRecord = write(conversation, side.direction, draft);
            side.lastRecordGeneration = turn();
            if (draft.operation != null) {
                batch.operation(side.lastRecord, draft.operation);
            }
            noteId(side.lastRecord, draft);
            count(draft);
        }
        if (draft.content != null) {
            freeCopies[freeCopyCount++] = draft.content;
            draft.content = null;
        }
        draft.next = freeDrafts;
        freeDrafts = draft;
    }

    /** What a site's own tracing put into a request: its framer has read it, or its first bytes were copied. */
    private void noteId(int record, MessageDraft draft) {
        if (ids == null || draft.role == Role.RESPONSE || (draft.flags & SightingCodec.FLAG_SETUP) != 0) {
            return;
        }
        String lines = draft.identifiers;
        ContentCopy copy = draft.content;
        SiteId id = null;
        if (lines != null) {
            counters.add(MessageCounter.IDENTIFIERS_UNREADABLE, lines.isEmpty() ? 1 : 0);
            id = ids.of(lines.getBytes(ISO_8859_1), lines.length());
        } else if (copy != null) {
            id = ids.of(copy.bytes(), copy.length());
        }
        if (id != null) {
            batch.id(record, id);
        }
    }

    /** Who opens a connection failed: writes a message without bytes that says so. */
    void writeAttempt(Conversation conversation, int outcome, long timeNanos) {
        Connection connection = conversation.connection();
        event.begin(0, 0, timeNanos);
        event.ttl = connection.firstTtl;
        event.vlan = connection.firstVlan;
        writeEvent(conversation, 0, outcome);
    }

    /**
     * A side ends, or resets the connection: where a call is open, writes a message without bytes that says so, with
     * the number of the one that is open for longest.
     */
    void writeLeft(Conversation conversation, int direction, int outcome, long timeNanos) {
        long open = conversation.calls.oldestOpen();
        if (open != SightingCodec.NO_CALL_ID) {
            event.begin(0, conversation.side(direction).streamLength, timeNanos);
            event.callId = open;
            writeEvent(conversation, direction, outcome);
        }
    }

    private void writeEvent(Conversation conversation, int direction, int outcome) {
        event.flags = SightingCodec.FLAG_SETUP;
        event.outcome = outcome;
        event.acknowledged = Acknowledged.NOTHING;
        event.packets = 1;
        write(conversation, direction, event);
    }

    /** The message behind the front one has ended. */
    void closeSecond(Conversation conversation, Side side) {
        MessageDraft front = side.pop();
        close(conversation, side, 0);
        if (front != null) {
            side.push(front);
        }
    }

    private void count(MessageDraft draft) {
        counters.increment(MessageCounter.MESSAGES);
        if (draft.protocol != Protocol.UNKNOWN) {
            counters.increment(MessageCounter.MESSAGES_FRAMED);
        }
        if ((draft.flags & SightingCodec.FLAG_SETUP) != 0) {
            counters.increment(MessageCounter.MESSAGES_SETUP);
        }
        if (draft.role == Role.ONE_WAY) {
            counters.increment(MessageCounter.MESSAGES_ONE_WAY);
        }
        if (draft.missing > 0) {
            counters.increment(MessageCounter.MESSAGES_WITH_MISSING_BYTES);
        }
    }

    /** A mirror copy or retransmission belongs to the open message of the side, else to the one that ended last. */
    void addRepeats(Side side, int retransmittedBytes, int mirrorCopies) {
        MessageDraft draft = side.open;
        if (draft != null) {
            draft.retransmitted += retransmittedBytes;
            draft.mirrorCopies += mirrorCopies;
        } else if (side.lastRecordGeneration == turn()) {
            int at = side.lastRecord * SightingCodec.LENGTH;
            ByteBuffer records = batch.records();
            addTo(records, at + SightingCodec.RETRANSMITTED_AT, retransmittedBytes);
            addTo(records, at + SightingCodec.MIRROR_COPIES_AT, mirrorCopies);
        }
    }

    /** What TCP did to messages. */
    MessageFates fates() {
        return fates;
    }

    /** The records that hold the side's last message; null where they are gone. */
    @Nullable
    ByteBuffer lastRecords(Side side) {
        return side.lastRecordGeneration == turn() ? batch.records() : null;
    }

    /** The side's last message turns out to carry this flag too. */
    void flagLast(Side side, int flag) {
        if (side.open == null && side.lastRecordGeneration == turn()) {
            int at = side.lastRecord * SightingCodec.LENGTH + SightingCodec.FLAGS_AT;
            batch.records().putShort(at, (short) (batch.records().getShort(at) | flag));
        }
    }

    /**
     * The side's last messages, one behind the other, that begin at this offset or later were not taken by the other
     * side: they want no answer, and answer none.
     *
     * @param told the role that each had, and its call; from the last on
     * @return how many
     */
    int takeBack(Side side, long streamOffset, ObjLongConsumer<Role> told) {
        ByteBuffer records = lastRecords(side);
        int number = 0;
        if (records == null) {
            return number;
        }
        int last = side.lastRecord * SightingCodec.LENGTH;
        for (int at = last; at >= 0 && isOfOneSide(records, at, last); at -= SightingCodec.LENGTH) {
            if (records.getLong(at + SightingCodec.STREAM_OFFSET_AT) < streamOffset) {
                break;
            }
            Role role = Role.of(records.get(at + SightingCodec.ROLE_AT));
            long call = records.getLong(at + SightingCodec.CALL_ID_AT);
            records.put(at + SightingCodec.ROLE_AT, (byte) Role.ONE_WAY.ordinal());
            records.putLong(at + SightingCodec.CALL_ID_AT, SightingCodec.NO_CALL_ID);
            told.accept(role, call);
            number++;
        }
        return number;
    }

    private static boolean isOfOneSide(ByteBuffer records, int one, int other) {
        return sameLong(records, one, other, SightingCodec.CONNECTION_AT)
                && sameLong(records, one, other, SightingCodec.SOURCE_AT + Long.BYTES)
                && records.getShort(one + SightingCodec.SOURCE_PORT_AT)
                        == records.getShort(other + SightingCodec.SOURCE_PORT_AT);
    }

    private static boolean sameLong(ByteBuffer records, int one, int other, int field) {
        return records.getLong(one + field) == records.getLong(other + field);
    }

    private static void addTo(ByteBuffer records, int at, int amount) {
        records.putInt(at, records.getInt(at) + amount);
    }

    private int write(Conversation conversation, int direction, MessageDraft draft) {
        Connection connection = conversation.connection();
        int number = batch.append();
        int at = number * SightingCodec.LENGTH;
        ByteBuffer to = batch.records();
        to.putShort(at + SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        to.putShort(at + SightingCodec.LENGTH_AT, (short) SightingCodec.LENGTH);
        to.putInt(at + SightingCodec.SNIFFER_AT, 0);
        to.putLong(at + SightingCodec.CONNECTION_AT, connection.id);
        boolean forward = direction == 0;
        writeEndpoints(to, at, connection, forward);
        to.put(at + SightingCodec.TRANSPORT_AT, (byte) connection.transport);
        to.put(at + SightingCodec.ROLE_AT, (byte) draft.role.ordinal());
        to.put(at + SightingCodec.PROTOCOL_AT, (byte) draft.protocol.ordinal());
        to.put(at + SightingCodec.TTL_AT, (byte) draft.ttl);
        to.putLong(at + SightingCodec.CALL_ID_AT, draft.callId);
        to.putInt(at + SightingCodec.SEQUENCE_AT, connection.firstSequence(direction) + (int) draft.streamOffset);
        to.putShort(at + SightingCodec.FLAGS_AT, (short) (draft.flags
                | captureFlags(connection, direction, draft)
                | openerFlag(conversation, connection, direction)));
        if (draft == event) {
            MessageFates.writeEvent(to, at, connection, draft);
        } else {
            fates.write(to, at, conversation, conversation.side(direction), draft);
        }
        writeBytes(to, at, draft);
        writeContent(to, at, conversation, direction, draft);
        return number;
    }

    /** What was captured of the connection and of the message. */
    private static int captureFlags(Connection connection, int direction, MessageDraft draft) {
        int flags = connection.midstream ? SightingCodec.FLAG_MIDSTREAM : 0;
        flags |= connection.isSilent(1 - direction) ? SightingCodec.FLAG_ONE_DIRECTION : 0;
        return draft.packets == 0 ? flags | SightingCodec.FLAG_UNSEEN : flags;
    }

    private static int openerFlag(Conversation conversation, Connection connection, int direction) {
        boolean known = connection.openerKnown || conversation.framer != null;
        return known && direction == conversation.requester() ? SightingCodec.FLAG_FROM_OPENER : 0;
    }

    private static void writeEndpoints(ByteBuffer to, int at, Connection c, boolean forward) {
        int first = forward ? SightingCodec.SOURCE_AT : SightingCodec.DESTINATION_AT;
        int second = forward ? SightingCodec.DESTINATION_AT : SightingCodec.SOURCE_AT;
        to.putLong(at + first, c.sourceHigh);
        to.putLong(at + first + 8, c.sourceLow);
        to.putLong(at + second, c.destinationHigh);
        to.putLong(at + second + 8, c.destinationLow);
        to.putShort(at + SightingCodec.SOURCE_PORT_AT, (short) (forward ? c.sourcePort : c.destinationPort));
        to.putShort(at + SightingCodec.DESTINATION_PORT_AT, (short) (forward ? c.destinationPort : c.sourcePort));
    }

    /** The connection is over: writes how much of it passed here. */
    void writeEnd(Conversation conversation, CloseReason reason) {
        forget(conversation.forward);
        forget(conversation.backward);
        Connection connection = conversation.connection();
        int at = batch.appendEnd();
        ByteBuffer to = batch.ends();
        to.putShort(at + SightingCodec.VERSION_AT, (short) ConnectionEnd.VERSION);
        to.putShort(at + SightingCodec.LENGTH_AT, (short) SightingCodec.LENGTH);
        to.putLong(at + SightingCodec.CONNECTION_AT, connection.id);
        writeEndpoints(to, at, connection, true);
        to.put(at + SightingCodec.TRANSPORT_AT, (byte) connection.transport);
        to.put(at + ConnectionEnd.REASON_AT, (byte) reason.ordinal());
        to.put(at + ConnectionEnd.MIDSTREAM_AT, (byte) (connection.midstream ? 1 : 0));
        to.putLong(at + ConnectionEnd.LAST_PACKET_AT, connection.lastNanos);
        to.putLong(at + ConnectionEnd.FIRST_PACKET_AT, conversation.openedNanos);
        for (int direction = 0; direction < 2; direction++) {
            FlowStatistics statistics = connection.statistics(direction);
            int totals = at + ConnectionEnd.TOTALS_AT + ConnectionEnd.TOTALS_LENGTH * direction;
            to.putLong(totals, statistics.payloadSegments);
            to.putLong(totals + 8, statistics.payloadBytes);
            to.putLong(totals + 16, statistics.emptySegments);
            to.putLong(totals + 24, statistics.missingBytes);
        }
    }

    private static void writeBytes(ByteBuffer to, int at, MessageDraft draft) {
        to.putLong(at + SightingCodec.FIRST_BYTE_AT, draft.firstNanos);
        to.putLong(at + SightingCodec.LAST_BYTE_AT, draft.lastNanos);
        to.putLong(at + SightingCodec.BYTES_AT, draft.length);
        to.putLong(at + SightingCodec.MISSING_AT, draft.missing);
        to.putLong(at + SightingCodec.DIGEST_AT, draft.digest.value());
        to.putLong(at + SightingCodec.STREAM_OFFSET_AT, draft.streamOffset);
        to.putInt(at + SightingCodec.RETRANSMITTED_AT, draft.retransmitted);
        to.putInt(at + SightingCodec.MIRROR_COPIES_AT, draft.mirrorCopies);
        to.putShort(at + SightingCodec.IP_ID_AT, (short) draft.ipId);
        to.putInt(at + SightingCodec.VLAN_AT, draft.vlan);
        to.putInt(at + SightingCodec.PACKETS_AT, draft.packets);
    }

    private void writeContent(ByteBuffer to, int at, Conversation conversation, int direction, MessageDraft draft) {
        ContentCopy copy = draft.content;
        int unpacked = unpack(conversation, direction, draft);
        if (signatures == null || copy == null || Math.max(draft.length, unpacked) < ContentDigest.MIN_BYTES) {
            for (int i = SightingCodec.SIGNATURE_AT; i < SightingCodec.VLAN_AT; i += 8) {
                to.putLong(at + i, 0);
            }
            return;
        }
        Connection c = conversation.connection();
        int requester = conversation.requester();
        boolean toServer = direction == requester;
        boolean forward = requester == 0;
        signatures.write(
                forward ? c.destinationHigh : c.sourceHigh,
                forward ? c.destinationLow : c.sourceLow,
                forward ? c.destinationPort : c.sourcePort,
                toServer,
                unpacked > 0 ? webSockets.bytes() : copy.bytes(),
                unpacked > 0 ? unpacked : copy.length(),
                to,
                at);
    }

    /** Unpacks what is compressed with what came before it; how many bytes, 0 if nothing is. */
    private int unpack(Conversation conversation, int direction, MessageDraft draft) {
        if (draft.protocol != Protocol.WEBSOCKET || (draft.flags & SightingCodec.FLAG_SETUP) != 0) {
            return 0;
        }
        Side side = conversation.side(direction);
        DeflateContext context = side.deflated;
        if (context == null) {
            context = new DeflateContext(conversation.fromStart());
            side.deflated = context;
        }
        ContentCopy copy = draft.content;
        if (copy == null) {
            webSockets.lose(context);
            return 0;
        }
        boolean whole = copy.length() == draft.length && draft.missing == 0;
        return webSockets.read(context, copy.bytes(), copy.length(), whole);
    }

    private void forget(Side side) {
        if (side.deflated != null) {
            webSockets.lose(side.deflated);
            side.deflated = null;
        }
    }
}

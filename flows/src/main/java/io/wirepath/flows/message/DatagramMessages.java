package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.DatagramEnds;
import io.wirepath.flows.message.framer.DatagramFormat;
import io.wirepath.flows.message.framer.DnsHeader;
import io.wirepath.flows.message.framer.EchoField;
import io.wirepath.flows.message.framer.EchoLearner;
import io.wirepath.flows.message.framer.LearntShape;
import io.wirepath.flows.message.framer.Piece;
import io.wirepath.flows.message.framer.SipMessage;
import io.wirepath.flows.message.framer.StreamTable;
import io.wirepath.flows.names.DnsAnswers;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One datagram is one message. DNS, SIP and each {@link DatagramFormat} are told by their bytes; others by the field
 * that is echoed, once it was learnt; before, the responses of a turn answer its requests in order, and what is left
 * over wants no answer. Whether the first datagrams to a port want one is told by its first answer: until it comes they
 * wait, as long as a message may pause, so that how the capture was cut into blocks changes nothing. Not thread-safe.
 */
final class DatagramMessages {

    /** Datagrams that wait for the first answer at most: who goes on after them talks without being asked. */
    private static final int MAX_WAITING = 8;

    /** Slot of the first that waits; those below are of {@link DatagramRuns}. */
    private static final int FIRST_WAITING = 2;

    private final MessageEmitter emitter;
    private final TurnLearning learning;
    private final CounterSet<MessageCounter> counters;
    private final DnsAnswers answers = new DnsAnswers();
    private final PeerPorts peerPorts = new PeerPorts();
    private final SipMessage sip = new SipMessage();
    private final DatagramRuns runs;
    private final long waitNanos;
    private final ObjLongConsumer<Conversation> idle;
    private final Piece told = new Piece();
    private List<DatagramFormat> formats = DatagramFormat.ALL;
    private Set<Protocol> wanted = EnumSet.allOf(Protocol.class);
    private boolean wantsDns = true;
    private boolean wantsSip = true;
    private boolean wantsEcho = true;

    /** {@code idle} watches a conversation in which something stays open. */
    DatagramMessages(
            MessageSettings settings,
            MessageEmitter emitter,
            TurnLearning learning,
            CounterSet<MessageCounter> counters,
            ObjLongConsumer<Conversation> idle) {
        this.idle = idle;
        waitNanos = settings.pauseNanos();
        runs = new DatagramRuns(emitter);
        this.emitter = emitter;
        this.learning = learning;
        this.counters = counters;
    }

    /** Only these protocols are looked for from now on. */
    void lookFor(Set<Protocol> protocols) {
        wanted = protocols;
        wantsDns = protocols.contains(Protocol.DNS);
        wantsSip = protocols.contains(Protocol.SIP);
        formats = DatagramFormat.ALL.stream()
                .filter(format -> protocols.contains(format.protocol()))
                .toList();
        wantsEcho = protocols.contains(Protocol.ECHOED_FIELD);
    }

    void onDatagram(Conversation conversation, int direction, StreamBytes datagram, int cut) {
        ByteBuffer bytes = datagram.buffer;
        int offset = datagram.offset;
        int length = datagram.length;
        SegmentContext segment = datagram.segment;
        Side side = conversation.side(direction);
        answerWaiting(conversation, conversation.side(1 - direction), segment.timeNanos);
        Protocol protocol = recognise(bytes, offset, length, cut);
        MessageCounter repeated = repeated(conversation, protocol, direction, bytes, offset, length);
        if (repeated != null) {
            counters.increment(repeated);
            return;
        }
        if (protocol == Protocol.UNKNOWN) {
            Protocol ofRun = runs.recognise(conversation, direction, bytes, offset, length, cut);
            if (wanted.contains(ofRun) && ofRun != Protocol.UNKNOWN) {
                closeWaiting(conversation, side);
                runs.take(conversation, direction, datagram, cut, ofRun);
                idle.accept(conversation, segment.timeNanos);
                return;
            }
        }
        boolean isQuestion = protocol != Protocol.UNKNOWN || conversation.isOfPeers();
        boolean waits = !isQuestion && conversation.mayBeAnswered(direction);
        int slot = waits ? FIRST_WAITING + side.openCount : 0;
        MessageDraft draft = emitter.open(side, slot, side.streamLength, segment.timeNanos);
        draft.add(datagram, length, segment.timeNanos, segment.frameNumber);
        if (cut > 0) {
            draft.addMissing(cut, segment, segment.timeNanos);
        }
        draft.protocol = protocol;
        boolean answers = told.role == Role.RESPONSE;
        if (waits || !answers && conversation.wantsNoAnswer(direction, isQuestion)) {
            emitter.assign(conversation, draft, direction, Role.ONE_WAY, Piece.IN_ORDER);
        }
        switch (protocol) {
            case DNS -> onDns(conversation, draft, direction, bytes, offset, length);
            case SIP -> onSip(conversation, draft, direction);
            default -> {
                if (protocol != Protocol.UNKNOWN) {
                    onTold(conversation, draft, direction);
                } else if (conversation.isOfPeers()) {
                    onPeer(conversation, draft, direction, datagram);
                } else {
                    onUnknown(conversation, draft, direction, bytes, offset, length);
                }
            }
        }
        conversation.onSpoken(side);
        side.streamLength += length + cut;
        if (!waits) {
            emitter.close(conversation, side, 0);
        } else if (side.openCount == MAX_WAITING) {
            closeWaiting(conversation, side);
            conversation.onMonologue();
        } else {
            conversation.waits = true;
            idle.accept(conversation, segment.timeNanos);
        }
    }

    /** The first answer comes: what a side said first, not long before, is what it answers. */
    private void answerWaiting(Conversation conversation, Side side, long nowNanos) {
        if (conversation.waits) {
            Role role = side.direction == conversation.requester() ? Role.REQUEST : Role.RESPONSE;
            for (int slot = FIRST_WAITING; slot < FIRST_WAITING + MAX_WAITING; slot++) {
                MessageDraft draft = side.find(slot);
                if (draft != null && nowNanos - draft.lastNanos <= waitNanos) {
                    draft.role = Role.UNKNOWN;
                    emitter.assign(conversation, draft, side.direction, role, Piece.IN_ORDER);
                }
            }
            closeWaiting(conversation, side);
        }
    }

    /** What a side said first waits no longer. */
    private void closeWaiting(Conversation conversation, Side side) {
        conversation.waits = false;
        for (int slot = FIRST_WAITING; slot < FIRST_WAITING + MAX_WAITING && side.openCount > 0; slot++) {
            if (side.find(slot) != null) {
                emitter.close(conversation, side, 0);
            }
        }
    }

    /** What the bytes say they are, and nothing else. */
    private Protocol recognise(ByteBuffer bytes, int offset, int length, int cut) {
        told.clear();
        if (wantsDns
                && length >= DnsHeader.LENGTH
                && DnsHeader.isPlausible(bytes, offset)
                && (cut > 0 || DnsHeader.isWellFormed(bytes, offset, offset + length))) {
            return Protocol.DNS;
        }
        for (int i = 0; i < formats.size(); i++) {
            if (formats.get(i).tell(bytes, offset, length, cut, told)) {
                return formats.get(i).protocol();
            }
        }
        return wantsSip && sip.read(bytes, offset, offset + length) ? Protocol.SIP : Protocol.UNKNOWN;
    }

    /** What counts a datagram that was sent again for want of an answer, and is no message; null for one that is. */
    private @Nullable MessageCounter repeated(
            Conversation conversation, Protocol protocol, int direction, ByteBuffer bytes, int offset, int length) {
        if (protocol == Protocol.DNS) {
            boolean again = !DnsHeader.isResponse(bytes, offset)
                    && isOpen(conversation, DnsHeader.key(bytes, offset, offset + length));
            return again ? MessageCounter.DNS_QUERIES_REPEATED : null;
        }
        if (protocol == Protocol.SIP) {
            return isSaidBefore(conversation) ? MessageCounter.QUERIES_REPEATED : null;
        }
        if (protocol != Protocol.UNKNOWN) {
            return isToldBefore(conversation) ? MessageCounter.QUERIES_REPEATED : null;
        }
        if (conversation.isOfPeers()) {
            conversation.talk().next(direction).set(bytes, offset, length);
            return isAskedAgain(conversation, direction) ? MessageCounter.QUERIES_REPEATED : null;
        }
        return null;
    }

    private static boolean isOpen(Conversation conversation, long key) {
        return key != Piece.IN_ORDER && conversation.calls.peek(key) != SightingCodec.NO_CALL_ID;
    }

    /** Whether a transaction of SIP is asked for again, or answered again. */
    private boolean isSaidBefore(Conversation conversation) {
        long key = sip.transaction();
        return switch (sip.role()) {
            case REQUEST -> isOpen(conversation, key) || isAnswered(conversation, key);
            case RESPONSE -> !isOpen(conversation, key) && isAnswered(conversation, key);
            default -> false;
        };
    }

    private static boolean isAnswered(Conversation conversation, long key) {
        return key != Piece.IN_ORDER && conversation.streams.get(key) != StreamTable.NONE;
    }

    /** Either side may ask. Provisional responses and ACKs belong to how a transaction is carried. */
    private void onSip(Conversation conversation, MessageDraft draft, int direction) {
        long key = sip.transaction();
        draft.outcome = sip.outcome();
        if (sip.role() == Role.RESPONSE && isOpen(conversation, key)) {
            if (conversation.streams.size() >= CallMatcher.MAX_OPEN) {
                conversation.streams.clear();
            }
            conversation.streams.put(key, conversation.calls.peek(key));
        }
        draft.flags |= sip.role() == Role.ONE_WAY ? SightingCodec.FLAG_SETUP : 0;
        emitter.assign(conversation, draft, direction, sip.role(), key);
    }

    private boolean isToldBefore(Conversation conversation) {
        return told.role == Role.REQUEST
                && isOpen(conversation, told.key)
                && (told.delivery == Piece.IN_ORDER || conversation.streams.get(told.key) == told.delivery);
    }

    /** Where answers have no number a client has one question open: who asks again does not wait for the one before. */
    private void onTold(Conversation conversation, MessageDraft draft, int direction) {
        if (told.role == Role.REQUEST) {
            conversation.learnRequester(direction);
            if (told.key == Piece.IN_ORDER) {
                conversation.calls.forget();
            } else if (told.delivery != Piece.IN_ORDER) {
                conversation.streams.put(told.key, told.delivery);
            }
        }
        // an answer that says itself what it is answers something, also where nobody saw what
        conversation.side(direction).answersUnseen =
                told.role == Role.RESPONSE && !conversation.side(1 - direction).spoke;
        draft.outcome = told.outcome;
        emitter.assign(conversation, draft, direction, told.role, told.key);
    }

    private void onDns(
            Conversation conversation, MessageDraft draft, int direction, ByteBuffer bytes, int offset, int length) {
        draft.outcome = DnsHeader.outcome(bytes, offset);
        Role role = Role.REQUEST;
        if (DnsHeader.isResponse(bytes, offset)) {
            role = Role.RESPONSE;
            boolean asked = isOpen(conversation, DnsHeader.key(bytes, offset, offset + length));
            answers.read(bytes, offset, offset + length, asked, conversation);
        } else {
            conversation.learnRequester(direction);
        }
        emitter.assign(conversation, draft, direction, role, DnsHeader.key(bytes, offset, offset + length));
    }

    private void onUnknown(
            Conversation conversation, MessageDraft draft, int direction, ByteBuffer bytes, int offset, int length) {
        boolean request = direction == conversation.requester();
        long key = Piece.IN_ORDER;
        if (wantsEcho && conversation.shape.hasEcho()) {
            draft.protocol = Protocol.ECHOED_FIELD;
            key = conversation.shape.echo(bytes, offset, length, request);
        } else {
            learn(conversation, draft, direction, bytes, offset, length);
            if (request && conversation.answered) {
                conversation.calls.forget();
            }
        }
        conversation.answered = !request;
        emitter.assign(conversation, draft, direction, request ? Role.REQUEST : Role.RESPONSE, key);
    }

    /**
     * Between peers a datagram is a response if it brings back the field of one that the other side sent, once such a
     * field was learnt; else a request, if its like are answered. Until then, and where there is no field, nobody asks:
     * gossip and what is handed on want no answer.
     */
    private void onPeer(Conversation conversation, MessageDraft draft, int direction, StreamBytes datagram) {
        PeerTalk talk = conversation.talk();
        EchoLearner learner = learner(conversation);
        EchoField field = learner == null ? null : learner.field();
        if (field == null) {
            talk.spokeBeforeField(direction);
        }
        if (learner != null) {
            learner.take(talk.last(direction), talk.recent(1 - direction), talk.recent(direction));
        }
        if (learner == null || field == null || talk.answersBeforeField(field, direction)) {
            emitter.assign(conversation, draft, direction, Role.ONE_WAY, Piece.IN_ORDER);
            return;
        }
        boolean asks = learner.asks(talk.last(direction));
        long answered = ofSide(field.ofResponse(talk.last(direction)), 1 - direction);
        if (!isOpen(conversation, answered) && !asks) {
            answered = answeredAmongOthers(conversation, field, direction, datagram);
        }
        if (isOpen(conversation, answered)) {
            draft.protocol = Protocol.ECHOED_FIELD;
            emitter.assign(conversation, draft, direction, Role.RESPONSE, answered);
        } else if (asks) {
            draft.protocol = Protocol.ECHOED_FIELD;
            long key = ofSide(field.ofRequest(talk.last(direction)), direction);
            emitter.assign(conversation, draft, direction, Role.REQUEST, key);
        } else {
            emitter.assign(conversation, draft, direction, Role.ONE_WAY, Piece.IN_ORDER);
        }
    }

    /** The request that is answered somewhere in a datagram that holds other things as well. */
    private static long answeredAmongOthers(
            Conversation conversation, EchoField field, int direction, StreamBytes datagram) {
        for (DatagramEnds asked : conversation.talk().recent(1 - direction)) {
            long value = field.ofRequest(asked);
            long key = ofSide(value, 1 - direction);
            if (isOpen(conversation, key) && field.isWithin(value, datagram.buffer, datagram.offset, datagram.length)) {
                return key;
            }
        }
        return Piece.IN_ORDER;
    }

    private @Nullable EchoLearner learner(Conversation conversation) {
        return wantsEcho ? peerPorts.of(conversation.connection().sourcePort) : null;
    }

    /** Whether a peer asks again what was not answered. */
    private boolean isAskedAgain(Conversation conversation, int direction) {
        EchoLearner learner = learner(conversation);
        EchoField field = learner == null ? null : learner.field();
        if (learner == null || field == null) {
            return false;
        }
        DatagramEnds last = conversation.talk().last(direction);
        return isOpen(conversation, ofSide(field.ofRequest(last), direction))
                && !isOpen(conversation, ofSide(field.ofResponse(last), 1 - direction))
                && learner.asks(last);
    }

    /** The numbers of two sides are apart, though both may count from 1. */
    private static long ofSide(long key, int direction) {
        return direction == 0 || key == Piece.IN_ORDER ? key : key ^ 0x5555_5555_5555_5555L;
    }

    private void learn(
            Conversation conversation, MessageDraft draft, int direction, ByteBuffer bytes, int offset, int length) {
        learning.begins(conversation);
        learning.onBytes(conversation, bytes, offset, length);
        learning.ends(conversation, draft.length, draft.missing, direction);
        LearntShape learnt = learning.learnt(conversation, false);
        if (learnt != null) {
            conversation.shape.copyFrom(learnt);
        }
    }
}

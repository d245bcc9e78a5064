package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.DnsHeader;
import io.wirepath.flows.message.framer.EchoField;
import io.wirepath.flows.message.framer.LearntShape;
import io.wirepath.flows.message.framer.Piece;
import io.wirepath.flows.names.DnsAnswers;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * One datagram is one message. DNS is matched by transaction id; others by the field that is echoed, once it was
 * learnt; before, the responses of a turn answer its requests in order, and what is left over wants no answer. Not
 * thread-safe.
 */
final class DatagramMessages {

    private final MessageEmitter emitter;
    private final TurnLearning learning;
    private final CounterSet<MessageCounter> counters;
    private final DnsAnswers answers = new DnsAnswers();
    private final PeerPorts peerPorts = new PeerPorts();
    private boolean wantsDns = true;
    private boolean wantsEcho = true;

    DatagramMessages(MessageEmitter emitter, TurnLearning learning, CounterSet<MessageCounter> counters) {
        this.emitter = emitter;
        this.learning = learning;
        this.counters = counters;
    }

    /** Only these protocols are looked for from now on. */
    void lookFor(Set<Protocol> protocols) {
        wantsDns = protocols.contains(Protocol.DNS);
        wantsEcho = protocols.contains(Protocol.ECHOED_FIELD);
    }

    void onDatagram(Conversation conversation, int direction, StreamBytes datagram, int cut) {
        ByteBuffer bytes = datagram.buffer;
        int offset = datagram.offset;
        int length = datagram.length;
        SegmentContext segment = datagram.segment;
        Side side = conversation.side(direction);
        boolean dns = wantsDns
                && length >= DnsHeader.LENGTH
                && DnsHeader.isPlausible(bytes, offset)
                && (cut > 0 || DnsHeader.isWellFormed(bytes, offset, offset + length));
        if (dns && isRepeated(conversation, bytes, offset, length)) {
            counters.increment(MessageCounter.DNS_QUERIES_REPEATED);
            return;
        }
        boolean peers = !dns && conversation.isOfPeers();
        if (peers) {
            conversation.talk().next(direction).set(bytes, offset, length);
            if (isAskedAgain(conversation, direction)) {
                counters.increment(MessageCounter.QUERIES_REPEATED);
                return;
            }
        }
        MessageDraft draft = emitter.open(side, 0, side.streamLength, segment.timeNanos);
        draft.add(datagram, length, segment.timeNanos, segment.frameNumber);
        if (cut > 0) {
            draft.addMissing(cut, segment, segment.timeNanos);
        }
        if (dns) {
            onDns(conversation, draft, direction, bytes, offset, length);
        } else if (peers) {
            onPeer(conversation, draft, direction);
        } else {
            onUnknown(conversation, draft, direction, bytes, offset, length);
        }
        conversation.onSpoken(side);
        side.streamLength += length + cut;
        emitter.close(conversation, side, 0);
    }

    private static boolean isRepeated(Conversation conversation, ByteBuffer bytes, int offset, int length) {
        return !DnsHeader.isResponse(bytes, offset)
                && conversation.calls.peek(DnsHeader.key(bytes, offset, offset + length)) != SightingCodec.NO_CALL_ID;
    }

    private void onDns(
            Conversation conversation, MessageDraft draft, int direction, ByteBuffer bytes, int offset, int length) {
        draft.protocol = Protocol.DNS;
        draft.outcome = DnsHeader.outcome(bytes, offset);
        Role role = Role.REQUEST;
        if (DnsHeader.isResponse(bytes, offset)) {
            role = Role.RESPONSE;
            boolean asked =
                    conversation.calls.peek(DnsHeader.key(bytes, offset, offset + length)) != SightingCodec.NO_CALL_ID;
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
     * field was learnt; else a request. Until then, and where there is none, nobody asks: gossip, time and what is
     * handed on want no answer.
     */
    private void onPeer(Conversation conversation, MessageDraft draft, int direction) {
        PeerTalk talk = conversation.talk();
        PeerPorts.PeerPort peers = peerPorts.of(conversation.connection().sourcePort);
        EchoField field = peers == null || !wantsEcho ? null : peers.field();
        if (field == null || talk.answersUntold(field, direction)) {
            if (field == null) {
                talk.spokeUntold(direction);
            }
            if (peers != null) {
                peers.learn(talk, direction);
            }
            emitter.assign(conversation, draft, direction, Role.ONE_WAY, Piece.IN_ORDER);
            return;
        }
        draft.protocol = Protocol.ECHOED_FIELD;
        long answered = ofSide(field.ofResponse(talk.last(direction)), 1 - direction);
        boolean answers = answered != Piece.IN_ORDER && conversation.calls.peek(answered) != SightingCodec.NO_CALL_ID;
        long key = answers ? answered : ofSide(field.ofRequest(talk.last(direction)), direction);
        emitter.assign(conversation, draft, direction, answers ? Role.RESPONSE : Role.REQUEST, key);
    }

    /** Whether a peer asks again what was not answered. */
    private boolean isAskedAgain(Conversation conversation, int direction) {
        PeerPorts.PeerPort peers = peerPorts.of(conversation.connection().sourcePort);
        EchoField field = peers == null || !wantsEcho ? null : peers.field();
        if (field == null) {
            return false;
        }
        long asks = ofSide(field.ofRequest(conversation.talk().last(direction)), direction);
        return asks != Piece.IN_ORDER && conversation.calls.peek(asks) != SightingCodec.NO_CALL_ID;
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

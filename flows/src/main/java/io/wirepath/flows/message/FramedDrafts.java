package io.wirepath.flows.message;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.MessageFramer;
import io.wirepath.flows.message.framer.Piece;

/**
 * Finds or opens the message that a framer's {@link Piece} belongs to. Where a stream carries many messages, the first
 * of a direction is the request or the response, and the others are one-way and keep the number of its call. Not
 * thread-safe.
 */
final class FramedDrafts {

    /** Messages that one direction may have open at once: the streams of a multiplexed connection. */
    private static final int MAX_OPEN = 1024;

    /** Long-lived streams of a connection whose call is remembered. */
    private static final int MAX_STREAMS = 4096;

    private final MessageEmitter emitter;
    private final long pauseNanos;

    FramedDrafts(MessageSettings settings, MessageEmitter emitter) {
        this.emitter = emitter;
        pauseNanos = settings.pauseNanos();
    }

    /** The message that the bytes of this piece belong to. */
    MessageDraft draft(
            Conversation conversation,
            Side side,
            MessageFramer framer,
            Piece piece,
            long streamOffset,
            long timeNanos) {
        MessageDraft draft = side.find(piece.slot);
        boolean cut = piece.cut;
        if (draft != null && piece.rests && timeNanos - draft.lastNanos > pauseNanos) {
            framer.onRest(side.direction, piece.slot);
            piece.splits = true;
            cut = true;
        }
        if (draft != null && piece.wasSetUp && draft.role == Role.UNKNOWN) {
            draft.role = Role.ONE_WAY;
            draft.flags |= SightingCodec.FLAG_SETUP;
            piece.splits = true;
        }
        if (draft != null && piece.splits) {
            closeFirst(conversation, side, draft);
            draft = null;
        }
        if (draft == null) {
            draft = open(conversation, side, piece.slot, streamOffset, timeNanos);
            draft.flags |= piece.goesOn && !cut ? SightingCodec.FLAG_GAP : 0;
            if (cut) {
                draft.role = Role.ONE_WAY;
                draft.flags |= piece.trails ? SightingCodec.FLAG_SETUP : 0;
                draft.callId = conversation.streams.get(key(side, piece.slot));
            }
        }
        draft.protocol = framer.protocol();
        draft.flags |= piece.flags;
        draft.outcome = Outcome.worse(draft.outcome, piece.outcome);
        if (piece.operation != null) {
            draft.operation = draft.operation == null ? piece.operation : draft.operation + " " + piece.operation;
        }
        draft.identifiers = draft.identifiers == null ? piece.identifiers : draft.identifiers;
        if (piece.delivery != Piece.IN_ORDER && draft.role == Role.UNKNOWN) {
            emitter.assignDelivery(conversation, draft, piece.delivery);
        }
        if (piece.mayAsk) {
            draft.mayAsk = true;
            side.mayAsk++;
        }
        if (piece.role == Role.REQUEST) {
            conversation.calls.asks(piece.key);
        } else if (piece.role == Role.RESPONSE && draft.role == Role.UNKNOWN) {
            askCut(conversation, conversation.side(1 - side.direction), piece.key);
        }
        if (piece.role != Role.UNKNOWN) {
            emitter.assign(conversation, draft, side.direction, piece.role, piece.key);
        }
        if (piece.endsStream) {
            conversation.streams.remove(key(side, piece.slot));
        }
        return draft;
    }

    /** The only message of a turn that may have asked did so, if nothing else asked for this answer. */
    private void askCut(Conversation conversation, Side side, long key) {
        boolean asked = side.mayAsk == 1 && conversation.calls.peek(key) == SightingCodec.NO_CALL_ID;
        for (MessageDraft draft = asked ? side.open : null; draft != null; draft = draft.next) {
            if (draft.mayAsk) {
                conversation.calls.asks(key);
                emitter.assign(conversation, draft, side.direction, Role.REQUEST, key);
                side.find(draft.slot);
                emitter.close(conversation, side, 0); // a request is told before its response
                return;
            }
        }
    }

    private MessageDraft open(Conversation conversation, Side side, int slot, long streamOffset, long timeNanos) {
        if (side.openCount >= MAX_OPEN) {
            emitter.close(conversation, side, 0);
        }
        return emitter.open(side, slot, streamOffset, timeNanos);
    }

    /** Closes what is complete and has not gone on for long. */
    void closeRested(Conversation conversation, Side side, long nowNanos) {
        MessageFramer framer = conversation.framer;
        MessageDraft draft = framer == null ? null : side.open;
        while (framer != null && draft != null) {
            MessageDraft next = draft.next;
            if (nowNanos - draft.lastNanos > pauseNanos && framer.rests(side.direction, draft.slot)) {
                framer.onRest(side.direction, draft.slot);
                side.find(draft.slot);
                closeFirst(conversation, side, draft);
            }
            draft = next;
        }
    }

    /** The front message is over, and its call goes on. */
    private void closeFirst(Conversation conversation, Side side, MessageDraft draft) {
        if (draft.callId != SightingCodec.NO_CALL_ID) {
            if (conversation.streams.size() >= MAX_STREAMS) {
                conversation.streams.clear();
            }
            conversation.streams.put(key(side, draft.slot), draft.callId);
        }
        emitter.close(conversation, side, 0);
    }

    private static long key(Side side, int slot) {
        return (long) slot << 1 | side.direction;
    }
}

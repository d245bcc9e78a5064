package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.Piece;

/**
 * What taking turns tells: who asks and who answers, and that what one side said is complete when the other one speaks.
 * Knows the packet whose bytes are being delivered. Not thread-safe.
 */
final class Turns {

    private final MessageEmitter emitter;
    private final TurnLearning learning;
    private final IdleWatch idle;

    /** When the packet came whose bytes are being delivered; bytes that were held before are older. */
    long packetNanos;

    long packetFrame;

    Turns(MessageEmitter emitter, TurnLearning learning, IdleWatch idle) {
        this.emitter = emitter;
        this.learning = learning;
        this.idle = idle;
    }

    /**
     * A message gets the first of these bytes; those that only stand for what was cut off are missing.
     *
     * @param lastNanos when the last of them came, in the frame {@code lastFrame}
     */
    static void add(Side side, MessageDraft draft, StreamBytes bytes, int count, long lastNanos, long lastFrame) {
        int present = Math.min(count, bytes.length - side.padded);
        if (present > 0) {
            draft.add(bytes, present, lastNanos, lastFrame);
        }
        if (present < count) {
            int cut = count - Math.max(0, present);
            draft.addMissing(cut, side.cut, lastNanos);
            side.padded -= cut;
        }
    }

    /** The other side speaks: what this one said is complete, unless a framer knows better. */
    void end(Conversation conversation, Side quiet) {
        if (conversation.endsByTurn(quiet)) {
            closeAll(conversation, quiet, 0);
        }
        if (conversation.lastSpeaker == quiet.direction) {
            conversation.lastSpeaker = 1 - quiet.direction;
            conversation.idleRuns = 0;
        }
    }

    /** A message of unknown protocol begins. */
    MessageDraft open(Conversation conversation, Side side, long streamOffset, long timeNanos) {
        conversation.choicesLeft--;
        conversation.mistrusted = false;
        MessageDraft draft = emitter.open(side, 0, streamOffset, timeNanos);
        assign(conversation, side, draft);
        idle.add(conversation, packetNanos);
        learning.begins(conversation);
        return draft;
    }

    /**
     * Who asks and who answers, where no framer says. Who asks has its answers, and what has none gets none; but where
     * something that a framer reads is missing, what was asked in the same turn may still be answered.
     */
    void assign(Conversation conversation, Side side, MessageDraft draft) {
        if (draft.role != Role.UNKNOWN) {
            return;
        }
        Role role = Role.RESPONSE;
        if (side.direction == conversation.requester()) {
            boolean oneWay = conversation.isMonologue() && !conversation.isTalk()
                    || draft.missing > 0 && conversation.asked.isOneWay(draft.length);
            role = oneWay ? Role.ONE_WAY : Role.REQUEST;
            if (conversation.framer == null || !conversation.calls.isDoubtful()) {
                conversation.calls.forget();
            }
        }
        emitter.assign(conversation, draft, side.direction, role, Piece.IN_ORDER);
    }

    /** Nothing of a side is open any more. */
    void closeAll(Conversation conversation, Side side, int flags) {
        for (MessageDraft draft = side.open; draft != null; draft = side.open) {
            if (draft.slot != Side.LOST_SLOT) {
                assign(conversation, side, draft);
            }
            if (draft.protocol == Protocol.UNKNOWN && draft.slot == 0) {
                learning.ends(conversation, draft.length, draft.missing, side.direction);
            }
            close(conversation, side, draft, flags);
        }
    }

    /** The front message of a side is over; of who asks it is known what was said in so many bytes. */
    void close(Conversation conversation, Side side, MessageDraft draft, int flags) {
        if (draft.missing == 0 && side.direction == conversation.requester()) {
            conversation.asked.note(draft.length, draft.role, draft.flags);
        }
        emitter.close(conversation, side, flags);
    }

    /**
     * Whether this side, which asks, has nothing open but what is missing, as long as a whole message was before: then
     * what it says after it received more is another.
     */
    static boolean isLostMessage(Conversation conversation, Side side) {
        MessageDraft draft = side.open;
        return draft != null
                && side.openCount == 1
                && draft.missing == draft.length
                && side.held == null
                && side.direction == conversation.requester()
                && conversation.asked.isKnown(draft.length);
    }

    /** What is open in a side goes on as one message of unknown protocol. */
    void giveUp(Conversation conversation, Side side) {
        MessageDraft draft = side.open;
        if (draft == null) {
            return;
        }
        while (side.openCount > 1) {
            emitter.closeSecond(conversation, side);
        }
        draft.slot = 0;
        draft.protocol = Protocol.UNKNOWN;
        assign(conversation, side, draft);
        idle.add(conversation, packetNanos);
    }
}

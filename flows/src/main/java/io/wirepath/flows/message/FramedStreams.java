package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.FramerChooser;
import io.wirepath.flows.message.framer.MessageFramer;
import io.wirepath.flows.message.framer.Piece;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Cuts TCP streams by their framer.
 *
 * <p>Where bytes are missing, or cannot be read, a direction is lost until the framer finds where a frame begins; it
 * keeps its framer, and the other direction stays framed. Where requests are answered in order, what is lost is the
 * message of the turn; else it is a message of which nothing is known. Not thread-safe.
 */
final class FramedStreams {

    /**
     * What a framer that gave up costs of the looks at a known protocol, so that a stream cannot go to and fro for
     * ever.
     */
    private static final int GIVING_UP_COSTS = 4;

    /** A framer is trusted for so many messages at most. */
    private static final int MAX_TRUST = 64;

    /** What giving up costs of the trust in a framer. */
    private static final int GIVING_UP_COSTS_TRUST = 4;

    /** After so many lost stretches without a frame between them, the stream is something else by now. */
    private static final int MAX_STRETCHES = 16;

    private final MessageEmitter emitter;
    private final CounterSet<MessageCounter> counters;
    private final FramerSelection framers;
    private final IdleWatch idle;
    private final FramedDrafts drafts;
    private final Turns turns;
    private final ArrayDeque<HeldBytes> freeHeld;

    /** What the framer said last. */
    final Piece piece = new Piece();

    FramedStreams(
            MessageEmitter emitter,
            CounterSet<MessageCounter> counters,
            FramerSelection framers,
            IdleWatch idle,
            FramedDrafts drafts,
            Turns turns,
            ArrayDeque<HeldBytes> freeHeld) {
        this.emitter = emitter;
        this.counters = counters;
        this.framers = framers;
        this.idle = idle;
        this.drafts = drafts;
        this.turns = turns;
        this.freeHeld = freeHeld;
    }

    /**
     * Bytes of a side are missing: those that the framer can account for, and then it is lost. Returns how many it
     * took.
     */
    long onMissing(
            Conversation conversation,
            Side side,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        long skipped = 0;
        while (conversation.framer != null && !side.lost && skipped < length) {
            skipped += skip(conversation, side, conversation.framer, streamOffset + skipped, length - skipped, cut);
        }
        if (skipped < length && conversation.framer != null) {
            conversation.calls.lose();
            conversation.framer.lose(side.direction);
            lostDraft(conversation, side, conversation.framer, streamOffset + skipped, length - skipped, timeNanos)
                    .addMissing(length - skipped, cut, timeNanos);
            skipped = length;
        }
        return skipped;
    }

    /** What is held of a packet whose rest was cut off tells what it begins, where its framer can say. */
    private void beginCut(Conversation conversation, Side side, MessageFramer framer, HeldBytes held) {
        StreamBytes bytes = held.content();
        if (framer.beginsCut(side.direction, bytes.buffer, bytes.offset, bytes.length, piece)) {
            settleCut(conversation, side, framer);
            if (piece.turns) {
                turns.end(conversation, conversation.side(1 - side.direction));
            }
            long timeNanos = bytes.segment.timeNanos;
            MessageDraft draft = drafts.draft(conversation, side, framer, piece, bytes.streamOffset, timeNanos);
            Turns.add(side, draft, bytes, bytes.length, held.lastNanos, held.lastFrame);
            side.held = null;
            freeHeld.push(held);
        }
    }

    /** What was cut off a packet belongs, as far as anything tells, to the message that the packet had begun. */
    private static void goOnBehindCut(MessageFramer framer, Side side, @Nullable SegmentContext cut) {
        MessageDraft begun = side.cutSlot == Side.LOST_SLOT ? side.open : null;
        if (cut == null || begun == null || begun.slot == Side.LOST_SLOT) {
            return;
        }
        if (begun.lastNanos == cut.timeNanos && !framer.answersInOrder()) {
            side.cutSlot = begun.slot;
            begun.slot = Side.LOST_SLOT;
        }
    }

    /** The frame behind what was cut off goes on with the message that it belongs to, or that is over. */
    private void settleCut(Conversation conversation, Side side, MessageFramer framer) {
        int slot = side.cutSlot;
        if (slot != Side.LOST_SLOT) {
            side.cutSlot = Side.LOST_SLOT;
            MessageDraft begun = side.find(Side.LOST_SLOT);
            if (begun != null && piece.slot == slot && piece.goesOn && !piece.splits) {
                begun.slot = slot;
            } else {
                closeLostDraft(conversation, side, framer);
            }
        }
    }

    /**
     * A side speaks, which ends what the other one has lost; the side that asks begins a turn. Returns whether it
     * speaks behind the other one.
     */
    boolean onSpeaker(Conversation conversation, Side side) {
        if (conversation.speaker == side.direction) {
            return false;
        }
        conversation.speaker = side.direction;
        side.fresh = true;
        if (side.lost && side.mayAsk > 0) {
            closeLost(conversation, side);
        }
        side.mayAsk = 0;
        MessageFramer framer = conversation.framer;
        boolean asks = side.direction == conversation.requester();
        if (framer != null) {
            Side quiet = conversation.side(1 - side.direction);
            if (asks
                    && framer.answersInOrder()
                    && conversation.calls.isDoubtful()
                    && quiet.isBusy()
                    && !quiet.lost
                    && !framer.endsByTurn(quiet.direction)) {
                lose(conversation, quiet, framer);
            }
            endResuming(conversation, quiet);
            if (quiet.lost && quiet.mayAsk != 1) {
                closeLost(conversation, quiet);
            }
            if (asks && conversation.framer != null) {
                beginTurn(conversation, framer);
            }
        }
        if (asks) {
            conversation.calls.turn();
        }
        return true;
    }

    /** The other side, of which not one packet is captured, has spoken: this one begins anew. */
    void onUnseenTurn(Conversation conversation, Side side, MessageFramer framer) {
        if (side.lost) {
            onSpeaker(conversation, conversation.side(1 - side.direction));
        } else {
            turns.end(conversation, side);
            framer.onUnseenTurn(1 - side.direction);
        }
    }

    private void beginTurn(Conversation conversation, MessageFramer framer) {
        if (conversation.calls.isDoubtful()) {
            answerBefore(conversation, framer);
        }
        framer.onTurn();
    }

    /**
     * The side that asks goes on, and had received more of the other one than when it spoke last: where something is
     * missing, it has its answer, unless it is one that asks on before it is answered.
     *
     * @param turned whether this has begun a turn, which tells the same
     */
    void onAcknowledged(Conversation conversation, Side side, MessageFramer framer, int acknowledged, boolean turned) {
        int before = side.acknowledged;
        side.acknowledged = acknowledged;
        if (before == acknowledged || side.direction != conversation.requester() || !framer.answersInOrder()) {
            return;
        }
        if (!conversation.calls.isDoubtful()) {
            conversation.calls.noteOverlap();
            return;
        }
        boolean another = side.lost && Turns.isLostMessage(conversation, side);
        if (another) {
            closeLost(conversation, side);
            side.fresh = true;
        }
        if (another || !turned && !conversation.calls.overlap()) {
            beginTurn(conversation, framer);
            conversation.calls.turn();
        }
    }

    /**
     * Returns how many bytes are taken: 0 where the framer was given up, or says what it needs first.
     */
    int frame(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        piece.clear();
        int count = framer.next(side.direction, bytes.buffer, bytes.offset, bytes.length, piece);
        if (piece.endIsDoubtful) {
            counters.increment(MessageCounter.MESSAGES_OF_DOUBTFUL_END);
        }
        if (piece.gaveUp) {
            return doubt(conversation, side, framer, bytes);
        }
        if (count == 0) {
            return 0;
        }
        if (side.resuming) {
            resume(conversation, side, framer);
        }
        closeUnread(conversation, side);
        settleCut(conversation, side, framer);
        if (piece.turns) {
            turns.end(conversation, conversation.side(1 - side.direction));
        }
        long timeNanos = bytes.segment.timeNanos;
        MessageDraft draft = drafts.draft(conversation, side, framer, piece, bytes.streamOffset, timeNanos);
        Turns.add(side, draft, bytes, count, turns.packetNanos, turns.packetFrame);
        endPiece(conversation, side, draft);
        return count;
    }

    /** Where the first bytes that are read say how to speak, what is missing before them asked for nothing. */
    private void closeUnread(Conversation conversation, Side side) {
        boolean setsUp = conversation.unread
                && conversation.incomplete
                && piece.role == Role.ONE_WAY
                && (piece.flags & SightingCodec.FLAG_SETUP) != 0;
        conversation.unread = false;
        if (setsUp) {
            conversation.calls.forget();
        }
        MessageDraft draft = side.open;
        if (draft != null && draft.protocol == Protocol.UNKNOWN && draft.missing == draft.length) {
            if (setsUp) {
                draft.role = Role.ONE_WAY;
                draft.callId = SightingCodec.NO_CALL_ID;
                draft.flags |= SightingCodec.FLAG_SETUP;
            }
            emitter.close(conversation, side, 0);
        }
    }

    /** The framer cannot read what it should: its bytes are passed over if it did well so far. Returns how many. */
    private int doubt(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        Protocol next = piece.followedBy;
        if (next != null && conversation.incomplete) {
            goOver(conversation, next);
            return 0;
        }
        conversation.trust -= GIVING_UP_COSTS_TRUST;
        if (conversation.trust < 0 && !framer.isSettingUp() || !conversation.incomplete) {
            giveUp(conversation, side);
            return 0;
        }
        counters.increment(MessageCounter.FRAMERS_GAVE_UP);
        lose(conversation, side, framer);
        MessageDraft draft = lostDraft(conversation, side, framer, bytes.streamOffset, 0, bytes.segment.timeNanos);
        Turns.add(side, draft, bytes, bytes.length, turns.packetNanos, turns.packetFrame);
        return bytes.length;
    }

    /** What agreed to speak another protocol is missing. */
    private void goOver(Conversation conversation, Protocol next) {
        framers.release(conversation);
        conversation.calls.forget();
        framers.begin(conversation, next);
    }

    /** Goes over to TLS where a hello begins in the middle of another protocol: what agreed to it is missing. */
    void goSecure(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        boolean secure = conversation.incomplete
                && (side.lost || !side.isBusy())
                && framer.protocol() != Protocol.TLS
                && FramerChooser.isHello(bytes.buffer, bytes.offset, bytes.length);
        if (secure) {
            Protocol before = framer.protocol();
            turns.closeAll(conversation, side, 0);
            goOver(conversation, Protocol.TLS);
            conversation.wentSecure = before;
        }
    }

    /** Nobody knows where this side stands. */
    private void lose(Conversation conversation, Side side, MessageFramer framer) {
        HeldBytes held = side.held;
        side.held = null;
        side.resuming = false;
        if (!side.lost) {
            answerBefore(conversation, framer);
            side.lost = true;
            if (!framer.answersInOrder()) {
                side.missFromAll(framer);
            }
            framer.lose(side.direction);
            conversation.calls.lose();
        }
        if (held != null) {
            StreamBytes bytes = held.content();
            MessageDraft draft = lostDraft(conversation, side, framer, bytes.streamOffset, 0, bytes.segment.timeNanos);
            Turns.add(side, draft, bytes, bytes.length, held.lastNanos, held.lastFrame);
            freeHeld.push(held);
        }
    }

    /** What turns end answers what was asked before it, also where its end is not certain yet. */
    private void answerBefore(Conversation conversation, MessageFramer framer) {
        Side answers = conversation.side(1 - conversation.requester());
        MessageDraft draft = framer.answersInOrder() ? answers.find(framer.lostSlot()) : null;
        if (draft != null && framer.endsByTurn(answers.direction)) {
            turns.assign(conversation, answers, draft);
        }
    }

    /** Looks for the place where a lost side can be read again; returns how many bytes are taken. */
    int seek(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        piece.clear();
        int before = framer.find(side.direction, bytes.buffer, bytes.offset, bytes.length, side.fresh, piece);
        side.fresh = false;
        if (before > 0) {
            MessageDraft draft = lostDraft(conversation, side, framer, bytes.streamOffset, 0, bytes.segment.timeNanos);
            Turns.add(side, draft, bytes, before, turns.packetNanos, turns.packetFrame);
        }
        if (before < bytes.length) {
            side.lost = false;
            side.stretches = 0;
            side.resuming = true;
            side.resumesApart = framer.answersInOrder() ? piece.splits : side.cutSlot == Side.LOST_SLOT;
            if (piece.needed == 0) {
                resume(conversation, side, framer);
            }
        }
        return before;
    }

    /** A frame begins here: what was lost is over. */
    private void resume(Conversation conversation, Side side, MessageFramer framer) {
        side.resuming = false;
        if (side.resumesApart) {
            closeLostDraft(conversation, side, framer);
        }
    }

    /** Whether a packet begins a frame, so that the few bytes before it did not. */
    boolean beginsAnew(Conversation conversation, Side side, StreamBytes bytes) {
        MessageFramer framer = conversation.framer;
        if (framer == null || !side.resuming) {
            return false;
        }
        piece.clear();
        int before = framer.find(side.direction, bytes.buffer, bytes.offset, bytes.length, /* fresh= */ true, piece);
        return before == 0 && piece.needed == 0;
    }

    /** Nothing follows the few bytes that might have begun a frame: they end what was lost. */
    void endResuming(Conversation conversation, Side side) {
        if (side.resuming && conversation.framer != null) {
            lose(conversation, side, conversation.framer);
        }
    }

    /**
     * The message that lost bytes belong to.
     *
     * @param missing how many of them are missing, 0 if they are there and cannot be read
     */
    private MessageDraft lostDraft(
            Conversation conversation,
            Side side,
            MessageFramer framer,
            long streamOffset,
            long missing,
            long timeNanos) {
        boolean inOrder = framer.answersInOrder();
        if (inOrder) {
            turns.end(conversation, conversation.side(1 - side.direction));
        }
        int slot = inOrder ? framer.lostSlot() : Side.LOST_SLOT;
        MessageDraft draft = side.find(slot);
        if (draft == null) {
            draft = emitter.open(side, slot, streamOffset, timeNanos);
            draft.protocol = framer.protocol();
            if (framer.isSettingUp()) {
                draft.role = Role.ONE_WAY;
                draft.flags |= SightingCodec.FLAG_SETUP;
            } else if (inOrder) {
                asBefore(conversation, side, draft, framer, missing);
                turns.assign(conversation, side, draft);
            }
            idle.add(conversation, turns.packetNanos);
        }
        return draft;
    }

    /** What is missing in whole is what the side that asks said before in so many bytes. */
    private static void asBefore(
            Conversation conversation, Side side, MessageDraft draft, MessageFramer framer, long missing) {
        if (side.direction == conversation.requester() && conversation.asked.isOneWay(missing)) {
            draft.role = Role.ONE_WAY;
            draft.flags |= conversation.asked.flags(missing);
            framer.onOneWayLost();
        }
    }

    private void closeLostDraft(Conversation conversation, Side side, MessageFramer framer) {
        side.cutSlot = Side.LOST_SLOT;
        if (framer.answersInOrder()) {
            turns.closeAll(conversation, side, 0);
            return;
        }
        MessageDraft draft = side.find(Side.LOST_SLOT);
        if (draft != null) {
            if (conversation.calls.areUnnumbered()) {
                turns.assign(conversation, side, draft);
            }
            emitter.close(conversation, side, 0);
        }
    }

    /**
     * A lost stretch is over; where one comes after another, this is no longer the framer's protocol. One of which not
     * a byte is there says nothing against it.
     */
    void closeLost(Conversation conversation, Side side) {
        MessageFramer framer = conversation.framer;
        if (framer != null && side.isBusy()) {
            MessageDraft lost = side.find(framer.answersInOrder() ? framer.lostSlot() : Side.LOST_SLOT);
            side.stretches += lost != null && lost.missing == lost.length ? 0 : 1;
            closeLostDraft(conversation, side, framer);
            if (side.stretches > MAX_STRETCHES) {
                giveUp(conversation, side);
                conversation.mistrusted = false;
            }
        }
    }

    private void endPiece(Conversation conversation, Side side, MessageDraft draft) {
        if (piece.ends) {
            boolean asks = side.direction == conversation.requester();
            if (conversation.trust == 0 && conversation.incomplete && !asks && draft.role == Role.ONE_WAY) {
                conversation.calls.lose(); // it answers nothing, so no request is missing before it
            }
            conversation.trust = Math.min(MAX_TRUST, conversation.trust + 1);
            turns.assign(conversation, side, draft);
            if (!asks && answersWhatWasBegunBefore(conversation, draft)) {
                conversation.calls.lose();
            }
            turns.close(conversation, side, draft, 0);
        } else {
            idle.add(conversation, turns.packetNanos);
        }
        if (piece.handsOver) {
            Protocol next = piece.followedBy;
            conversation.tunnelled |= piece.tunnels;
            conversation.wentSecure = next == Protocol.TLS ? draft.protocol : Protocol.UNKNOWN;
            framers.release(conversation);
            conversation.choicesLeft = StreamMessages.CHOICES;
            conversation.calls.forget();
            if (next != null) {
                framers.begin(conversation, next);
            }
        }
    }

    /** Whether the request was completed within its answer, of which the first bytes found no call: it is answered. */
    private static boolean answersWhatWasBegunBefore(Conversation conversation, MessageDraft draft) {
        Side asking = conversation.side(conversation.requester());
        return conversation.incomplete
                && draft.role == Role.RESPONSE
                && draft.callId == SightingCodec.NO_CALL_ID
                && asking.ended
                && draft.firstNanos < asking.lastByteNanos;
    }

    private long skip(
            Conversation conversation,
            Side side,
            MessageFramer framer,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut) {
        piece.clear();
        long count = side.held == null ? framer.skip(side.direction, length, piece) : 0;
        if (count == 0) {
            if (cut != null && side.held != null) {
                beginCut(conversation, side, framer, side.held);
            }
            goOnBehindCut(framer, side, cut);
            lose(conversation, side, framer);
            return 0;
        }
        if (piece.turns) {
            turns.end(conversation, conversation.side(1 - side.direction));
        }
        MessageDraft draft = drafts.draft(conversation, side, framer, piece, streamOffset, turns.packetNanos);
        draft.addMissing(count, cut, turns.packetNanos);
        endPiece(conversation, side, draft);
        return count;
    }

    /** The stream ends inside a header: of a framer that found messages that says nothing against it. */
    void endInside(Conversation conversation, Side side) {
        MessageFramer framer = conversation.framer;
        if (framer != null && conversation.trust > 0) {
            lose(conversation, side, framer);
            closeLostDraft(conversation, side, framer);
        } else {
            giveUp(conversation, side);
        }
    }

    /** Back to turns: what is open goes on as one message of each side, this one's with what could not be read. */
    private void giveUp(Conversation conversation, Side side) {
        counters.increment(MessageCounter.FRAMERS_GAVE_UP);
        framers.release(conversation);
        conversation.calls.forgetAllButLatest();
        conversation.choicesLeft -= GIVING_UP_COSTS;
        conversation.mistrusted = side.open == null;
        turns.giveUp(conversation, conversation.forward);
        turns.giveUp(conversation, conversation.backward);
    }
}

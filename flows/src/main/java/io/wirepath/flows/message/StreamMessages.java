package io.wirepath.flows.message;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.MessageFramer;
import io.wirepath.flows.message.framer.Piece;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts TCP streams: by a framer while there is one, else by turns.
 *
 * <pre>
 *          first bytes of a message are known             not what it looked like
 *   turns ────────────────────────────────────► framed ──────────────────────────► turns
 *                                                │  ▲
 *                           a header is missing  ▼  │  the framer finds where a frame begins
 *                                                lost      one direction; the other one stays framed
 * </pre>
 *
 * <p>A lost direction keeps its framer. Where requests are answered in order, what is lost is the message of the turn;
 * else it is a message of which nothing is known. Not thread-safe.
 */
final class StreamMessages {

    /** Message starts of a connection that are looked at for a known protocol. */
    static final int CHOICES = 16;

    /** What a framer that gave up costs of them, so that a stream cannot go to and fro for ever. */
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
    private final TurnLearning learning;
    private final IdleWatch idle;
    private final FramedDrafts drafts;
    private final ArrayDeque<HeldBytes> freeHeld = new ArrayDeque<>();
    private final Piece piece = new Piece();

    /** When the packet came whose bytes are being delivered; bytes that were held before are older. */
    private long packetNanos;

    private long packetFrame;

    StreamMessages(
            MessageSettings settings,
            MessageEmitter emitter,
            TurnLearning learning,
            CounterSet<MessageCounter> counters) {
        idle = new IdleWatch(settings);
        drafts = new FramedDrafts(settings, emitter);
        this.learning = learning;
        framers = new FramerSelection(learning);
        this.emitter = emitter;
        this.counters = counters;
    }

    /** Only these protocols are looked for from now on. */
    void lookFor(Set<Protocol> protocols) {
        framers.lookFor(protocols);
    }

    void onBytes(Conversation conversation, int direction, StreamBytes bytes) {
        packetNanos = bytes.segment.timeNanos;
        packetFrame = bytes.segment.frameNumber;
        Side side = conversation.side(direction);
        if (conversation.framer == null) {
            turn(conversation, conversation.side(1 - direction));
            if (conversation.tellsOfUnseenAnswer(side, bytes.segment.acknowledged)) {
                turn(conversation, side);
                conversation.idleRuns = 0;
            }
        }
        conversation.onSpoken(side);
        onSpeaker(conversation, side);
        if (conversation.framer != null) {
            onAcknowledged(conversation, side, conversation.framer, bytes.segment.acknowledged);
        }
        closeIfIdle(conversation, side, packetNanos);
        feed(conversation, side, bytes);
        side.fresh = false;
    }

    /** A side speaks, which ends what the other one has lost; the side that asks begins a turn. */
    private void onSpeaker(Conversation conversation, Side side) {
        if (conversation.speaker == side.direction) {
            return;
        }
        conversation.speaker = side.direction;
        side.fresh = true;
        MessageFramer framer = conversation.framer;
        boolean asks = side.direction == conversation.requester();
        if (framer != null) {
            Side quiet = conversation.side(1 - side.direction);
            if (asks && framer.answersInOrder() && conversation.calls.isDoubtful() && quiet.isBusy() && !quiet.lost) {
                lose(conversation, quiet, framer);
            }
            if (quiet.lost) {
                closeLost(conversation, quiet);
            }
            if (asks && conversation.framer != null) {
                beginTurn(conversation, framer);
            }
        }
        if (asks) {
            conversation.calls.turn();
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
     */
    private void onAcknowledged(Conversation conversation, Side side, MessageFramer framer, int acknowledged) {
        int before = side.acknowledged;
        side.acknowledged = acknowledged;
        if (before == acknowledged || side.direction != conversation.requester() || !framer.answersInOrder()) {
            return;
        }
        if (!conversation.calls.isDoubtful()) {
            conversation.calls.noteOverlap();
        } else if (!conversation.calls.overlap()) {
            beginTurn(conversation, framer);
            conversation.calls.turn();
        }
    }

    /** The other side speaks: what this one said is complete, unless a framer knows better. */
    private void turn(Conversation conversation, Side quiet) {
        if (conversation.framer == null) {
            releaseHeld(conversation, quiet);
        }
        if (conversation.endsByTurn(quiet)) {
            closeAll(conversation, quiet, 0);
        }
        if (conversation.lastSpeaker == quiet.direction) {
            conversation.lastSpeaker = 1 - quiet.direction;
            conversation.idleRuns = 0;
        }
    }

    private void feed(Conversation conversation, Side side, StreamBytes bytes) {
        while (bytes.length > 0) {
            if (side.held != null) {
                feedHeld(conversation, side, side.held, bytes);
            } else if (conversation.framer != null) {
                bytes.skip(
                        side.lost
                                ? seek(conversation, side, conversation.framer, bytes)
                                : frame(conversation, side, conversation.framer, bytes));
            } else {
                bytes.skip(takeTurn(conversation, side, bytes));
            }
        }
    }

    /** Adds to the held bytes; once there are enough, they go the way of all others. */
    private void feedHeld(Conversation conversation, Side side, HeldBytes held, StreamBytes bytes) {
        held.append(bytes, packetNanos, packetFrame);
        if (held.isComplete()) {
            side.held = null;
            feed(conversation, side, held.content());
            freeHeld.push(held);
        }
    }

    /** Returns how many bytes are taken. */
    private int frame(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        piece.clear();
        int count = framer.next(side.direction, bytes.buffer, bytes.offset, bytes.length, piece);
        if (piece.endIsDoubtful) {
            counters.increment(MessageCounter.MESSAGES_OF_DOUBTFUL_END);
        }
        if (piece.gaveUp) {
            return doubt(conversation, side, framer, bytes);
        }
        if (piece.settlesOther) {
            settle(conversation, conversation.side(1 - side.direction), false);
            return 0;
        }
        if (count == 0) {
            return hold(conversation, side, bytes, piece.needed);
        }
        if (piece.turns) {
            turn(conversation, conversation.side(1 - side.direction));
        }
        long timeNanos = bytes.segment.timeNanos;
        MessageDraft draft = drafts.draft(conversation, side, framer, piece, bytes.streamOffset, timeNanos);
        draft.add(bytes, count, packetNanos, packetFrame);
        endPiece(conversation, side, draft);
        return count;
    }

    /** What is held back goes on where its framer only waited to see what follows; its bytes passed when they came. */
    private void settle(Conversation conversation, Side side, boolean ends) {
        MessageFramer framer = conversation.framer;
        while (framer != null && framer == conversation.framer && framer.nothingFollows(side.direction, ends)) {
            HeldBytes held = side.held;
            if (held == null) {
                return;
            }
            side.held = null;
            feedBack(conversation, side, held);
        }
    }

    /** What was held back goes the way of all bytes, as if it came now; its bytes passed when they came. */
    private void feedBack(Conversation conversation, Side side, HeldBytes held) {
        long nanos = packetNanos;
        long frame = packetFrame;
        packetNanos = held.lastNanos;
        packetFrame = held.lastFrame;
        feed(conversation, side, held.content());
        freeHeld.push(held);
        packetNanos = nanos;
        packetFrame = frame;
    }

    /** The framer cannot read what it should: its bytes are passed over if it did well so far. Returns how many. */
    private int doubt(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        conversation.trust -= GIVING_UP_COSTS_TRUST;
        if (conversation.trust < 0 || !conversation.incomplete) {
            giveUp(conversation);
            return 0;
        }
        counters.increment(MessageCounter.FRAMERS_GAVE_UP);
        lose(conversation, side, framer);
        lostDraft(conversation, side, framer, bytes.streamOffset, 0, bytes.segment.timeNanos)
                .add(bytes, bytes.length, packetNanos, packetFrame);
        return bytes.length;
    }

    /** Nobody knows where this side stands. */
    private void lose(Conversation conversation, Side side, MessageFramer framer) {
        HeldBytes held = side.held;
        side.held = null;
        if (!side.lost) {
            answerBefore(conversation, framer);
            side.lost = true;
            framer.lose(side.direction);
            conversation.calls.lose();
            if (!framer.answersInOrder()) {
                side.missFromAll();
            }
        }
        if (held != null) {
            StreamBytes bytes = held.content();
            lostDraft(conversation, side, framer, bytes.streamOffset, 0, bytes.segment.timeNanos)
                    .add(bytes, bytes.length, held.lastNanos, held.lastFrame);
            freeHeld.push(held);
        }
    }

    /** What turns end answers what was asked before it, also where its end is not certain yet. */
    private void answerBefore(Conversation conversation, MessageFramer framer) {
        Side answers = conversation.side(1 - conversation.requester());
        MessageDraft draft = framer.answersInOrder() ? answers.find(framer.lostSlot()) : null;
        if (draft != null && framer.endsByTurn(answers.direction)) {
            assignByTurn(conversation, answers, draft);
        }
    }

    /** Looks for the place where a lost side can be read again; returns how many bytes are taken. */
    private int seek(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        piece.clear();
        int before = framer.find(side.direction, bytes.buffer, bytes.offset, bytes.length, side.fresh, piece);
        side.fresh = false;
        if (before > 0) {
            lostDraft(conversation, side, framer, bytes.streamOffset, 0, bytes.segment.timeNanos)
                    .add(bytes, before, packetNanos, packetFrame);
        }
        if (before < bytes.length) {
            side.lost = false;
            side.stretches = 0;
            if (piece.splits || !framer.answersInOrder()) {
                closeLostDraft(conversation, side, framer);
            }
        }
        return before;
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
            turn(conversation, conversation.side(1 - side.direction));
        }
        int slot = inOrder ? framer.lostSlot() : Side.LOST_SLOT;
        MessageDraft draft = side.find(slot);
        if (draft == null) {
            draft = emitter.open(side, slot, streamOffset, timeNanos);
            draft.protocol = framer.protocol();
            if (inOrder) {
                asBefore(conversation, side, draft, framer, missing);
                assignByTurn(conversation, side, draft);
            }
            idle.add(conversation, packetNanos);
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
        if (framer.answersInOrder()) {
            closeAll(conversation, side, 0);
            return;
        }
        MessageDraft draft = side.find(Side.LOST_SLOT);
        if (draft != null) {
            if (conversation.calls.areUnnumbered()) {
                Role role = side.direction == conversation.requester() ? Role.REQUEST : Role.RESPONSE;
                emitter.assign(conversation, draft, side.direction, role, Piece.IN_ORDER);
            }
            emitter.close(conversation, side, 0);
        }
    }

    /** A lost stretch is over; where one comes after another, this is no longer the framer's protocol. */
    private void closeLost(Conversation conversation, Side side) {
        MessageFramer framer = conversation.framer;
        if (framer != null && side.isBusy()) {
            closeLostDraft(conversation, side, framer);
            if (++side.stretches > MAX_STRETCHES) {
                giveUp(conversation);
                conversation.mistrusted = false;
            }
        }
    }

    private void endPiece(Conversation conversation, Side side, MessageDraft draft) {
        if (piece.ends) {
            conversation.trust = Math.min(MAX_TRUST, conversation.trust + 1);
            assignByTurn(conversation, side, draft);
            if (side.direction == conversation.requester() && draft.missing == 0) {
                conversation.asked.note(draft.length, draft.role, draft.flags);
            }
            emitter.close(conversation, side, 0);
        } else {
            idle.add(conversation, packetNanos);
        }
        if (piece.handsOver) {
            Protocol next = piece.followedBy;
            conversation.wentSecure = next == Protocol.TLS ? draft.protocol : Protocol.UNKNOWN;
            framers.release(conversation);
            conversation.choicesLeft = CHOICES;
            conversation.calls.forget();
            if (next != null) {
                framers.begin(conversation, next);
            }
        }
    }

    /** Returns how many bytes are taken. */
    private int takeTurn(Conversation conversation, Side side, StreamBytes bytes) {
        MessageDraft draft = side.open;
        boolean behindGap = draft != null && draft.missing == draft.length;
        if (draft == null || behindGap) {
            if (!conversation.mistrusted) {
                Protocol choice =
                        framers.choose(conversation, side, bytes.buffer, bytes.offset, bytes.length, /* ends= */ false);
                if (choice == null) {
                    return hold(conversation, side, bytes, bytes.length + 1);
                }
                if (choice != Protocol.UNKNOWN) {
                    // where a message begins behind missing bytes, these were messages of their own
                    emitter.close(conversation, side, 0);
                    return 0;
                }
            }
        }
        if (draft == null) {
            draft = openTurn(conversation, side, bytes.streamOffset, bytes.segment.timeNanos);
        }
        draft.add(bytes, bytes.length, packetNanos, packetFrame);
        learning.onBytes(conversation, bytes.buffer, bytes.offset, bytes.length);
        return bytes.length;
    }

    private MessageDraft openTurn(Conversation conversation, Side side, long streamOffset, long timeNanos) {
        conversation.choicesLeft--;
        conversation.mistrusted = false;
        MessageDraft draft = emitter.open(side, 0, streamOffset, timeNanos);
        assignByTurn(conversation, side, draft);
        idle.add(conversation, packetNanos);
        learning.begins(conversation);
        return draft;
    }

    /** Who asks and who answers, where no framer says. */
    private void assignByTurn(Conversation conversation, Side side, MessageDraft draft) {
        if (draft.role != Role.UNKNOWN) {
            return;
        }
        Role role = Role.RESPONSE;
        if (side.direction == conversation.requester()) {
            role = conversation.isMonologue() && !conversation.isTalk() ? Role.ONE_WAY : Role.REQUEST;
            conversation.calls.forget();
        }
        emitter.assign(conversation, draft, side.direction, role, Piece.IN_ORDER);
    }

    /** Back to turns: what is open goes on as one message of each side. */
    private void giveUp(Conversation conversation) {
        counters.increment(MessageCounter.FRAMERS_GAVE_UP);
        framers.release(conversation);
        conversation.calls.forgetAllButLatest();
        conversation.choicesLeft -= GIVING_UP_COSTS;
        conversation.mistrusted = true;
        giveUp(conversation, conversation.forward);
        giveUp(conversation, conversation.backward);
    }

    private void giveUp(Conversation conversation, Side side) {
        MessageDraft draft = side.open;
        if (draft == null) {
            return;
        }
        while (side.openCount > 1) {
            emitter.closeSecond(conversation, side);
        }
        draft.slot = 0;
        draft.protocol = Protocol.UNKNOWN;
        assignByTurn(conversation, side, draft);
        idle.add(conversation, packetNanos);
    }

    /**
     * What this side said from this offset on did not reach the other: it stays as a message that wants no answer, and
     * the protocol is chosen anew.
     */
    void takeBack(Conversation conversation, int direction, long streamOffset) {
        Side side = conversation.side(direction);
        framers.release(conversation);
        conversation.calls.forget();
        conversation.choicesLeft = CHOICES;
        conversation.mistrusted = false;
        if (side.held != null) {
            freeHeld.push(side.held);
            side.held = null;
        }
        if (side.open == null) {
            emitter.takeBackLast(side, streamOffset);
        }
        while (side.open != null) {
            side.open.role = Role.ONE_WAY;
            side.open.callId = SightingCodec.NO_CALL_ID;
            emitter.close(conversation, side, 0);
        }
    }

    void onMissing(
            Conversation conversation,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        packetNanos = timeNanos;
        Side side = conversation.side(direction);
        if (conversation.framer == null) {
            turn(conversation, conversation.side(1 - direction));
        }
        settle(conversation, side, false);
        conversation.onSpoken(side);
        onSpeaker(conversation, side);
        conversation.incomplete = true;
        side.fresh = false;
        if (conversation.framer == null) {
            releaseHeld(conversation, side);
        } else if (cut == null) {
            side.acknowledged = Acknowledged.UNKNOWN;
        }
        long skipped = 0;
        while (conversation.framer != null && !side.lost && skipped < length) {
            skipped += skip(conversation, side, conversation.framer, streamOffset + skipped, length - skipped, cut);
        }
        if (skipped < length && conversation.framer != null) {
            conversation.calls.lose();
            conversation.framer.lose(direction);
            lostDraft(conversation, side, conversation.framer, streamOffset + skipped, length - skipped, timeNanos)
                    .addMissing(length - skipped, cut, timeNanos);
        } else if (skipped < length) {
            MessageDraft draft = side.open;
            if (draft == null) {
                draft = openTurn(conversation, side, streamOffset + skipped, timeNanos);
            }
            draft.addMissing(length - skipped, cut, timeNanos);
        }
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
            lose(conversation, side, framer);
            return 0;
        }
        MessageDraft draft = drafts.draft(conversation, side, framer, piece, streamOffset, packetNanos);
        draft.addMissing(count, cut, packetNanos);
        endPiece(conversation, side, draft);
        return count;
    }

    /** Something of this conversation stays open, and ends where nothing follows. */
    void watch(Conversation conversation, long nowNanos) {
        idle.add(conversation, nowNanos);
    }

    /** Nothing more comes in this direction. */
    void onEnd(Conversation conversation, int direction, int flags) {
        Side side = conversation.side(direction);
        settle(conversation, side, true);
        if (conversation.framer == null) {
            releaseHeld(conversation, side);
        }
        if (side.held != null) {
            giveUp(conversation);
            releaseHeld(conversation, side);
        }
        if (side.open == null) {
            emitter.flagLast(side, flags);
        }
        closeAll(conversation, side, flags);
    }

    /** The connection is over: gives back what it borrowed. */
    void close(Conversation conversation) {
        framers.release(conversation);
        learning.release(conversation);
    }

    /** Closes the runs that have idled for too long. */
    void onTime(long nowNanos) {
        for (Conversation due = idle.next(nowNanos); due != null; due = idle.next(nowNanos)) {
            closeIfIdle(due, due.forward, nowNanos);
            closeIfIdle(due, due.backward, nowNanos);
            drafts.closeRested(due, due.forward, nowNanos);
            drafts.closeRested(due, due.backward, nowNanos);
            if (due.forward.isBusy() || due.backward.isBusy()) {
                idle.add(due, nowNanos);
            }
        }
    }

    private void closeIfIdle(Conversation conversation, Side side, long nowNanos) {
        if (idle.isIdle(conversation, side, nowNanos)) {
            closeIdle(conversation, side);
        }
    }

    private void closeIdle(Conversation conversation, Side side) {
        settle(conversation, side, false);
        if (conversation.framer == null) {
            releaseHeld(conversation, side);
        }
        if (side.lost) {
            closeLost(conversation, side);
            side.fresh = true;
        } else {
            closeAll(conversation, side, 0);
        }
        conversation.idleRuns++;
        counters.increment(MessageCounter.MESSAGES_CLOSED_BY_IDLE);
    }

    private void closeAll(Conversation conversation, Side side, int flags) {
        for (MessageDraft draft = side.open; draft != null; draft = side.open) {
            if (draft.slot != Side.LOST_SLOT) {
                assignByTurn(conversation, side, draft);
            }
            if (draft.protocol == Protocol.UNKNOWN && draft.slot == 0) {
                learning.ends(conversation, draft.length, draft.missing, side.direction);
            }
            emitter.close(conversation, side, flags);
        }
    }

    private int hold(Conversation conversation, Side side, StreamBytes bytes, int needed) {
        HeldBytes held = freeHeld.isEmpty() ? new HeldBytes() : freeHeld.pop();
        held.begin(bytes, needed, packetNanos, packetFrame);
        side.held = held;
        idle.add(conversation, packetNanos);
        return bytes.length;
    }

    /** Chooses by all that there is of a message; whether a framer begins. */
    private boolean chooseLast(Conversation conversation, Side side, StreamBytes bytes) {
        Protocol choice =
                framers.choose(conversation, side, bytes.buffer, bytes.offset, bytes.length, /* ends= */ true);
        return choice != null && choice != Protocol.UNKNOWN;
    }

    /** Bytes that wait for more get none: they belong to the message that turns make of them. */
    private void releaseHeld(Conversation conversation, Side side) {
        HeldBytes held = side.held;
        if (held == null) {
            return;
        }
        side.held = null;
        StreamBytes bytes = held.content();
        MessageDraft draft = side.open;
        if (draft == null
                && conversation.framer == null
                && !conversation.mistrusted
                && chooseLast(conversation, side, bytes)) {
            feedBack(conversation, side, held);
            return;
        }
        if (draft == null) {
            draft = openTurn(conversation, side, bytes.streamOffset, bytes.segment.timeNanos);
        }
        draft.add(bytes, bytes.length, held.lastNanos, held.lastFrame);
        learning.onBytes(conversation, bytes.buffer, bytes.offset, bytes.length);
        freeHeld.push(held);
    }
}

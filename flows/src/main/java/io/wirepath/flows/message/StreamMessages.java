package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.MessageFramer;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts TCP streams: by a framer while there is one ({@link FramedStreams}), else by turns ({@link Turns}).
 *
 * <pre>
 *          first bytes of a message are known             not what it looked like
 *   turns ────────────────────────────────────► framed ──────────────────────────► turns
 *                                                │  ▲
 *                           a header is missing  ▼  │  the framer finds where a frame begins
 *                                                lost      one direction; the other one stays framed
 * </pre>
 *
 * <p>Bytes that must be seen together with those that follow are held here. Not thread-safe.
 */
final class StreamMessages {

    /** Message starts of a connection that are looked at for a known protocol. */
    static final int CHOICES = 16;

    private final MessageEmitter emitter;
    private final CounterSet<MessageCounter> counters;
    private final FramerSelection framers;
    private final TurnLearning learning;
    private final IdleWatch idle;
    private final FramedDrafts drafts;
    private final Turns turns;
    private final FramedStreams framed;
    private final ArrayDeque<HeldBytes> freeHeld = new ArrayDeque<>();

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
        turns = new Turns(emitter, learning, idle);
        framed = new FramedStreams(emitter, counters, framers, idle, drafts, turns, freeHeld);
    }

    /** Only these protocols are looked for from now on. */
    void lookFor(Set<Protocol> protocols) {
        framers.lookFor(protocols);
    }

    void onBytes(Conversation conversation, int direction, StreamBytes bytes) {
        turns.packetNanos = bytes.segment.timeNanos;
        turns.packetFrame = bytes.segment.frameNumber;
        Side side = conversation.side(direction);
        side.streamLength = bytes.streamOffset + bytes.length;
        side.endsMissing = false;
        boolean unseenSpoke = conversation.tellsOfUnseenAnswer(side, bytes.segment.acknowledged);
        side.answersUnseen |= unseenSpoke;
        if (conversation.framer == null) {
            nameUnseen(conversation, side, conversation.side(1 - direction), bytes);
            turn(conversation, conversation.side(1 - direction));
            if (unseenSpoke) {
                turn(conversation, side);
                conversation.idleRuns = 0;
            }
            if (side.acknowledged != bytes.segment.acknowledged && Turns.isLostMessage(conversation, side)) {
                turns.closeAll(conversation, side, 0);
            }
            side.acknowledged = bytes.segment.acknowledged;
        } else if (unseenSpoke) {
            settle(conversation, side, false);
            framed.onUnseenTurn(conversation, side, conversation.framer);
        }
        conversation.onSpoken(side);
        boolean turned = framed.onSpeaker(conversation, side);
        if (conversation.framer != null) {
            framed.onAcknowledged(conversation, side, conversation.framer, bytes.segment.acknowledged, turned);
        }
        closeIfIdle(conversation, side, turns.packetNanos);
        feed(conversation, side, bytes);
        side.fresh = false;
    }

    /** Of what the other side said not a byte is there: what this side says to it tells what both speak. */
    private void nameUnseen(Conversation conversation, Side side, Side other, StreamBytes bytes) {
        MessageDraft unseen = other.open;
        if (unseen == null || unseen.missing < unseen.length || other.held != null) {
            return;
        }
        if (side.isBusy() || conversation.mistrusted) {
            return;
        }
        framers.choose(conversation, side, bytes.buffer, bytes.offset, bytes.length, /* ends= */ false);
        MessageFramer framer = conversation.framer;
        if (framer != null) {
            unseen.protocol = framer.answersInOrder() ? framer.protocol() : Protocol.UNKNOWN;
            turns.closeAll(conversation, other, 0);
        }
    }

    /** The other side speaks: what this one said is complete, unless a framer knows better. */
    private void turn(Conversation conversation, Side quiet) {
        if (conversation.framer == null) {
            releaseHeld(conversation, quiet);
        }
        turns.end(conversation, quiet);
    }

    private void feed(Conversation conversation, Side side, StreamBytes bytes) {
        while (bytes.length > 0) {
            step(conversation, side, bytes);
        }
    }

    private void feed(Conversation conversation, Side side, HeldBytes held) {
        StreamBytes bytes = held.content();
        while (bytes.length > 0) {
            step(conversation, side, bytes);
            held.onMoved(bytes);
        }
        if (side.held != null) {
            side.held.goesOn(held);
        }
        freeHeld.push(held);
    }

    private void step(Conversation conversation, Side side, StreamBytes bytes) {
        if (side.held != null) {
            feedHeld(conversation, side, side.held, bytes);
        } else if (conversation.framer != null) {
            framed.goSecure(conversation, side, conversation.framer, bytes);
            bytes.skip(
                    side.lost
                            ? framed.seek(conversation, side, conversation.framer, bytes)
                            : frame(conversation, side, conversation.framer, bytes));
        } else {
            bytes.skip(takeTurn(conversation, side, bytes));
        }
    }

    /** Returns how many bytes are taken. */
    private int frame(Conversation conversation, Side side, MessageFramer framer, StreamBytes bytes) {
        int count = framed.frame(conversation, side, framer, bytes);
        if (framed.piece.settlesOther) {
            settle(conversation, conversation.side(1 - side.direction), false);
        } else if (count == 0 && framed.piece.needed > 0) {
            return hold(conversation, side, bytes, framed.piece.needed);
        }
        return count;
    }

    /** Adds to the held bytes; once there are enough, they go the way of all others. */
    private void feedHeld(Conversation conversation, Side side, HeldBytes held, StreamBytes bytes) {
        if (framed.beginsAnew(conversation, side, bytes)) {
            framed.endResuming(conversation, side);
            side.fresh = true;
            return;
        }
        MessageFramer framer = conversation.framer;
        if (held.lacks() == 1 && framer != null && framer.somethingFollows(side.direction)) {
            side.held = null;
            feedBack(conversation, side, held);
            return;
        }
        held.append(bytes, turns.packetNanos, turns.packetFrame);
        if (held.isComplete()) {
            side.held = null;
            feed(conversation, side, held);
        }
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
        long nanos = turns.packetNanos;
        long frame = turns.packetFrame;
        turns.packetNanos = held.lastNanos;
        turns.packetFrame = held.lastFrame;
        feed(conversation, side, held);
        turns.packetNanos = nanos;
        turns.packetFrame = frame;
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
                    return 0; // where a message begins behind missing bytes, these were messages of their own
                }
            }
        }
        if (draft == null) {
            draft = turns.open(conversation, side, bytes.streamOffset, bytes.segment.timeNanos);
        }
        Turns.add(side, draft, bytes, bytes.length, turns.packetNanos, turns.packetFrame);
        learning.onBytes(conversation, bytes.buffer, bytes.offset, bytes.length);
        return bytes.length;
    }

    /**
     * What this side said from this offset on did not reach the other: it stays as messages that want no answer, the
     * calls that it seemed to answer are open, and those that it made are none. A framer that found messages before
     * goes on; without one the protocol is chosen anew.
     */
    void takeBack(Conversation conversation, int direction, long streamOffset) {
        Side side = conversation.side(direction);
        if (side.held != null) {
            freeHeld.push(side.held);
            side.held = null;
        }
        boolean inside = side.open != null;
        while (side.open != null) {
            undo(conversation.calls, side.open.role, side.open.callId);
            side.open.role = Role.ONE_WAY;
            side.open.callId = SightingCodec.NO_CALL_ID;
            emitter.close(conversation, side, 0);
        }
        int ended = emitter.takeBack(side, streamOffset, (role, call) -> undo(conversation.calls, role, call));
        if (!inside && ended == 0) {
            conversation.calls.forget();
        }
        MessageFramer framer = conversation.framer;
        conversation.trust -= ended;
        if (framer == null || conversation.trust <= 0) {
            framers.release(conversation);
            conversation.choicesLeft = CHOICES;
            conversation.mistrusted = false;
        } else if (inside) {
            side.lost = true;
            framer.lose(side.direction);
        }
    }

    private static void undo(CallMatcher calls, Role role, long call) {
        if (role == Role.RESPONSE) {
            calls.reopen(call);
        } else if (role == Role.REQUEST) {
            calls.unmake(call);
        }
    }

    void onMissing(
            Conversation conversation,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        turns.packetNanos = timeNanos;
        Side side = conversation.side(direction);
        side.streamLength = streamOffset + length;
        side.endsMissing = true;
        if (conversation.framer == null) {
            turn(conversation, conversation.side(1 - direction));
        }
        settle(conversation, side, false);
        settle(conversation, conversation.side(1 - direction), false);
        conversation.onSpoken(side);
        framed.onSpeaker(conversation, side);
        conversation.incomplete = true;
        side.fresh = false;
        if (conversation.framer == null) {
            releaseHeld(conversation, side);
        } else if (cut == null) {
            side.acknowledged = conversation.heardBeforeGap(side);
        }
        long skipped = cut == null ? 0 : readCut(conversation, side, length, cut);
        skipped += framed.onMissing(conversation, side, streamOffset + skipped, length - skipped, cut, timeNanos);
        if (skipped < length) {
            MessageDraft draft = side.open;
            if (draft == null) {
                draft = turns.open(conversation, side, streamOffset + skipped, timeNanos);
            }
            draft.addMissing(length - skipped, cut, timeNanos);
        }
    }

    /** Reads what is held of a frame whose end was cut off, as if zeros stood there; returns how many stand for it. */
    private long readCut(Conversation conversation, Side side, long length, SegmentContext cut) {
        long read = 0;
        HeldBytes held = side.held;
        while (held != null
                && conversation.framer != null
                && conversation.framer.knowsLength(side.direction, held.length())
                && held.lacks() <= length - read) {
            side.held = null;
            side.cut = cut;
            side.padded += held.lacks();
            read += held.lacks();
            held.pad();
            feedBack(conversation, side, held);
            held = side.held;
        }
        return read;
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
            framed.endInside(conversation, side);
            releaseHeld(conversation, side);
        }
        if (side.open == null) {
            emitter.flagLast(side, flags);
        }
        turns.closeAll(conversation, side, flags);
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
        framed.endResuming(conversation, side);
        if (side.lost) {
            framed.closeLost(conversation, side);
            side.fresh = true;
        } else {
            turns.closeAll(conversation, side, 0);
        }
        conversation.idleRuns++;
        counters.increment(MessageCounter.MESSAGES_CLOSED_BY_IDLE);
    }

    private int hold(Conversation conversation, Side side, StreamBytes bytes, int needed) {
        HeldBytes held = freeHeld.isEmpty() ? new HeldBytes() : freeHeld.pop();
        held.begin(bytes, needed, turns.packetNanos, turns.packetFrame);
        side.held = held;
        idle.add(conversation, turns.packetNanos);
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
            draft = turns.open(conversation, side, bytes.streamOffset, bytes.segment.timeNanos);
        }
        Turns.add(side, draft, bytes, bytes.length, held.lastNanos, held.lastFrame);
        learning.onBytes(conversation, bytes.buffer, bytes.offset, bytes.length);
        freeHeld.push(held);
    }
}

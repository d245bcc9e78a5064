package io.wirepath.flows.message;

import static io.wirepath.flows.SightingCodec.*;

import io.wirepath.flows.Connection;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What TCP did to messages: segments sent again and the wait for them, closed windows, delayed acknowledgments, the
 * handshake.
 *
 * <p>What is sent again belongs to the message that is open in its direction, else to the one that ended last. A
 * retransmission comes 200 ms and more after what was lost (RFC 6298), when the record of that message may be gone:
 * then the next record of the other direction, the answer as a rule, tells it. Not thread-safe.
 */
final class MessageFates {

    private static final long NANOS_PER_MICRO = 1000;
    private static final long MAX_MICROS = 0xffff_ffffL;
    private static final int MAX_RESENT = 255;

    /** A request that comes later than this after the handshake found its connection open. */
    private static final long PROMPT_NANOS = 5_000_000;

    /** What pauses once may send a head before it knows the body. */
    private static final int MIN_PAUSES = 2;

    private final MessageEmitter emitter;

    MessageFates(MessageEmitter emitter) {
        this.emitter = emitter;
    }

    /** A segment was sent again that nobody had acknowledged. */
    void onResent(Side side, long timeNanos) {
        MessageDraft draft = side.open;
        if (draft != null) {
            draft.resent++;
            draft.resentWaitNanos = Math.max(draft.resentWaitNanos, timeNanos - draft.lastNanos);
            return;
        }
        if (!side.ended) {
            return;
        }
        long wait = timeNanos - side.lastByteNanos;
        ByteBuffer records = emitter.lastRecords(side);
        if (records == null) {
            side.lateResent++;
            side.lateResentWaitNanos = Math.max(side.lateResentWaitNanos, wait);
        } else {
            int at = side.lastRecord * LENGTH;
            records.put(at + RESENT_AT, count((records.get(at + RESENT_AT) & 0xff) + 1));
            long known = records.getInt(at + RESENT_WAIT_AT) & MAX_MICROS;
            records.putInt(at + RESENT_WAIT_AT, (int) Math.max(known, micros(wait)));
        }
    }

    /** Lost bytes came at last: the next ones of this side are theirs. */
    void onHoleFilled(Side side, long waitNanos) {
        MessageDraft draft = side.open;
        if (draft == null) {
            side.nextResent++;
            side.nextResentWaitNanos = Math.max(side.nextResentWaitNanos, waitNanos);
        } else {
            draft.resent++;
            draft.resentWaitNanos = Math.max(draft.resentWaitNanos, waitNanos);
        }
    }

    /** The receiver had closed its window for so long; it matters where there was more to send. */
    void onZeroWindow(Side side, long nanos) {
        @Nullable MessageDraft draft = side.open;
        if (draft != null) {
            draft.zeroWindowNanos += nanos;
        }
    }

    /** The sender of what is open held a part back until a delayed acknowledgment came. */
    void onDelayedAcknowledgment(Side side, long nanos) {
        @Nullable MessageDraft draft = side.open;
        if (draft != null) {
            draft.acknowledgmentNanos += nanos;
        }
    }

    /** What is open waited for its sender, who had nothing to send. */
    void onPause(Side side, long nanos) {
        for (MessageDraft draft = side.open; draft != null; draft = draft.next) {
            draft.pauses++;
            draft.pausedNanos += nanos;
        }
    }

    /** Whether a message came in parts, each when its sender had it. */
    private static boolean isStreamed(MessageDraft draft) {
        return draft.role == Role.RESPONSE
                && draft.protocol != Protocol.UNKNOWN
                && draft.pauses >= MIN_PAUSES
                && draft.pausedNanos > (draft.lastNanos - draft.firstNanos) / 2;
    }

    /** A message begins. */
    void begin(Side side, MessageDraft draft) {
        draft.resent = side.nextResent;
        draft.resentWaitNanos = side.nextResentWaitNanos;
        side.nextResent = 0;
        side.nextResentWaitNanos = 0;
    }

    /** Writes the fate of a message that ended, and what came too late for the record of the other side's latest. */
    void write(ByteBuffer to, int at, Conversation conversation, Side side, MessageDraft draft) {
        Side other = conversation.side(1 - side.direction);
        to.putShort(at + OUTCOME_AT, (short) draft.outcome);
        to.put(at + RESENT_AT, count(draft.resent));
        to.put(at + LATE_RESENT_AT, count(other.lateResent));
        to.putInt(at + RESENT_WAIT_AT, (int) micros(draft.resentWaitNanos));
        to.putInt(at + LATE_RESENT_WAIT_AT, (int) micros(other.lateResentWaitNanos));
        writeWait(to, at, draft);
        other.lateResent = 0;
        other.lateResentWaitNanos = 0;
        writeSetUp(to, at, conversation.connection(), side, draft);
        side.ended = true;
        side.lastByteNanos = draft.lastNanos;
    }

    /** What its sender waited for most. */
    private static void writeWait(ByteBuffer to, int at, MessageDraft draft) {
        int flag = 0;
        long nanos = draft.zeroWindowNanos;
        if (isStreamed(draft)) {
            flag = FLAG_STREAMED;
            nanos = draft.lastNanos - draft.firstNanos;
        } else if (draft.acknowledgmentNanos > nanos) {
            flag = FLAG_DELAYED_ACK;
            nanos = draft.acknowledgmentNanos;
        }
        to.putShort(at + FLAGS_AT, (short) (to.getShort(at + FLAGS_AT) | flag));
        to.putInt(at + WAIT_AT, (int) micros(nanos));
    }

    /**
     * Writes the fate of what befell a connection: of an attempt to open it how long it was waited for, and how often
     * SYN was sent again.
     */
    static void writeEvent(ByteBuffer to, int at, Connection connection, MessageDraft draft) {
        for (int i = 0; i < FATE_LENGTH; i += Long.BYTES) {
            to.putLong(at + OUTCOME_AT + i, 0);
        }
        to.putShort(at + OUTCOME_AT, (short) draft.outcome);
        boolean attempt = Outcome.isAttempt(draft.outcome);
        to.putInt(at + SET_UP_AT, attempt ? (int) micros(draft.firstNanos - connection.synNanos) : 0);
        int retries = attempt ? Math.min(MAX_RESENT, connection.synRetries) : 0;
        to.putInt(at + SYN_RETRIES_AT, draft.acknowledged << Byte.SIZE | retries);
    }

    private static void writeSetUp(ByteBuffer to, int at, Connection connection, Side side, MessageDraft draft) {
        boolean first = !side.ended && side.direction == 0 && connection.establishedNanos != 0;
        boolean prompt = first && draft.firstNanos - connection.establishedNanos <= PROMPT_NANOS;
        long setUp = prompt ? connection.establishedNanos - connection.synNanos : 0;
        boolean answer = draft.role == Role.RESPONSE;
        to.putInt(at + SET_UP_AT, (int) micros(answer ? connection.wayNanos[side.direction] : setUp));
        int retries = first ? Math.min(MAX_RESENT, connection.synRetries) : 0;
        to.putInt(at + SYN_RETRIES_AT, draft.acknowledged << Byte.SIZE | retries);
    }

    private static byte count(int segments) {
        return (byte) Math.min(MAX_RESENT, segments);
    }

    private static long micros(long nanos) {
        return Math.min(MAX_MICROS, Math.max(0, nanos) / NANOS_PER_MICRO);
    }
}

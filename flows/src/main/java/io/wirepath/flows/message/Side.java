package io.wirepath.flows.message;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.content.DeflateContext;
import io.wirepath.flows.message.framer.MessageFramer;
import org.jspecify.annotations.Nullable;

/** One direction of a conversation: the messages open in it, and bytes held until there are enough of them. */
final class Side {

    /** Slot of what a framer knows nothing of, where it is no part of another message. */
    static final int LOST_SLOT = Integer.MIN_VALUE;

    final int direction;

    /** Whether bytes are missing and the framer has not found yet where this side goes on. */
    boolean lost;

    /** Whether too few bytes are there to tell that a frame begins with them: else they end what was lost. */
    boolean resuming;

    /** Whether that frame, if it is one, begins a message of its own. */
    boolean resumesApart;

    /** Whether the next bytes are the first ones since the other side spoke. */
    boolean fresh;

    /** How often in a row a lost stretch ended without the framer finding its place. */
    int stretches;

    /** The open messages, the one that got bytes last first. */
    @Nullable
    MessageDraft open;

    /** Bytes that a framer or the chooser must see together with those that follow; null if none. */
    @Nullable
    HeldBytes held;

    /** How many of the last bytes that are being delivered are zeros in the place of what this packet was cut by. */
    int padded;

    @Nullable
    SegmentContext cut;

    /** Slot of the message that the packet had begun whose rest was cut off; {@link #LOST_SLOT} if there is none. */
    int cutSlot;

    /** Messages of this turn of which nobody knows whether they want an answer. */
    int mayAsk;

    /** Number of open messages. */
    int openCount;

    /** Whether this side has sent anything. */
    boolean spoke;

    /** What its latest packet with bytes had received of the other side, as in {@link Acknowledged}. */
    int acknowledged;

    /** Whether it had received more than before of the other side, of which not one packet is captured. */
    boolean answersUnseen;

    /** Bytes of the stream, or of the datagrams, so far. */
    long streamLength;

    /** Whether what was told of the stream last is missing. */
    boolean endsMissing;

    /** Segments sent again that belong to the message that begins next, and the longest wait for one. */
    int nextResent;

    long nextResentWaitNanos;

    /** The same of the message that ended last, whose record is gone. */
    int lateResent;

    long lateResentWaitNanos;

    /** When the last byte of the message that ended last came. */
    long lastByteNanos;

    /** Whether a message of this side has ended. */
    boolean ended;

    /** The message that ended last, to which late copies and retransmissions belong: its number in the batch… */
    int lastRecord;

    /** … and the generation of the batch for which that number holds. */
    long lastRecordGeneration;

    /** How far compressed messages of a WebSocket were unpacked; null where there were none. */
    @Nullable
    DeflateContext deflated;

    Side(int direction) {
        this.direction = direction;
    }

    /** Whether its next answer may be one to what was not seen; the one after that is not. */
    boolean takeAnswersUnseen() {
        boolean taken = answersUnseen;
        answersUnseen = false;
        return taken;
    }

    void reset() {
        lost = false;
        resuming = false;
        fresh = true;
        stretches = 0;
        open = null;
        openCount = 0;
        held = null;
        padded = 0;
        cut = null;
        cutSlot = LOST_SLOT;
        mayAsk = 0;
        spoke = false;
        acknowledged = Acknowledged.UNKNOWN;
        answersUnseen = false;
        streamLength = 0;
        endsMissing = false;
        lastRecordGeneration = -1;
        nextResent = 0;
        nextResentWaitNanos = 0;
        lateResent = 0;
        lateResentWaitNanos = 0;
        ended = false;
        deflated = null;
    }

    /** The open message of this slot, moved to the front, or null. */
    @Nullable
    MessageDraft find(int slot) {
        MessageDraft first = open;
        if (first == null || first.slot == slot) {
            return first;
        }
        MessageDraft before = first;
        for (MessageDraft draft = first.next; draft != null; draft = draft.next) {
            if (draft.slot == slot) {
                before.next = draft.next;
                draft.next = first;
                open = draft;
                return draft;
            }
            before = draft;
        }
        return null;
    }

    /** Bytes are missing that may be of any message that is open and not complete without more. */
    void missFromAll(MessageFramer framer) {
        for (MessageDraft draft = open; draft != null; draft = draft.next) {
            draft.flags |= framer.rests(direction, draft.slot) ? 0 : SightingCodec.FLAG_GAP;
        }
    }

    /** Adds an open message at the front. */
    void push(MessageDraft draft) {
        draft.next = open;
        open = draft;
        openCount++;
    }

    /** Takes the front message out, if there is one. */
    @Nullable
    MessageDraft pop() {
        MessageDraft first = open;
        if (first != null) {
            open = first.next;
            openCount--;
        }
        return first;
    }

    /** Whether something is open or held. */
    boolean isBusy() {
        return open != null || held != null;
    }

    /** When the last byte came of what is open or held. */
    long lastNanos() {
        if (held != null) {
            return held.lastNanos;
        }
        return open == null ? 0 : open.lastNanos;
    }
}

package io.wirepath.flows.message;

import io.wirepath.sniffer.CaptureTime;
import org.jspecify.annotations.Nullable;

/**
 * Knows which runs have idled for too long.
 *
 * <p>Holds the conversations in which something is open, in the order in which they were put here. One is put here once
 * and looked at when the idle gap has passed since then, so that traffic costs nothing. Intrusive; not thread-safe.
 */
final class IdleWatch {

    private final MessageSettings settings;
    private @Nullable Conversation first;
    private @Nullable Conversation last;

    IdleWatch(MessageSettings settings) {
        this.settings = settings;
    }

    /** Watches a conversation, unless it is watched. */
    void add(Conversation conversation, long nowNanos) {
        if (conversation.watched) {
            return;
        }
        conversation.watched = true;
        conversation.watchedSinceNanos = nowNanos;
        conversation.later = null;
        if (last == null) {
            first = conversation;
        } else {
            last.later = conversation;
        }
        last = conversation;
    }

    /** A conversation to look at, no longer watched; null if none is due. */
    @Nullable
    Conversation next(long nowNanos) {
        for (Conversation head = first; head != null; head = first) {
            long watchedNanos = nowNanos - head.watchedSinceNanos;
            if (watchedNanos <= settings.idleGapNanos() && watchedNanos > -CaptureTime.STEP_NANOS) {
                return null;
            }
            first = head.later;
            if (first == null) {
                last = null;
            }
            head.later = null;
            head.watched = false;
            if (!head.isOver()) {
                return head;
            }
        }
        return null;
    }

    /** Whether what is open in a side has idled for too long. */
    boolean isIdle(Conversation conversation, Side side, long nowNanos) {
        if (!side.isBusy() || !conversation.endsByTurn(side)) {
            return false;
        }
        // a request or response may pause; who talks unasked makes a new message after each gap
        boolean mayPause = (conversation.isTalk() || conversation.waits) && !conversation.isMonologue();
        long quietNanos = nowNanos - side.lastNanos();
        return quietNanos > (mayPause ? settings.pauseNanos() : settings.idleGapNanos())
                // the clock was set back: what was open before is over
                || quietNanos < -CaptureTime.STEP_NANOS;
    }
}

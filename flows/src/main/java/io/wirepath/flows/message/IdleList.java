package io.wirepath.flows.message;

import org.jspecify.annotations.Nullable;

/**
 * The conversations in which a run is open that time may end, in the order in which they were put here. A conversation is
 * put here once and looked at again when its turn comes, so that traffic costs nothing. Intrusive; not thread-safe.
 */
final class IdleList {

    private @Nullable Conversation first;
    private @Nullable Conversation last;

    /** Adds at the end, unless it is in the list. */
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

    /** The first, or null. */
    @Nullable
    Conversation first() {
        return first;
    }

    /** Takes the first out. */
    void removeFirst() {
        Conversation taken = first;
        if (taken == null) {
            return;
        }
        first = taken.later;
        if (first == null) {
            last = null;
        }
        taken.later = null;
        taken.watched = false;
    }
}

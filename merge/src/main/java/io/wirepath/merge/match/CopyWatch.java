package io.wirepath.merge.match;

import io.wirepath.merge.MergeCounter;
import io.wirepath.sniffer.CounterSet;
import java.util.Arrays;

/**
 * Tells sightings of messages that were given out before without them.
 *
 * <pre>
 *  message given out ─► GivenMessages, the latest, in memory ─┐
 *                  └──► PastMessages, some hours, on disk ────┼─► is a sighting a copy?
 *                        where it comes too late, is from     ┘
 *                        before a resume, or memory was full
 * </pre>
 *
 * Not thread-safe.
 */
final class CopyWatch {

    /** Bits of a sniffer's number in the mask of those that saw a message; sniffers beyond share bits. */
    private static final int MASK_BITS = 63;

    private final EmittedMessages emitted;
    private final PastMessages past;
    private final CounterSet<MergeCounter> counters;

    /** Corrected time up to which messages may have been given out without sightings that come in their turn. */
    private long emittedToNanos;

    private long[] keys = new long[16];

    /**
     * Watches.
     *
     * @param past what was given out, for longer than there is memory
     * @param resumedNanos corrected time up to which the merge had come in an earlier life; {@link Long#MIN_VALUE} in
     *     the first
     */
    CopyWatch(EmittedMessages emitted, PastMessages past, long resumedNanos, CounterSet<MergeCounter> counters) {
        this.emitted = emitted;
        this.past = past;
        emittedToNanos = resumedNanos;
        this.counters = counters;
    }

    /** Whether anything is remembered: of files nothing is, because nothing of them comes late or again. */
    boolean isUsed() {
        return emitted.isUsed();
    }

    /** The bit of a sniffer in masks of those that saw a message. */
    static long bit(int sniffer) {
        return 1L << sniffer % MASK_BITS;
    }

    /**
     * These sightings made a message.
     *
     * @param again whether it was given out before, and they came again
     */
    void note(OpenSightings open, int[] slots, int size, boolean again) {
        if (size > keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
        }
        for (int i = 0; i < size; i++) {
            emitted.note(open, slots[i]);
            keys[i] = open.pastKey(slots[i]);
        }
        for (int i = 0; i < size; i++) {
            if (isFirstOfKey(i)) {
                notePast(open, slots, size, i, again);
            }
        }
    }

    private boolean isFirstOfKey(int i) {
        for (int j = 0; j < i; j++) {
            if (keys[j] == keys[i]) {
                return false;
            }
        }
        return true;
    }

    private void notePast(OpenSightings open, int[] slots, int size, int first, boolean again) {
        long seenBy = 0;
        for (int i = first; i < size; i++) {
            seenBy |= keys[i] == keys[first] ? bit(open.viewOf(slots[i]).sniffer) : 0;
        }
        if (!past.note(keys[first], open.completeNanos(slots[first]), seenBy, again)) {
            counters.increment(MergeCounter.MESSAGES_UNREMEMBERED);
        }
    }

    /** A message of this time is given out before its turn. */
    void gaveAhead(long nanos) {
        emittedToNanos = Math.max(emittedToNanos, nanos);
    }

    /**
     * Whether a sighting is of a message that was given out without it; from then on it counts as one of those that
     * made it.
     *
     * @param late whether it comes when its turn is over
     */
    boolean isCopy(OpenSightings open, int slot, boolean late) {
        if (!isUsed()) {
            return false;
        }
        long nanos = open.completeNanos(slot);
        boolean mayBeEmitted = late || nanos <= emittedToNanos;
        boolean copy = emitted.isCopy(open, slot, mayBeEmitted);
        if (mayBeEmitted) {
            long by = bit(open.viewOf(slot).sniffer);
            copy |= past.claim(open.pastKey(slot), nanos, by, MergeWindow.WAIT_NANOS);
            boolean unknown = !copy && !open.isConsumed(slot) && !past.reaches(nanos);
            counters.add(MergeCounter.LATE_UNREMEMBERED, unknown ? 1 : 0);
        }
        return copy;
    }
}

package io.wirepath.merge.past;

import io.wirepath.merge.match.PastKey;
import java.util.Arrays;

/**
 * The messages of a slice by their keys.
 *
 * <pre>
 *  first[hash of place] ─► entry ─next─► entry          entry: key, time, mask of the sniffers that brought it
 * </pre>
 *
 * Not thread-safe.
 */
final class SliceTable {

    static final int NONE = -1;

    /**
     * Entries of one hash that are looked at, the latest first. More have equal keys only where contents repeat to the
     * identification of the packet, hundreds of times within the slice.
     */
    private static final int MAX_LOOKED_AT = 512;

    private static final int MIN = 1 << 8;
    private static final int WORDS = 3;
    private static final int KEY = 0;
    private static final int NANOS = 1;
    private static final int SEEN_BY = 2;

    private long[] words;
    private int[] next;
    private int[] first;
    private int size;

    /** Starts empty, with room for some entries before it grows. */
    SliceTable(int expected) {
        int room = Math.max(MIN, expected + expected / 4);
        words = new long[room * WORDS];
        next = new int[room];
        first = new int[Integer.highestOneBit(room) * 2];
        Arrays.fill(first, NONE);
    }

    int size() {
        return size;
    }

    long key(int entry) {
        return words[entry * WORDS + KEY];
    }

    long nanos(int entry) {
        return words[entry * WORDS + NANOS];
    }

    long seenBy(int entry) {
        return words[entry * WORDS + SEEN_BY];
    }

    void addSeenBy(int entry, long seenBy) {
        words[entry * WORDS + SEEN_BY] |= seenBy;
    }

    private int placeOf(long key) {
        return (int) PastKey.place(key) & first.length - 1;
    }

    /** Adds what a slice's file says: of the same key and time, it is of the same message. */
    void put(long key, long nanos, long seenBy) {
        int looked = 0;
        for (int at = first[placeOf(key)]; at != NONE && looked < MAX_LOOKED_AT; at = next[at]) {
            looked++;
            if (key(at) == key && nanos(at) == nanos) {
                addSeenBy(at, seenBy);
                return;
            }
        }
        if (size == next.length) {
            grow();
        }
        words[size * WORDS + KEY] = key;
        words[size * WORDS + NANOS] = nanos;
        words[size * WORDS + SEEN_BY] = seenBy;
        link(size++);
    }

    private void link(int entry) {
        int place = placeOf(key(entry));
        next[entry] = first[place];
        first[place] = entry;
    }

    private void grow() {
        words = Arrays.copyOf(words, 2 * words.length);
        next = Arrays.copyOf(next, 2 * next.length);
        first = new int[2 * first.length];
        Arrays.fill(first, NONE);
        for (int entry = 0; entry < size; entry++) {
            link(entry);
        }
    }

    /** The message of this key that is nearest to a moment, of those without these sniffers; or NONE. */
    int nearestWithout(long key, long nanos, long seenBy, long withinNanos) {
        int best = NONE;
        long bestAway = withinNanos;
        int looked = 0;
        for (int at = first[placeOf(key)]; at != NONE && looked < MAX_LOOKED_AT; at = next[at]) {
            looked++;
            long away = Math.abs(nanos(at) - nanos);
            if (away <= bestAway && (seenBy(at) & seenBy) == 0 && PastKey.areAlike(key(at), key)) {
                best = at;
                bestAway = away;
            }
        }
        return best;
    }
}

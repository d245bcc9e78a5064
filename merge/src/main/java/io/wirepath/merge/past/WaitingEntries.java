package io.wirepath.merge.past;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.LongArrayList;

/**
 * Entries that are not in the files yet. A file must not know what the store of messages has forgotten in a power cut: a copy would be
 * taken for a second message when it comes again, a message for a copy. Not thread-safe.
 */
final class WaitingEntries {

    /** Key, time and mask. */
    static final int WORDS = 3;

    private static final LongArrayList NONE = new LongArrayList();

    private final Map<Long, LongArrayList> bySlice = new HashMap<>();

    private int size;

    int size() {
        return size;
    }

    void add(long slice, long key, long nanos, long seenBy) {
        LongArrayList entries = bySlice.computeIfAbsent(slice, any -> new LongArrayList());
        entries.addLong(key);
        entries.addLong(nanos);
        entries.addLong(seenBy);
        size++;
    }

    Set<Long> slices() {
        return Set.copyOf(bySlice.keySet());
    }

    /** Those of a slice, in {@link #WORDS}. */
    LongArrayList of(long slice) {
        return bySlice.getOrDefault(slice, NONE);
    }

    /** Forgets those of a slice. */
    void remove(long slice) {
        LongArrayList gone = bySlice.remove(slice);
        size -= gone == null ? 0 : gone.size() / WORDS;
    }
}

package io.wirepath.merge.past;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;

/**
 * Entries that are not in the files yet. A file must not know what the store of messages has forgotten in a power cut: a copy would be
 * taken for a second message when it comes again, a message for a copy. Not thread-safe.
 */
final class WaitingEntries {

    /** Key, time and mask. */
    static final int WORDS = 3;

    private static final LongArrayList NONE = new LongArrayList();

    private final Long2ObjectHashMap<LongArrayList> bySlice = new Long2ObjectHashMap<>();

    private int size;

    int size() {
        return size;
    }

    void add(long slice, long key, long nanos, long seenBy) {
        LongArrayList entries = bySlice.get(slice);
        if (entries == null) {
            entries = new LongArrayList();
            bySlice.put(slice, entries);
        }
        entries.addLong(key);
        entries.addLong(nanos);
        entries.addLong(seenBy);
        size++;
    }

    long[] slices() {
        return bySlice.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    /** Those of a slice, in {@link #WORDS}. */
    LongArrayList of(long slice) {
        LongArrayList entries = bySlice.get(slice);
        return entries == null ? NONE : entries;
    }

    /** Forgets those of a slice. */
    void remove(long slice) {
        LongArrayList gone = bySlice.remove(slice);
        size -= gone == null ? 0 : gone.size() / WORDS;
    }
}

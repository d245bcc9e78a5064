package io.wirepath.merge.past;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;

/**
 * Entries that are not in the files yet. A file must not know what the store of messages has forgotten in a power cut:
 * a copy would be taken for a second message when it comes again, a message for a copy. Not thread-safe.
 */
final class WaitingEntries {

    /** Key, time and mask. */
    static final int WORDS = 3;

    private static final LongArrayList NONE = new LongArrayList();

    /** Lists that were emptied, to be used again: one for the slice of now, one for that before. */
    private static final int MAX_SPARE = 2;

    private final Long2ObjectHashMap<LongArrayList> bySlice = new Long2ObjectHashMap<>();
    private final Deque<LongArrayList> spare = new ArrayDeque<>(MAX_SPARE);

    private int size;

    int size() {
        return size;
    }

    void add(long slice, long key, long nanos, long seenBy) {
        LongArrayList entries = bySlice.get(slice);
        if (entries == null) {
            entries = spare.isEmpty() ? new LongArrayList() : spare.pop();
            bySlice.put(slice, entries);
        }
        entries.addLong(key);
        entries.addLong(nanos);
        entries.addLong(seenBy);
        size++;
    }

    long[] slices() {
        long[] slices = new long[bySlice.size()];
        Long2ObjectHashMap<LongArrayList>.KeyIterator each = bySlice.keySet().iterator();
        for (int i = 0; i < slices.length; i++) {
            slices[i] = each.nextLong();
        }
        return slices;
    }

    /** Those of a slice, in {@link #WORDS}. */
    LongArrayList of(long slice) {
        LongArrayList entries = bySlice.get(slice);
        return entries == null ? NONE : entries;
    }

    /** Forgets those of a slice. */
    void remove(long slice) {
        LongArrayList entries = bySlice.remove(slice);
        if (entries == null) {
            return;
        }
        size -= entries.size() / WORDS;
        if (spare.size() < MAX_SPARE) {
            entries.clear();
            spare.push(entries);
        }
    }
}

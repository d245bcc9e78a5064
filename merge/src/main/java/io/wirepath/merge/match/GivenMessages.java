package io.wirepath.merge.match;

import io.wirepath.merge.sample.ContentKey;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Remembers messages that were given out, so that a sighting of one of them that comes too late is known for a copy.
 *
 * <p>Two tables by content key; when the younger is full it becomes the older, and what the older held is forgotten. Only late sightings
 * ask, so an accidental equal costs nothing unless it is late as well. Not thread-safe.
 */
final class GivenMessages {

    /** Bits of a sniffer's number in the mask of those that saw a message; sniffers beyond share bits. */
    private static final int MASK_BITS = 63;

    private static final int INITIAL = 1 << 10;

    private final int max;
    private Table younger = new Table(INITIAL);
    private Table older = new Table(INITIAL);

    /**
     * Starts empty.
     *
     * @param max messages remembered at most
     */
    GivenMessages(int max) {
        this.max = max;
    }

    private static final class Table {
        private final long[] key;
        private final long[] nanos;
        private final long[] seenBy;
        private int size;

        Table(int slots) {
            key = new long[slots];
            nanos = new long[slots];
            seenBy = new long[slots];
        }

        /** Slot of a key, or of the free place where it would go; a free place has nobody who saw it. */
        int slotOf(long hash) {
            int slot = (int) hash & key.length - 1;
            while (seenBy[slot] != 0 && key[slot] != hash) {
                slot = slot + 1 & key.length - 1;
            }
            return slot;
        }

        void put(long hash, long firstNanos, long sniffers) {
            int slot = slotOf(hash);
            size += seenBy[slot] == 0 ? 1 : 0;
            boolean another = seenBy[slot] != 0 && Math.abs(nanos[slot] - firstNanos) > MergeWindow.WAIT_NANOS;
            key[slot] = hash;
            seenBy[slot] = another ? sniffers : seenBy[slot] | sniffers;
            nanos[slot] = firstNanos;
        }

        Table doubled() {
            Table larger = new Table(2 * key.length);
            for (int i = 0; i < key.length; i++) {
                if (seenBy[i] != 0) {
                    larger.put(key[i], nanos[i], seenBy[i]);
                }
            }
            return larger;
        }

        void clear() {
            Arrays.fill(seenBy, 0);
            size = 0;
        }
    }

    /** Whether anything is remembered: of files nothing is, because nothing of them comes late or again. */
    boolean isUsed() {
        return max > 0;
    }

    /** A sighting was part of a message that was given out. */
    void note(ByteBuffer records, int at, int sniffer, long firstNanos) {
        younger.put(ContentKey.of(records, at), firstNanos, bit(sniffer));
        if (2 * younger.size > younger.key.length) {
            if (younger.key.length < max) {
                younger = younger.doubled();
            } else {
                Table forgotten = older;
                older = younger;
                younger = forgotten.key.length < max ? new Table(older.key.length) : forgotten;
                younger.clear();
            }
        }
    }

    /**
     * Whether a sighting is of a message that was given out without it; from then on it counts as one of those that made
     * it.
     */
    boolean isCopy(ByteBuffer records, int at, int sniffer, long firstNanos) {
        long hash = ContentKey.of(records, at);
        return max > 0 && (isCopy(younger, hash, sniffer, firstNanos) || isCopy(older, hash, sniffer, firstNanos));
    }

    private static boolean isCopy(Table table, long hash, int sniffer, long firstNanos) {
        int slot = table.slotOf(hash);
        long seenBy = table.seenBy[slot];
        if (seenBy == 0
                || (seenBy & bit(sniffer)) != 0
                || Math.abs(table.nanos[slot] - firstNanos) > MergeWindow.WAIT_NANOS) {
            return false;
        }
        table.seenBy[slot] = seenBy | bit(sniffer);
        return true;
    }

    private static long bit(int sniffer) {
        return 1L << sniffer % MASK_BITS;
    }
}

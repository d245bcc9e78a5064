package io.wirepath.merge.match;

import io.wirepath.flows.IpProtocol;
import java.util.Arrays;

/**
 * Remembers messages that were given out, so that a sighting of one of them that comes too late is known for a copy.
 *
 * <p>Two tables by content key; when the younger is full it becomes the older, and what the older held is forgotten. A
 * late sighting is a copy by its content alone; one in its turn only if it is TCP and of the same connection, or has
 * the same ends: then the clock of its sniffer was set ahead, and nobody has noticed yet. Not thread-safe.
 */
final class EmittedMessages {

    private static final int INITIAL = 1 << 10;

    /**
     * A clock that was set ahead by less than what is taken for a step at once shows its sniffer's copies so much
     * later, until the common traffic tells ({@code live.ClockWatch}).
     */
    private static final long STEP_NANOS = 40_000_000_000L;

    private final int max;
    private Table younger = new Table(INITIAL);
    private Table older = new Table(INITIAL);

    /**
     * Starts empty.
     *
     * @param max messages remembered at most
     */
    EmittedMessages(int max) {
        this.max = max;
    }

    private static final class Table {
        private final long[] key;
        private final long[] nanos;
        private final long[] seenBy;
        private final long[] connection;
        private final long[] ends;
        private int size;

        Table(int slots) {
            key = new long[slots];
            nanos = new long[slots];
            seenBy = new long[slots];
            connection = new long[slots];
            ends = new long[slots];
        }

        /** Slot of a key, or of the free place where it would go; a free place has nobody who saw it. */
        int slotOf(long hash) {
            int slot = (int) hash & key.length - 1;
            while (seenBy[slot] != 0 && key[slot] != hash) {
                slot = slot + 1 & key.length - 1;
            }
            return slot;
        }

        void put(long hash, long firstNanos, long sniffers, long ofConnection, long endsHash) {
            int slot = slotOf(hash);
            size += seenBy[slot] == 0 ? 1 : 0;
            boolean another = seenBy[slot] != 0 && Math.abs(nanos[slot] - firstNanos) > MergeWindow.WAIT_NANOS;
            key[slot] = hash;
            seenBy[slot] = another ? sniffers : seenBy[slot] | sniffers;
            nanos[slot] = firstNanos;
            connection[slot] = ofConnection;
            ends[slot] = endsHash;
        }

        Table doubled() {
            Table larger = new Table(2 * key.length);
            for (int i = 0; i < key.length; i++) {
                if (seenBy[i] != 0) {
                    larger.put(key[i], nanos[i], seenBy[i], connection[i], ends[i]);
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
    void note(OpenSightings open, int slot) {
        SightedConnection view = open.viewOf(slot);
        long hash = open.contentKey(slot);
        younger.put(
                hash,
                open.firstNanos(slot),
                CopyWatch.bit(view.sniffer),
                view.of.number,
                view.endsHash(open.end(slot)));
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
     * Whether a sighting is of a message that was given out without it; from then on it counts as one of those that
     * made it.
     *
     * @param late whether it comes when its turn is over; else it can be a copy only of a message of its own
     *     connection, and only if the clock of its sniffer was set ahead
     */
    boolean isCopy(OpenSightings open, int slot, boolean late) {
        if (max == 0) {
            return false;
        }
        long hash = open.contentKey(slot);
        return isCopy(younger, hash, open, slot, late) || isCopy(older, hash, open, slot, late);
    }

    private static boolean isCopy(Table table, long hash, OpenSightings open, int slot, boolean late) {
        int known = table.slotOf(hash);
        long seenBy = table.seenBy[known];
        SightedConnection view = open.viewOf(slot);
        if (seenBy == 0 || (seenBy & CopyWatch.bit(view.sniffer)) != 0) {
            return false;
        }
        long away = Math.abs(table.nanos[known] - open.firstNanos(slot));
        boolean near = late && away <= MergeWindow.WAIT_NANOS;
        boolean stepped = away <= STEP_NANOS
                && view.transport == IpProtocol.TCP
                && (table.connection[known] == view.of.number || table.ends[known] == view.endsHash(open.end(slot)));
        if (near || stepped) {
            table.seenBy[known] = seenBy | CopyWatch.bit(view.sniffer);
        }
        return near || stepped;
    }
}

package io.wirepath.merge.match;

import io.wirepath.merge.sample.ContentKey;
import java.util.Arrays;

/**
 * The open messages by what their sightings have in common: length, and sequence number (TCP) or digest (UDP).
 *
 * <pre>
 *  entry:  hash (32)  slot of a head (32)          in the place that the upper bits of the hash name, or the next that was free
 *                       └─ alike ─► head ─ alike ─► head          those with the same hash, the latest first
 * </pre>
 *
 * <p>An entry carries the hash of what it leads to, so that a message is looked at only if it is very likely to be
 * equal, and entries can be moved without looking at it. A hash has one entry, whatever the number of messages that
 * have it: a sender who makes them all alike makes nothing slower. Not thread-safe.
 */
final class HeadTable {

    private static final long FREE = -1;
    private static final int INITIAL_BITS = 12;

    private final OpenSightings open;
    private int bits = INITIAL_BITS;
    private long[] entries = new long[1 << INITIAL_BITS];

    /** Entries. */
    private int size;

    HeadTable(OpenSightings open) {
        this.open = open;
        Arrays.fill(entries, FREE);
    }

    /** The hash of a sighting. */
    int hash(int slot) {
        long place = open.isTcp(slot)
                ? (long) open.sequence(slot) << Integer.SIZE
                : open.digest(slot) + ContentKey.mix(open.ipId(slot));
        return (int) (ContentKey.mix(place ^ open.lengthBytes(slot)) >>> Integer.SIZE);
    }

    /** The latest message with this hash, or NONE; those before it follow in {@link OpenSightings#alike}. */
    int latest(int hash) {
        int place = find(hash);
        return place == OpenSightings.NONE ? place : head(place);
    }

    private int place(int hash) {
        return hash >>> Integer.SIZE - bits;
    }

    private int after(int place) {
        return place + 1 & entries.length - 1;
    }

    private int find(int hash) {
        for (int place = place(hash); entries[place] != FREE; place = after(place)) {
            if (hashAt(place) == hash) {
                return place;
            }
        }
        return OpenSightings.NONE;
    }

    private int hashAt(int place) {
        return (int) (entries[place] >>> Integer.SIZE);
    }

    private int head(int place) {
        return (int) entries[place];
    }

    private static long entry(int hash, int head) {
        return (long) hash << Integer.SIZE | head;
    }

    void add(int head, int hash) {
        open.hash[head] = hash;
        open.alikeAfter[head] = OpenSightings.NONE;
        int place = find(hash);
        if (place != OpenSightings.NONE) {
            open.alike[head] = head(place);
            open.alikeAfter[head(place)] = head;
            entries[place] = entry(hash, head);
            return;
        }
        open.alike[head] = OpenSightings.NONE;
        if (2 * ++size > entries.length) {
            grow();
        }
        put(entry(hash, head));
    }

    private void put(long entry) {
        int place = place((int) (entry >>> Integer.SIZE));
        while (entries[place] != FREE) {
            place = after(place);
        }
        entries[place] = entry;
    }

    void remove(int head) {
        int before = open.alike[head];
        int after = open.alikeAfter[head];
        if (before != OpenSightings.NONE) {
            open.alikeAfter[before] = after;
        }
        if (after != OpenSightings.NONE) {
            open.alike[after] = before;
            return;
        }
        int place = find(open.hash[head]);
        if (before != OpenSightings.NONE) {
            entries[place] = entry(open.hash[head], before);
        } else {
            free(place);
        }
    }

    private void free(int place) {
        size--;
        int gap = place;
        for (int at = after(gap); entries[at] != FREE; at = after(at)) {
            // what would not be found any more behind the gap moves into it
            boolean reachable = (at - place(hashAt(at)) & entries.length - 1) < (at - gap & entries.length - 1);
            if (!reachable) {
                entries[gap] = entries[at];
                gap = at;
            }
        }
        entries[gap] = FREE;
    }

    private void grow() {
        long[] old = entries;
        entries = new long[2 * old.length];
        bits++;
        Arrays.fill(entries, FREE);
        for (long entry : old) {
            if (entry != FREE) {
                put(entry);
            }
        }
    }
}

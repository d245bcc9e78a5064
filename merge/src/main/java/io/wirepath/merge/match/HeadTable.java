package io.wirepath.merge.match;

import io.wirepath.merge.sample.ContentKey;
import java.util.Arrays;

/**
 * The open messages by what their sightings have in common: length, and sequence number (TCP) or digest (UDP).
 *
 * <pre>
 *  entry:  hash (32)  slot of a head (32)          in the place that the upper bits of the hash name, or the next that was free
 * </pre>
 *
 * <p>An entry carries the hash of what it leads to, so that a message is looked at only if it is very likely to be equal, and
 * entries can be moved without looking at it. Equal hashes stand in the order in which they came. Not thread-safe.
 */
final class HeadTable {

    private static final long FREE = -1;
    private static final int INITIAL_BITS = 12;

    private final OpenSightings open;
    private int bits = INITIAL_BITS;
    private long[] entries = new long[1 << INITIAL_BITS];
    private int size;

    HeadTable(OpenSightings open) {
        this.open = open;
        Arrays.fill(entries, FREE);
    }

    /** The hash of a sighting. */
    int hash(int slot) {
        long place = open.isTcp(slot) ? (long) open.sequence(slot) << Integer.SIZE : open.digest(slot);
        return (int) (ContentKey.mix(place ^ open.lengthBytes(slot)) >>> Integer.SIZE);
    }

    /** Where a search for this hash begins. */
    int place(int hash) {
        return hash >>> Integer.SIZE - bits;
    }

    private int after(int place) {
        return place + 1 & entries.length - 1;
    }

    /** The first place from this one on with something that has this hash, or NONE. */
    int find(int from, int hash) {
        for (int place = from; entries[place] != FREE; place = after(place)) {
            if (hashAt(place) == hash) {
                return place;
            }
        }
        return OpenSightings.NONE;
    }

    /** The first place after this one with something that has this hash, or NONE. */
    int findAfter(int place, int hash) {
        return find(after(place), hash);
    }

    private int hashAt(int place) {
        return (int) (entries[place] >>> Integer.SIZE);
    }

    /** The head in a place. */
    int head(int place) {
        return (int) entries[place];
    }

    void add(int head, int hash) {
        if (2 * ++size > entries.length) {
            grow();
        }
        open.hash[head] = hash;
        put((long) hash << Integer.SIZE | head);
    }

    private void put(long entry) {
        int place = place((int) (entry >>> Integer.SIZE));
        while (entries[place] != FREE) {
            place = after(place);
        }
        entries[place] = entry;
    }

    void remove(int head) {
        size--;
        int gap = place(open.hash[head]);
        while (head(gap) != head) {
            gap = after(gap);
        }
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

package io.wirepath.merge.match;

/**
 * Which views of a connection count the bytes of an end by the same sequence numbers. Behind a middlebox that re-bases
 * them ({@link RebaseWatch}) they count otherwise; all views behind it are shifted together to the base of the others.
 *
 * <pre>
 *  client ── view A ── firewall, +7000 ── view B ── view C ── server        base A: A      base B: B, C
 *  align(A, B)                                                              base A: A, B, C; B and C are shifted by −7000
 * </pre>
 *
 * <p>So all sightings of a message have the same sequence number, before and after. Not thread-safe.
 */
final class SequenceBases {

    private final OpenSightings open;

    SequenceBases(OpenSightings open) {
        this.open = open;
    }

    /** Counts a new sighting by the base of its view. */
    void enter(int slot) {
        shift(slot, open.viewOf(slot).sequenceShift(open.end(slot)));
    }

    private void shift(int slot, int by) {
        if (by != 0) {
            open.setSequence(slot, open.sequence(slot) - by);
        }
    }

    private long baseOf(int slot) {
        return open.viewOf(slot).base(open.end(slot));
    }

    /** Whether the views of two sightings are known to count alike what is sent the way of these. */
    boolean areAlike(int a, int b) {
        return baseOf(a) == baseOf(b);
    }

    /** Two sightings are of one message, and their views of one class: the views count alike. */
    void unite(int head, int slot) {
        long base = baseOf(head);
        long goes = baseOf(slot);
        if (goes != base) {
            rebase(open.viewOf(slot).of, goes, base, 0);
        }
    }

    /**
     * The sighting's message turns out to be the other's, re-based: its views count by the other's base from now on.
     */
    void align(int other, int slot) {
        long base = baseOf(other);
        long goes = baseOf(slot);
        int by = open.sequence(slot) - open.sequence(other);
        ConnectionClass c = open.viewOf(slot).of;
        for (int head = c.firstOpen; head != OpenSightings.NONE; head = open.peer[head]) {
            for (int at = head; at != OpenSightings.NONE; at = open.next[at]) {
                if (baseOf(at) == goes) {
                    shift(at, by);
                }
            }
        }
        rebase(c, goes, base, by);
    }

    private static void rebase(ConnectionClass c, long goes, long base, int by) {
        for (SightedConnection view : c.views) {
            for (int end = 0; end < 2; end++) {
                if (view.base(end) == goes) {
                    view.rebase(end, base, by);
                }
            }
        }
    }
}

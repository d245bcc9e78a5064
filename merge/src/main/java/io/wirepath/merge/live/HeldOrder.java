package io.wirepath.merge.live;

/**
 * The held records of one sniffer, in the order of its clock. Most come in it, or a few places off: those are in a
 * ring. A record that was complete long after its last byte, when a pause had ended its message, is a stray. Not
 * thread-safe.
 *
 * <pre>
 *  ring    first ─► … ─► last     a record goes to its place among the last few
 *  strays  HeldHeap               one whose place is farther away
 * </pre>
 */
final class HeldOrder {

    /** So many places off a record goes into the ring. */
    private static final int FEW = 16;

    private final HeldSightings held;
    private final HeldHeap strays;
    private int[] ring = new int[64];

    /** Place of the first, counted for ever: its lowest bits are those in the ring. */
    private long from;

    /** Place after the last. */
    private long to;

    HeldOrder(HeldSightings held) {
        this.held = held;
        strays = new HeldHeap(held);
    }

    boolean isEmpty() {
        return from == to && strays.isEmpty();
    }

    int size() {
        return (int) (to - from) + strays.size();
    }

    /** Slot of the record that comes first; there must be one. */
    int first() {
        return isFirstStray() ? strays.first() : at(from);
    }

    private boolean isFirstStray() {
        return from == to || !strays.isEmpty() && held.isBefore(strays.first(), at(from));
    }

    private int at(long place) {
        return ring[(int) place & ring.length - 1];
    }

    /** Slot {@code i}, in no order. */
    int slot(int i) {
        int inRing = (int) (to - from);
        return i < inRing ? at(from + i) : strays.slot(i - inRing);
    }

    void add(int slot) {
        long place = to;
        long least = Math.max(from, to - FEW);
        while (place > least && held.isBefore(slot, at(place - 1))) {
            place--;
        }
        if (place > from && held.isBefore(slot, at(place - 1))) {
            strays.add(slot);
            return;
        }
        if (to - from == ring.length) {
            grow();
        }
        for (long p = to++; p > place; p--) {
            ring[(int) p & ring.length - 1] = at(p - 1);
        }
        ring[(int) place & ring.length - 1] = slot;
    }

    private void grow() {
        int[] larger = new int[2 * ring.length];
        for (long place = from; place != to; place++) {
            larger[(int) place & larger.length - 1] = at(place);
        }
        ring = larger;
    }

    /** Takes the first out. */
    void removeFirst() {
        if (isFirstStray()) {
            strays.removeFirst();
        } else {
            from++;
        }
    }
}

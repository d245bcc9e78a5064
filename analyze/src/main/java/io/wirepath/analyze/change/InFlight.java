package io.wirepath.analyze.change;

import java.util.PriorityQueue;

/** Counts how many requests a server has open when another one comes. Not thread-safe. */
public final class InFlight {

    private final PriorityQueue<Long> ends = new PriorityQueue<>();

    /**
     * How many came before this one and are not done.
     *
     * @param beginNanos when it comes, not before the one before
     * @param endNanos when it will be done
     */
    public int enter(long beginNanos, long endNanos) {
        while (!ends.isEmpty() && ends.element() <= beginNanos) {
            ends.remove();
        }
        int before = ends.size();
        ends.add(endNanos);
        return before;
    }
}

package io.wirepath.causes.fanin;

import java.util.List;

/**
 * A request that a node received together with others of the same path.
 *
 * @param kind where it came from
 * @param arrivalNanos when it came
 * @param departureNanos when it was answered; its arrival where no answer was seen
 * @param plan kinds of the calls made for it, in order of their numbers
 * @param firstCall kind of the first of them, or {@link #NO_CALL}
 * @param firstCallNanos when that was sent
 */
record GroupTask(
        int kind, long arrivalNanos, long departureNanos, List<Integer> plan, int firstCall, long firstCallNanos) {

    /** No call was made for the request. */
    static final int NO_CALL = -1;

    boolean makesCalls() {
        return firstCall != NO_CALL;
    }
}

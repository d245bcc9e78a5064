package io.wirepath.cluster.flink;

import java.util.Comparator;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.ToLongFunction;

/**
 * Shares work out to slots: the dearest first, each to the slot that was given least so far (Graham, <em>Bounds on
 * multiprocessing timing anomalies</em>, SIAM J. Appl. Math. 1969). Where work is done makes no difference to its
 * result. Used by one thread.
 */
final class SharedOut {

    private final long[] load;
    private final int begin;

    /**
     * Starts with nothing given.
     *
     * @param slots how many there are
     * @param begin the slot that comes first where several were given the same
     */
    SharedOut(int slots, int begin) {
        load = new long[slots];
        this.begin = begin;
    }

    /** Hands each piece of work over with its slot. */
    <T> void share(List<T> work, ToLongFunction<T> effort, ObjIntConsumer<T> to) {
        record Weighed<T>(T work, long effort) {}
        work.stream()
                .map(own -> new Weighed<>(own, effort.applyAsLong(own)))
                .sorted(Comparator.<Weighed<T>>comparingLong(Weighed::effort).reversed())
                .forEach(own -> {
                    int slot = leastLoaded();
                    load[slot] += own.effort();
                    to.accept(own.work(), slot);
                });
    }

    private int leastLoaded() {
        int least = begin;
        for (int i = 1; i < load.length; i++) {
            int slot = (begin + i) % load.length;
            least = load[slot] < load[least] ? slot : least;
        }
        return least;
    }
}

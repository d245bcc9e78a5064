package io.wirepath.analyze.truth;

import io.wirepath.analyze.truth.GeneratedTrace.TrueWait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What calls hold and wait for at a node: locks, connections of pools, threads of servers. First come, first served.
 * Not thread-safe.
 */
final class HeldResources {

    private record Key(String name, int node) {}

    private record Waiter(int call, long sinceNanos, LongConsumer goesOn) {}

    private static final class Held {
        private int free;
        private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();

        private Held(int free) {
            this.free = free;
        }
    }

    private final Map<String, Integer> sizes;
    private final Map<Key, Held> held = new HashMap<>();
    private final List<TrueWait> waits = new ArrayList<>();

    HeldResources(Map<String, Integer> sizes) {
        this.sizes = sizes;
    }

    /** Takes one of what a node has, now or when it is free; of nothing, now. */
    void take(@Nullable String name, int node, int call, long nanos, LongConsumer goesOn) {
        Held of = name == null ? null : of(name, node);
        if (of == null || of.free > 0) {
            if (of != null) {
                of.free--;
            }
            goesOn.accept(nanos);
        } else {
            of.waiting.add(new Waiter(call, nanos, goesOn));
        }
    }

    /** Gives back what a call took: the first that waits goes on. */
    void release(@Nullable String name, int node, int call, long nanos) {
        Held of = name == null ? null : of(name, node);
        Waiter next = of == null ? null : of.waiting.poll();
        if (of != null && next == null) {
            of.free++;
        } else if (next != null && name != null) {
            waits.add(new TrueWait(name, node, next.call, call, next.sinceNanos, nanos));
            next.goesOn.accept(nanos);
        }
    }

    private Held of(String name, int node) {
        return held.computeIfAbsent(new Key(name, node), key -> new Held(sizes.getOrDefault(name, 1)));
    }

    /** Who waited for whom, in the order of the ends of the waits. */
    List<TrueWait> waits() {
        return waits;
    }
}

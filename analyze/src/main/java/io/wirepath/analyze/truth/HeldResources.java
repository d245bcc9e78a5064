package io.wirepath.analyze.truth;

import io.wirepath.analyze.truth.GeneratedTrace.TrueWait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What calls hold and wait for at a node: locks, connections of pools, threads of servers. First come, first served.
 * Not thread-safe.
 */
final class HeldResources {

    /** What calls wait for that meet. */
    private static final String BARRIER = "barrier";

    /** From the end of one call to when the next goes on: longer than its connection rests. */
    private static final long HAND_OVER_NANOS = 20_000;

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
    private final Map<Key, List<Waiter>> meeting = new TreeMap<>(Comparator.comparingInt(Key::node));
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

    /** Waits at a node until so many calls have come; then they go on together, and all but the last have waited. */
    void meet(int count, int node, int call, long nanos, LongConsumer goesOn) {
        if (count == 1) {
            goesOn.accept(nanos);
            return;
        }
        Key key = new Key(BARRIER, node);
        List<Waiter> met = meeting.computeIfAbsent(key, unseen -> new ArrayList<>());
        met.add(new Waiter(call, nanos, goesOn));
        if (met.size() >= count) {
            meeting.remove(key);
            goOn(node, met);
        }
    }

    /** Lets those go on that wait for calls which never come; says no where none does. */
    boolean endMeetings() {
        Map<Key, List<Waiter>> left = new LinkedHashMap<>(meeting);
        meeting.clear();
        left.forEach((key, met) -> goOn(key.node, met));
        return !left.isEmpty();
    }

    private void goOn(int node, List<Waiter> met) {
        Waiter last = met.get(met.size() - 1);
        for (Waiter each : met) {
            if (each.sinceNanos < last.sinceNanos) {
                waits.add(new TrueWait(BARRIER, node, each.call, last.call, each.sinceNanos, last.sinceNanos));
            }
        }
        met.forEach(each -> each.goesOn.accept(last.sinceNanos));
    }

    /** Gives back what a call took: the first that waits goes on. */
    void release(@Nullable String name, int node, int call, long nanos) {
        Held of = name == null ? null : of(name, node);
        Waiter next = of == null ? null : of.waiting.poll();
        if (of != null && next == null) {
            of.free++;
        } else if (next != null && name != null) {
            waits.add(new TrueWait(name, node, next.call, call, next.sinceNanos, nanos));
            next.goesOn.accept(nanos + HAND_OVER_NANOS);
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

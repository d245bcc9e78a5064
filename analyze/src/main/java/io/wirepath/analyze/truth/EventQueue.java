package io.wirepath.analyze.truth;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What happens, in the order of its time; what happens at one time in the order in which it was told. Not thread-safe.
 */
final class EventQueue {

    private record Event(long nanos, long number, Runnable does) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private long told;

    /** Tells what happens at a time. */
    void at(long nanos, Runnable does) {
        events.add(new Event(nanos, told++, does));
    }

    /** Lets all happen, and what that tells. */
    void run() {
        while (!events.isEmpty()) {
            events.remove().does.run();
        }
    }
}

package io.wirepath.analyze.truth;

import java.util.List;

/**
 * Clients that go through a sequence of tracelets again and again.
 *
 * @param client service whose replicas the clients run on
 * @param sequence the tracelets, one after the other
 * @param instances clients at work in parallel
 * @param thinkTime from an answer, or the start, to the next request of the same client
 */
public record Workload(String client, List<CallTemplate> sequence, int instances, Delay thinkTime) {

    /** Refuses what would never make a message. */
    public Workload {
        sequence = List.copyOf(sequence);
        if (sequence.isEmpty() || instances < 1) {
            throw new IllegalArgumentException("a workload has at least one tracelet and one instance");
        }
    }

    /** The same with this many clients. */
    public Workload withInstances(int count) {
        return new Workload(client, sequence, count, thinkTime);
    }
}

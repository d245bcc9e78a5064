package io.wirepath.analyze.truth;

import java.util.List;

/**
 * Clients that go through a sequence of tracelets again and again: each thinks when it has its answer, or asks at its
 * own times, whether or not it has been answered.
 *
 * @param client service whose replicas the clients run on
 * @param sequence the tracelets, one after the other
 * @param instances clients at work in parallel
 * @param thinkTime from an answer, or the start, to the next request of the same client; from its request where it does
 *     not wait
 * @param waits whether a client waits for its answer
 */
public record Workload(String client, List<CallTemplate> sequence, int instances, Delay thinkTime, boolean waits) {

    /** Refuses what would never make a message. */
    public Workload {
        sequence = List.copyOf(sequence);
        if (sequence.isEmpty() || instances < 1) {
            throw new IllegalArgumentException("a workload has at least one tracelet and one instance");
        }
    }

    /** Clients that wait for their answers. */
    public Workload(String client, List<CallTemplate> sequence, int instances, Delay thinkTime) {
        this(client, sequence, instances, thinkTime, true);
    }

    /** The same with this many clients. */
    public Workload withInstances(int count) {
        return new Workload(client, sequence, count, thinkTime, waits);
    }
}

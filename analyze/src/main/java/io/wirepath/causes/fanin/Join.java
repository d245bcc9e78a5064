package io.wirepath.causes.fanin;

import java.util.List;

/**
 * A node that sends because of several messages together.
 *
 * @param node number of the node
 * @param kind how messages come together
 * @param joined what usually comes together, by sender and port, in alphabetical order
 * @param size number of messages that usually come together; of a timed batch, the most
 * @param timerNanos how long the first message of a timed batch waits at most, ns; 0 where a clock ticks or no timer is
 * @param times how often exactly that was seen
 * @param gainNats how much better the join explains the sending than single causes do, as a log-likelihood ratio; 0
 *     where acknowledgements alone tell of it
 */
public record Join(int node, Kind kind, List<String> joined, int size, long timerNanos, int times, double gainNats) {

    /** How messages come together. */
    public enum Kind {
        /** Several requests of one path; what the node sends follows the last of them. */
        FAN_IN,
        /** So many messages, whatever their paths, are answered for by one. */
        BATCH,
        /** Messages are gathered until a timer fires. */
        TIMED_BATCH,
        /** Messages are gathered, as their acknowledgements tell; what ends that is not known. */
        GATHERED
    }

    /** Keeps its own copy. */
    public Join {
        joined = List.copyOf(joined);
    }
}

package io.wirepath.merge.match;

import io.wirepath.merge.clock.ClockModel;
import java.util.List;

/**
 * How long a message waits that every sniffer has seen which knows its connection: for one that has not seen the
 * connection before. The farther the sniffers lie apart, and the more often the network between them loses a packet and
 * has to send it again, the longer; what the sampled messages took tells.
 */
public final class CompleteWait {

    /**
     * Where nothing tells: the way around the world, or a first retransmission as most systems make it, after 200 ms.
     */
    public static final long LONGEST_NANOS = 250_000_000L;

    private static final long SHORTEST_NANOS = 10_000_000L;

    /** So many times the longest that a sampled message took. */
    private static final long TIMES = 4;

    /** Fewer messages of a pair do not tell what happens seldom. */
    private static final long ENOUGH = 10_000;

    private CompleteWait() {}

    /** The wait, nanoseconds, that the messages tell which two sniffers saw. */
    public static long of(List<ClockModel.Pair> pairs) {
        long wait = pairs.isEmpty() ? LONGEST_NANOS : SHORTEST_NANOS;
        for (ClockModel.Pair pair : pairs) {
            boolean tells = pair.clock().matched() >= ENOUGH;
            wait = Math.max(wait, tells ? TIMES * pair.clock().apartNanos() : LONGEST_NANOS);
        }
        return Math.min(wait, LONGEST_NANOS);
    }
}

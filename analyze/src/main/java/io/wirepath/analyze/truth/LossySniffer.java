package io.wirepath.analyze.truth;

import java.util.stream.IntStream;

/**
 * A sniffer that takes at most so many packets a second and queues the others; what finds the queue full is lost, so
 * losses come in bursts (Project 5 §7.5.5).
 *
 * @param packetsPerSecond peak rate; infinite for a sniffer that loses nothing
 * @param queue packets that wait at most
 */
public record LossySniffer(double packetsPerSecond, int queue) {

    /** The paper's queue. */
    public static final int QUEUE = 64;

    private static final double NANOS_PER_SECOND = 1e9;

    /** Refuses a sniffer that never sees anything. */
    public LossySniffer {
        if (!(packetsPerSecond > 0) || queue < 1) {
            throw new IllegalArgumentException("a sniffer has a rate above zero and a queue of at least one packet");
        }
    }

    /** One that loses nothing. */
    public static LossySniffer none() {
        return new LossySniffer(Double.POSITIVE_INFINITY, QUEUE);
    }

    /**
     * Which packets are captured.
     *
     * @param nanos when each passes, in any order
     */
    public boolean[] seen(long[] nanos) {
        boolean[] seen = new boolean[nanos.length];
        int[] order = IntStream.range(0, nanos.length)
                .boxed()
                .sorted((a, b) -> Long.compare(nanos[a], nanos[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        double waiting = 0;
        long before = order.length == 0 ? 0 : nanos[order[0]];
        for (int packet : order) {
            double served =
                    nanos[packet] == before ? 0 : (nanos[packet] - before) / NANOS_PER_SECOND * packetsPerSecond;
            waiting = Math.max(0, waiting - served);
            before = nanos[packet];
            seen[packet] = waiting + 1 <= queue || packetsPerSecond == Double.POSITIVE_INFINITY;
            waiting += seen[packet] ? 1 : 0;
        }
        return seen;
    }
}

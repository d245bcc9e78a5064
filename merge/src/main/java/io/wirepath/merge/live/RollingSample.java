package io.wirepath.merge.live;

import io.wirepath.merge.sample.ConsistentSample;
import java.nio.ByteBuffer;

/**
 * A consistent sample of what one sniffer saw lately: two generations, of which the older goes when the younger is
 * old enough. Time is the sniffer's own. Not thread-safe.
 */
final class RollingSample {

    /** Messages in a generation: the minimum of a clock's envelope needs some hundred. */
    private static final int CAPACITY = 1 << 12;

    private final long spanNanos;
    private ConsistentSample older = new ConsistentSample(CAPACITY);
    private ConsistentSample younger = new ConsistentSample(CAPACITY);
    private long olderFrom = Long.MAX_VALUE;
    private long youngerFrom = Long.MAX_VALUE;
    private long until = Long.MIN_VALUE;

    RollingSample(long spanNanos) {
        this.spanNanos = spanNanos;
    }

    void offer(ByteBuffer records, int at) {
        younger.offer(records, at);
    }

    /** The sniffer's clock has come so far. */
    void progress(long nanos) {
        youngerFrom = Math.min(youngerFrom, nanos);
        until = Math.max(until, nanos);
        if (until - youngerFrom > spanNanos) {
            older = younger;
            olderFrom = youngerFrom;
            younger = new ConsistentSample(CAPACITY);
            youngerFrom = until;
        }
    }

    /** Forgets everything: the clock was set. */
    void clear() {
        older = new ConsistentSample(CAPACITY);
        younger = new ConsistentSample(CAPACITY);
        olderFrom = Long.MAX_VALUE;
        youngerFrom = Long.MAX_VALUE;
        until = Long.MIN_VALUE;
    }

    ConsistentSample both() {
        return ConsistentSample.union(older, younger);
    }

    /** First and last moment of the sniffer's clock in the sample; zeros when there is none. */
    long[] active() {
        return until == Long.MIN_VALUE ? new long[2] : new long[] {Math.min(olderFrom, youngerFrom), until};
    }
}

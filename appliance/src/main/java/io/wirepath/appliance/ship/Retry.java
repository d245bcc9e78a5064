package io.wirepath.appliance.ship;

import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: a random time up to a bound that grows, so that many sniffers which lost
 * one receiver do not come back in the same moment. Not thread-safe.
 *
 * <pre>
 *  failure     1     2     3     …    40    41    42   …
 *  bound, s   0.25  0.5   0.5   0.5   0.5    1     2   …  30
 * </pre>
 *
 * <p>A receiver that is started again is back within seconds: so long nobody waits longer than half a one.
 */
public final class Retry {

    /** Bound of the first wait. */
    static final long FIRST_NANOS = 250_000_000L;

    /** Bound of the waits while the receiver may just be starting. */
    static final long SOON_NANOS = 500_000_000L;

    /** So many failures are taken for that. */
    static final int SOON_FAILURES = 40;

    /** Bound of every later wait. */
    static final long LONGEST_NANOS = 30_000_000_000L;

    private final RandomGenerator random;
    private long boundNanos = FIRST_NANOS;
    private int failures;

    /** Starts without failures. */
    public Retry(RandomGenerator random) {
        this.random = random;
    }

    /** The wait after one more failure, nanoseconds: at least an eighth of the bound. */
    public long nextNanos() {
        long wait = random.nextLong(boundNanos / 8, boundNanos + 1);
        failures++;
        boundNanos = Math.min(2 * boundNanos, failures < SOON_FAILURES ? SOON_NANOS : LONGEST_NANOS);
        return wait;
    }

    /** An attempt went well: the next failure is a first one. */
    public void succeeded() {
        boundNanos = FIRST_NANOS;
        failures = 0;
    }
}

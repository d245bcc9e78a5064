package io.wirepath.appliance.ship;

import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: a random time up to a bound that doubles with each failure, so that many sniffers
 * which lost one receiver do not come back in the same moment. Not thread-safe.
 */
final class Retry {

    /** Bound of the first wait. */
    static final long FIRST_NANOS = 250_000_000L;

    /** Bound of every later wait. */
    static final long LONGEST_NANOS = 30_000_000_000L;

    private final RandomGenerator random;
    private long boundNanos = FIRST_NANOS;

    Retry(RandomGenerator random) {
        this.random = random;
    }

    /** The wait after one more failure, nanoseconds: at least an eighth of the bound. */
    long nextNanos() {
        long wait = random.nextLong(boundNanos / 8, boundNanos + 1);
        boundNanos = Math.min(2 * boundNanos, LONGEST_NANOS);
        return wait;
    }

    /** An attempt went well: the next failure is a first one. */
    void succeeded() {
        boundNanos = FIRST_NANOS;
    }
}

package io.wirepath.appliance.serve.run;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time of day as it was when the service started, and how long it has run since: a step of the machine's clock
 * does not make all sniffers look silent, or the next checkpoint an hour away. Thread-safe.
 */
final class SteadyClock implements LongSupplier {

    private final LongSupplier ticker;
    private final long beginNanos;
    private final long beginTick;

    /**
     * Starts now.
     *
     * @param wall the time of day, nanoseconds since the epoch; asked once
     * @param ticker nanoseconds from anywhere, that only go forward
     */
    SteadyClock(LongSupplier wall, LongSupplier ticker) {
        this.ticker = ticker;
        beginNanos = wall.getAsLong();
        beginTick = ticker.getAsLong();
    }

    /** This machine's. */
    static SteadyClock ofMachine() {
        return new SteadyClock(SteadyClock::wallNanos, System::nanoTime);
    }

    /** This machine's time of day, nanoseconds since the epoch. */
    static long wallNanos() {
        return TimeUnit.MILLISECONDS.toNanos(Clock.systemUTC().millis());
    }

    @Override
    public long getAsLong() {
        return beginNanos + ticker.getAsLong() - beginTick;
    }
}

package io.wirepath.appliance.serve.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How long answers to each caller may take, so that one who asks without end leaves room for the others: each has some
 * time at hand, which work on his requests takes up, whoever of several at once, and which comes back as time goes by.
 * Who has none left is refused until some is back. Thread-safe.
 */
final class CallerBudgets {

    /** What a caller has at hand who did not ask for a while. */
    static final Duration AT_HAND = Duration.ofSeconds(30);

    /** What comes back a second: of eight requests that are worked on at a time, two are a caller's to keep busy. */
    static final int BACK_A_SECOND = 2;

    /** Callers that are remembered; who asked longest ago is forgotten, and has all at hand again. */
    private static final int MAX_CALLERS = 1000;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final LongSupplier ticker;

    /** Time that each has taken up and that is not back yet, by name. */
    private final Map<String, Taken> taken = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * What a caller has taken up.
     *
     * @param nanos so much at a moment
     * @param at this moment
     */
    private record Taken(long nanos, long at) {

        Taken later(long now, long more) {
            return new Taken(Math.max(0, nanos - BACK_A_SECOND * (now - at)) + more, now);
        }
    }

    /** Everybody has all at hand. */
    CallerBudgets(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** How many seconds a caller has to wait until he may ask; 0 where he may now. */
    long waitSeconds(String caller) {
        long over = add(caller, 0) - AT_HAND.toNanos();
        return over <= 0 ? 0 : over / BACK_A_SECOND / SECOND + 1;
    }

    /** The present moment, by which work takes time, ns. */
    long now() {
        return ticker.getAsLong();
    }

    /** Work on a request of this caller took so long. */
    void took(String caller, long nanos) {
        long unused = add(caller, nanos);
    }

    private synchronized long add(String caller, long more) {
        long now = now();
        Taken after = taken.getOrDefault(caller, new Taken(0, now)).later(now, more);
        taken.put(caller, after);
        if (taken.size() > MAX_CALLERS) {
            taken.remove(taken.keySet().iterator().next());
        }
        return after.nanos;
    }
}

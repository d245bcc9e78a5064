package io.wirepath.appliance.serve.http;

import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.causes.LruMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Who shows wrong tokens. After {@value #FREE} of them an address is refused for a second, then for twice as long after
 * each further one, at most {@value #MAX_SECONDS} s; the first and each doubling are logged. Thread-safe.
 */
final class FailedSignIns {

    private static final int FREE = 5;
    private static final int MAX_SECONDS = 32;

    /** Addresses that are remembered: those that failed last. */
    private static final int MAX_ADDRESSES = 4096;

    private final LongSupplier ticker;
    private final Consumer<String> log;
    private final Map<String, Failures> byAddress = new LruMap<>(MAX_ADDRESSES);

    private record Failures(long count, long refusedUntilNanos) {}

    /**
     * Nobody has failed yet.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     * @param log takes a line for addresses that fail
     */
    FailedSignIns(LongSupplier ticker, Consumer<String> log) {
        this.ticker = ticker;
        this.log = LogBudget.of(log, ticker);
    }

    /** Refuses an address that failed too often lately. */
    synchronized void check(String address) {
        Failures own = byAddress.get(address);
        if (own != null && own.count > FREE && own.refusedUntilNanos - ticker.getAsLong() > 0) {
            throw new Problem(429, "too many wrong tokens came from " + address, "wait up to " + MAX_SECONDS + " s");
        }
    }

    /** An address showed a wrong token. */
    synchronized void failed(String address) {
        Failures own = byAddress.get(address);
        long count = own == null ? 1 : own.count + 1;
        long seconds = count <= FREE ? 0 : Math.min(MAX_SECONDS, 1L << Math.min(Integer.SIZE, count - FREE - 1));
        byAddress.put(address, new Failures(count, ticker.getAsLong() + TimeUnit.SECONDS.toNanos(seconds)));
        if (Long.bitCount(count) == 1) {
            log.accept(count + " wrong tokens from " + address);
        }
    }

    /** An address showed the right token. */
    synchronized void succeeded(String address) {
        byAddress.remove(address);
    }
}

package io.wirepath.appliance.serve.history;

import io.wirepath.sniffer.CounterSet;
import java.util.List;

/** The counters of the history, counted by the threads that write and read it. Thread-safe. */
public final class HistoryCounters {

    private final CounterSet<HistoryCounter> set = new CounterSet<>(HistoryCounter.class);

    /** Adds one. */
    public synchronized void increment(HistoryCounter counter) {
        set.increment(counter);
    }

    /** The present value. */
    public synchronized long get(HistoryCounter counter) {
        return set.get(counter);
    }

    /** All of them. */
    public synchronized List<CounterSet.Value> values() {
        return set.values();
    }
}

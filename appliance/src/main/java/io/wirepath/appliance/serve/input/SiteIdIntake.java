package io.wirepath.appliance.serve.input;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.pipeline.IdentifiedCalls;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Identifiers that requests carry, until the windows of their time are analysed. Kept in memory, the oldest forgotten
 * of the sniffer with most forgotten where there is no room: nothing but the measure of links, and the trace that spans
 * join, depends on them. Thread-safe.
 */
public final class SiteIdIntake {

    /** One for so much of the heap: they take a sixteenth of it at most. */
    static final long HEAP_OF_ONE = 4096;

    private final long most;
    private final Map<String, Deque<Entry>> bySniffer = new HashMap<>();
    private long size;
    private final CounterSet<SiteIdCounter> counters = new CounterSet<>(SiteIdCounter.class);

    private record Entry(
            long nanos,
            long sourceHigh,
            long sourceLow,
            int sourcePort,
            long destinationHigh,
            long destinationLow,
            int destinationPort,
            long digest,
            SiteId id) {

        IdentifiedCalls.Kept kept(int number) {
            return new IdentifiedCalls.Kept(
                    number,
                    IdentifiedCalls.direction(
                            sourceHigh, sourceLow, sourcePort, destinationHigh, destinationLow, destinationPort),
                    nanos,
                    digest,
                    id);
        }
    }

    /** Has room for so many. */
    SiteIdIntake(long most) {
        this.most = most;
    }

    /** Takes what a request carries. */
    synchronized void take(String sniffer, Sighting request, SiteId id) {
        Deque<Entry> own = bySniffer.computeIfAbsent(sniffer, unseen -> new ArrayDeque<>());
        if (size >= most) {
            Collections.max(bySniffer.values(), Comparator.comparingInt(Deque::size))
                    .removeFirst();
            size--;
            counters.increment(SiteIdCounter.IDS_FORGOTTEN);
        }
        counters.increment(SiteIdCounter.IDS);
        size++;
        own.add(new Entry(
                request.firstByteNanos(),
                request.sourceHigh(),
                request.sourceLow(),
                request.sourcePort(),
                request.destinationHigh(),
                request.destinationLow(),
                request.destinationPort(),
                request.digest(),
                id));
    }

    /**
     * Those of a window. Windows come in order of their time, so what lies before this one is forgotten.
     *
     * @param sniffers by number
     * @param merge what is known of their clocks, or null
     */
    public synchronized List<IdentifiedCalls.Kept> within(
            List<SnifferLedger.Entry> sniffers, TimeSpan window, @Nullable MergeResult merge) {
        List<IdentifiedCalls.Kept> within = new ArrayList<>();
        for (int i = 0; i < sniffers.size(); i++) {
            int number = i;
            Deque<Entry> own = bySniffer.get(sniffers.get(number).name());
            if (own != null) {
                size -= own.size();
                own.removeIf(entry -> {
                    long nanos = merge == null ? entry.nanos : merge.byReference(number, entry.nanos);
                    if (window.holds(nanos)) {
                        within.add(entry.kept(number));
                    }
                    return nanos < window.fromNanos();
                });
                size += own.size();
            }
        }
        return within;
    }

    /** What became of them. */
    public synchronized List<CounterSet.Value> counters() {
        return counters.values();
    }
}

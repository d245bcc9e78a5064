package io.wirepath.appliance.sniff;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The end of a sniffer's pipeline: everything goes into the spool, and at the ends of blocks what others want to have written.
 * Used by one thread, but for {@link #note}.
 */
final class SpoolingSink implements SightingSink {

    private final SpoolWriter writer;
    private final Runnable onBlock;
    private final Queue<String> notes = new ConcurrentLinkedQueue<>();
    private boolean toldAll;

    /**
     * Writes into this spool.
     *
     * @param onBlock called when a block has passed
     */
    SpoolingSink(SpoolWriter writer, Runnable onBlock) {
        this.writer = writer;
        this.onBlock = onBlock;
    }

    @Override
    public void onSighting(Sighting sighting) {
        writer.onSighting(sighting);
    }

    @Override
    public void onOperation(Sighting sighting, String operation) {
        writer.onOperation(sighting, operation);
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        writer.onName(addressHigh, addressLow, name, origin);
    }

    @Override
    public void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
        writer.onOuterLayers(connection, sourceHigh, sourceLow, sourcePort, layers);
    }

    @Override
    public void onConnectionEnd(ConnectionEnd end) {
        writer.onConnectionEnd(end);
    }

    @Override
    public void onProgress(long timeNanos) {
        if (timeNanos != Long.MIN_VALUE) {
            writer.onProgress(timeNanos);
        }
        for (String note = notes.poll(); note != null; note = notes.poll()) {
            writer.note(Math.max(0, timeNanos), note);
        }
        onBlock.run();
    }

    /** Has a sentence written into the spool; any thread may call this. */
    void note(String sentence) {
        notes.add(sentence);
    }

    /** Writes the counters: all of them the first time, then those that are not zero. */
    void counters(FlowReport report) {
        List<CounterSet.Value> all = withSpool(report);
        if (toldAll) {
            all.removeIf(value -> value.value() == 0);
        }
        toldAll = true;
        writer.counters(report.firstNanos(), report.lastNanos(), all);
    }

    /** Writes all counters, and the end of the run. */
    void end(FlowReport report) {
        toldAll = false;
        counters(report);
        writer.end();
    }

    /** The counters of the pipeline and of the spool. */
    List<CounterSet.Value> withSpool(FlowReport report) {
        List<CounterSet.Value> all = new ArrayList<>(report.counters());
        all.addAll(writer.counters().values());
        return all;
    }
}

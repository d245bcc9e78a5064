package io.wirepath.appliance.sniff;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.ConversationRecord;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.merge.spool.SpoolCounter;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.file.PacketRing;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a sniffer's pipeline: everything goes into the spool but what {@link FloodBudget} leaves out of a flood,
 * and at the ends of blocks what others want to have written. Used by one thread, but for {@link #note}.
 */
final class SpoolingSink implements SightingSink {

    private final SpoolWriter writer;
    private final Runnable onBlock;
    private final Queue<String> notes = new ConcurrentLinkedQueue<>();
    private final FloodBudget budget;
    private final @Nullable PacketRing packets;
    private final Consumer<String> tell;
    private boolean allWritten;
    private @Nullable String operation;
    private @Nullable SiteId id;
    private long progressNanos = Long.MIN_VALUE;

    /**
     * When something was left out last, by the capture's time, and how much since the flood began; 0 where there is
     * none.
     */
    private long floodNanos;

    private long flooded;

    /**
     * Writes into this spool.
     *
     * @param budget what of a flood is taken
     * @param packets the ring of packets beside it, whose counters are told too; null for none
     * @param tell takes a sentence when a flood begins and when it is over
     * @param onBlock called when a block has passed
     */
    SpoolingSink(
            SpoolWriter writer,
            FloodBudget budget,
            @Nullable PacketRing packets,
            Consumer<String> tell,
            Runnable onBlock) {
        this.writer = writer;
        this.budget = budget;
        this.packets = packets;
        this.tell = tell;
        this.onBlock = onBlock;
    }

    @Override
    public void onSighting(Sighting sighting) {
        String asked = operation;
        SiteId carried = id;
        operation = null;
        id = null;
        if (!budget.takes(sighting)) {
            leaveOut(SpoolCounter.SIGHTINGS_LEFT_OUT_OF_FLOODS, sighting);
            return;
        }
        if (asked != null) {
            writer.onOperation(sighting, asked);
        }
        if (carried != null) {
            writer.onSiteId(sighting, carried);
        }
        writer.onSighting(sighting);
    }

    private void leaveOut(SpoolCounter counter, ConversationRecord record) {
        writer.counters().increment(counter);
        floodNanos = progressNanos;
        if (flooded++ == 0) {
            tell.accept("Flood: more comes than the spool has room for, at present between "
                    + AddressText.of(record.sourceHigh(), record.sourceLow()) + " and "
                    + AddressText.of(record.destinationHigh(), record.destinationLow())
                    + "; who sends most is cut first, and what is left out is counted.");
        }
    }

    @Override
    public void onOperation(Sighting sighting, String asked) {
        operation = asked;
    }

    @Override
    public void onSiteId(Sighting sighting, SiteId carried) {
        id = carried;
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        if (budget.takes(addressHigh, addressLow)) {
            writer.onName(addressHigh, addressLow, name, origin);
        } else {
            writer.counters().increment(SpoolCounter.NAMES_LEFT_OUT_OF_FLOODS);
        }
    }

    @Override
    public void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
        writer.onOuterLayers(connection, sourceHigh, sourceLow, sourcePort, layers);
    }

    @Override
    public void onConnectionEnd(ConnectionEnd end) {
        if (budget.takes(end)) {
            writer.onConnectionEnd(end);
        } else {
            leaveOut(SpoolCounter.CONNECTION_ENDS_LEFT_OUT_OF_FLOODS, end);
        }
    }

    @Override
    public void onProgress(long timeNanos) {
        if (timeNanos != Long.MIN_VALUE) {
            progressNanos = timeNanos;
            budget.onTime(timeNanos);
            if (flooded > 0 && Math.abs(timeNanos - floodNanos) > 2 * FloodBudget.HALVED_NANOS) {
                tell.accept("The flood is over: " + flooded + " records were left out.");
                flooded = 0;
            }
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
        if (allWritten) {
            all.removeIf(value -> value.value() == 0);
        }
        allWritten = true;
        writer.counters(report.firstNanos(), report.lastNanos(), all);
    }

    /** Writes all counters, and the end of the run. */
    void end(FlowReport report) {
        allWritten = false;
        counters(report);
        writer.end();
    }

    /** The counters of the pipeline, of the spool, and of the ring. */
    List<CounterSet.Value> withSpool(FlowReport report) {
        List<CounterSet.Value> all = new ArrayList<>(report.counters());
        all.addAll(writer.counters().values());
        if (packets != null) {
            all.addAll(packets.counters().values());
        }
        return all;
    }
}

package io.wirepath.flows.pipeline;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.message.SightingBatch;
import io.wirepath.flows.names.ProcessNames;
import io.wirepath.sniffer.CaptureRing;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Hands what the shards found in a block to the sink, in one order that does not depend on the workers: names first,
 * shard by shard, then the layers around new connections, then sightings by the frame that completed each and, for one
 * frame, by shard, for the last of the block by their times; then the connections that ended, by shard.
 *
 * <p>Sightings are put in order by counting: how many each frame completed says where those of the next one begin.
 */
final class BatchCollector implements CaptureRing.Handler<FlowSlot> {

    private static final int SHARD_BITS = Integer.numberOfTrailingZeros(FlowShard.SHARDS);

    /** Of a key by which is sorted: the lowest bits say where the sighting is, those above when it passed. */
    private static final int PLACE_BITS = 24;

    private static final long MAX_MICROS = (1L << Long.SIZE - 1 - PLACE_BITS) - 1;

    private final SightingSink sink;
    private final PipelineControl control;
    private final DoubleSupplier ringFilling;
    private final Sighting sighting = new Sighting();
    private final ConnectionEnd end = new ConnectionEnd();
    private final PacketView packet = new PacketView();
    private final ProcessNames processes = new ProcessNames();
    private int[] places = new int[0];
    private int[] order = new int[0];
    private long[] times = new long[0];
    private int[] late = new int[0];

    BatchCollector(SightingSink sink, PipelineControl control, DoubleSupplier ringFilling) {
        this.sink = sink;
        this.control = control;
        this.ringFilling = ringFilling;
    }

    @Override
    public void onSlot(FlowSlot slot) {
        tellNotes(slot);
        for (SightingBatch batch : slot.batches) {
            for (int i = 0; i < batch.nameCount(); i++) {
                sink.onName(batch.nameAddressHigh(i), batch.nameAddressLow(i), batch.name(i), batch.nameOrigin(i));
            }
        }
        for (SightingBatch batch : slot.batches) {
            batch.tellOuterLayers(sink);
        }
        int total = sort(slot);
        for (int i = 0; i < total; i++) {
            int entry = order[i];
            SightingBatch batch = slot.batches[entry & FlowShard.SHARDS - 1];
            batch.wrap(entry >>> SHARD_BITS, sighting);
            String operation = batch.operation(entry >>> SHARD_BITS);
            if (operation != null) {
                sink.onOperation(sighting, operation);
            }
            SiteId id = batch.id(entry >>> SHARD_BITS);
            if (id != null) {
                sink.onSiteId(sighting, id);
            }
            sink.onSighting(sighting);
        }
        handEnds(slot.batches);
        control.passed(ringFilling.getAsDouble());
        if (slot.counters != null) {
            control.tell(slot.counters.report(Optional.empty()));
        }
        sink.onProgress(slot.nowNanos);
    }

    private void tellNotes(FlowSlot slot) {
        for (BlockNotes.Name each : slot.notes.names()) {
            long[] address = AddressText.halves(each.address());
            String name = ProcessNames.safe(each.name());
            if (!name.isEmpty()) {
                sink.onName(address[0], address[1], name, NameOrigin.CAPTURE);
            }
        }
        int at = 0;
        for (BlockNotes.FrameComment comment : slot.notes.comments()) {
            while (at < slot.packets.count() && slot.packets.frame(at) < comment.frame()) {
                at++;
            }
            if (at < slot.packets.count() && slot.packets.frame(at) == comment.frame()) {
                packet.wrap(slot.packets, at);
                long high = comment.sent() ? packet.sourceHigh() : packet.destinationHigh();
                long low = comment.sent() ? packet.sourceLow() : packet.destinationLow();
                processes.add(high, low, comment.comment());
            }
        }
        if (slot.endOfCapture) {
            processes.tell(sink::onName);
        }
    }

    /** What comments said of addresses that have no name by them; to be asked at the end. */
    List<String> remarks() {
        return processes.remarks();
    }

    private void handEnds(SightingBatch[] batches) {
        for (SightingBatch batch : batches) {
            for (int i = 0; i < batch.endCount(); i++) {
                sink.onConnectionEnd(batch.wrapEnd(i, end));
            }
        }
    }

    /** Writes number and shard of each sighting into {@link #order}; returns how many there are. */
    private int sort(FlowSlot slot) {
        long firstFrame = Math.min(slot.block.frameNumber(0), slot.lastFrame);
        int frames = (int) (slot.lastFrame - firstFrame) + 1;
        int[] next = cleared(frames + 1);
        int total = 0;
        for (SightingBatch batch : slot.batches) {
            int count = batch.count();
            total += count;
            for (int i = 0; i < count; i++) {
                next[(int) (batch.triggerFrame(i) - firstFrame) + 1]++;
            }
        }
        for (int frame = 1; frame < frames; frame++) {
            next[frame] += next[frame - 1];
        }
        if (order.length < total) {
            order = new int[Math.max(total, 2 * order.length)];
        }
        for (int shard = 0; shard < FlowShard.SHARDS; shard++) {
            SightingBatch batch = slot.batches[shard];
            int count = batch.count();
            for (int i = 0; i < count; i++) {
                order[next[(int) (batch.triggerFrame(i) - firstFrame)]++] = i << SHARD_BITS | shard;
            }
        }
        putInTime(slot.batches, frames > 1 ? next[frames - 2] : 0, total);
        return total;
    }

    /**
     * What no frame completed, but that time passed or the capture ended, comes in the order in which it passed: from
     * one place in {@link #order} to another.
     */
    private void putInTime(SightingBatch[] batches, int from, int to) {
        int count = to - from;
        if (count < 2) {
            return;
        }
        if (times.length < count) {
            times = new long[Math.max(count, 2 * times.length)];
            late = new int[times.length];
        }
        long first = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            int entry = order[from + i];
            times[i] = batches[entry & FlowShard.SHARDS - 1].lastByteNanos(entry >>> SHARD_BITS);
            first = Math.min(first, times[i]);
        }
        for (int i = 0; i < count; i++) {
            long micros = Math.min((times[i] - first) / 1000, MAX_MICROS);
            times[i] = micros << PLACE_BITS | i;
        }
        Arrays.sort(times, 0, count);
        System.arraycopy(order, from, late, 0, count);
        for (int i = 0; i < count; i++) {
            order[from + i] = late[(int) times[i] & (1 << PLACE_BITS) - 1];
        }
    }

    private int[] cleared(int length) {
        if (places.length < length) {
            places = new int[Math.max(length, 2 * places.length)];
        } else {
            Arrays.fill(places, 0, length, 0);
        }
        return places;
    }
}

package io.wirepath.flows;

import io.wirepath.flows.message.SightingBatch;
import io.wirepath.sniffer.CaptureRing;
import java.util.Arrays;

/**
 * Hands what the shards found in a block to the sink, in one order that does not depend on the workers: names first, then
 * sightings, each by the frame that completed it and, for one frame, by shard.
 */
final class BatchCollector implements CaptureRing.Handler<FlowSlot> {

    private static final long EXHAUSTED = Long.MAX_VALUE;

    private final SightingSink sink;
    private final Sighting sighting = new Sighting();
    private final int[] next = new int[FlowShard.SHARDS];
    private final long[] frame = new long[FlowShard.SHARDS];

    BatchCollector(SightingSink sink) {
        this.sink = sink;
    }

    @Override
    public void onSlot(FlowSlot slot) {
        SightingBatch[] batches = slot.batches;
        Arrays.fill(next, 0);
        for (int i = 0; i < frame.length; i++) {
            frame[i] = nameFrame(batches[i], 0);
        }
        for (int shard = earliest(); frame[shard] != EXHAUSTED; shard = earliest()) {
            SightingBatch batch = batches[shard];
            int at = next[shard]++;
            sink.onName(batch.nameAddressHigh(at), batch.nameAddressLow(at), batch.name(at), batch.nameOrigin(at));
            frame[shard] = nameFrame(batch, next[shard]);
        }
        Arrays.fill(next, 0);
        for (int i = 0; i < frame.length; i++) {
            frame[i] = sightingFrame(batches[i], 0);
        }
        for (int shard = earliest(); frame[shard] != EXHAUSTED; shard = earliest()) {
            SightingBatch batch = batches[shard];
            sink.onSighting(batch.wrap(next[shard]++, sighting));
            frame[shard] = sightingFrame(batch, next[shard]);
        }
        sink.onProgress(slot.nowNanos);
    }

    private static long nameFrame(SightingBatch batch, int at) {
        return at < batch.nameCount() ? batch.nameTriggerFrame(at) : EXHAUSTED;
    }

    private static long sightingFrame(SightingBatch batch, int at) {
        return at < batch.count() ? batch.triggerFrame(at) : EXHAUSTED;
    }

    /** The lowest shard of those whose next entry has the lowest frame. */
    private int earliest() {
        int found = 0;
        for (int i = 1; i < frame.length; i++) {
            if (frame[i] < frame[found]) {
                found = i;
            }
        }
        return found;
    }
}

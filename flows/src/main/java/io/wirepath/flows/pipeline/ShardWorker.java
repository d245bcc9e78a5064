package io.wirepath.flows.pipeline;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.message.MessageAssembler;
import io.wirepath.flows.message.MessageCounter;
import io.wirepath.flows.message.SightingBatch;
import io.wirepath.flows.message.SiteEvidence;
import io.wirepath.flows.tls.Decryption;
import io.wirepath.flows.tls.DecryptionCounter;
import io.wirepath.sniffer.CaptureRing;
import io.wirepath.sniffer.CounterSet;

/**
 * Reassembles and cuts into messages what belongs to its shards: worker w of n has those with a number s where s mod n
 * is w. Looks at every block.
 */
final class ShardWorker implements CaptureRing.Handler<FlowSlot> {

    private final FlowShard[] shards = new FlowShard[FlowShard.SHARDS];
    private final MessageAssembler[] assemblers = new MessageAssembler[FlowShard.SHARDS];
    private final Decryption[] decryptions = new Decryption[FlowShard.SHARDS];
    private final SiteEvidence site = new SiteEvidence();
    private final PacketView view = new PacketView();
    private final CounterSet<SamplingCounter> sampling = new CounterSet<>(SamplingCounter.class);
    private PipelineTuning tuning = PipelineTuning.EVERYTHING;
    private final int worker;
    private final int workers;

    ShardWorker(FlowSettings settings, int worker, int workers) {
        this.worker = worker;
        this.workers = workers;
        for (int shard = worker; shard < FlowShard.SHARDS; shard += workers) {
            assemblers[shard] = new MessageAssembler(settings.message(), new SightingBatch(), site);
            decryptions[shard] = new Decryption(settings.keys(), assemblers[shard]);
            shards[shard] = new FlowShard(settings.tcp(), settings.udp(), decryptions[shard]);
        }
    }

    @Override
    public void onSlot(FlowSlot slot) {
        if (!slot.tuning.equals(tuning)) {
            tune(slot.tuning);
        }
        for (int shard = worker; shard < FlowShard.SHARDS; shard += workers) {
            slot.batches[shard].reset();
            assemblers[shard].emitTo(slot.batches[shard]);
        }
        site.take(slot.packets);
        takePackets(slot.packets, slot.batches, tuning.keepsAll());
        for (int shard = worker; shard < FlowShard.SHARDS; shard += workers) {
            slot.batches[shard].trigger(slot.lastFrame);
            if (slot.endOfCapture) {
                shards[shard].onEndOfCapture(slot.nowNanos);
            } else {
                shards[shard].onBlockEnd(slot.nowNanos);
            }
        }
        if (slot.counters != null) {
            addCounters(slot.counters);
        }
    }

    private void tune(PipelineTuning changed) {
        tuning = changed;
        for (int shard = worker; shard < FlowShard.SHARDS; shard += workers) {
            assemblers[shard].tune(changed.content(), changed.framers());
        }
    }

    private boolean isLeftOut() {
        SamplingCounter counter = tuning.leftOut(view.connectionHash());
        if (counter != null) {
            sampling.increment(counter);
        }
        return counter != null;
    }

    private void takePackets(PacketIndex packets, SightingBatch[] batches, boolean all) {
        int count = packets.count();
        for (int i = 0; i < count; i++) {
            int shard = packets.shard(i);
            FlowShard owned = shards[shard];
            if (owned != null) {
                view.wrap(packets, i);
                if (!all && isLeftOut()) {
                    continue;
                }
                batches[shard].trigger(view.frameNumber());
                owned.onPacket(view);
            }
        }
    }

    /** Adds what its shards counted. */
    void addCounters(StageCounters to) {
        CounterSet<ReassemblyCounter> reassembly = new CounterSet<>(ReassemblyCounter.class);
        CounterSet<DecryptionCounter> decryption = new CounterSet<>(DecryptionCounter.class);
        CounterSet<MessageCounter> messages = new CounterSet<>(MessageCounter.class);
        for (int shard = worker; shard < FlowShard.SHARDS; shard += workers) {
            reassembly.add(shards[shard].counters());
            decryption.add(decryptions[shard].counters());
            messages.add(assemblers[shard].counters());
        }
        to.addShard(sampling, reassembly, decryption, messages);
    }
}

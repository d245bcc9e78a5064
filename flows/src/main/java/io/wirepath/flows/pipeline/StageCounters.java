package io.wirepath.flows.pipeline;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.flows.decode.DecodeRemark;
import io.wirepath.flows.message.MessageCounter;
import io.wirepath.flows.tls.DecryptionCounter;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The counters of all stages, collected stage by stage. Workers of one stage may add at the same time. */
final class StageCounters {

    private final CounterSet<CaptureCounter> capture = new CounterSet<>(CaptureCounter.class);
    private final CounterSet<DecodeCounter> decode = new CounterSet<>(DecodeCounter.class);
    private final CounterSet<DecodeRemark> remarks = new CounterSet<>(DecodeRemark.class);
    private final CounterSet<SamplingCounter> sampling = new CounterSet<>(SamplingCounter.class);
    private final CounterSet<ReassemblyCounter> reassembly = new CounterSet<>(ReassemblyCounter.class);
    private final CounterSet<DecryptionCounter> decryption = new CounterSet<>(DecryptionCounter.class);
    private final CounterSet<MessageCounter> messages = new CounterSet<>(MessageCounter.class);
    private long frames;
    private long firstNanos;
    private long lastNanos;

    void addIntake(CaptureIntake intake) {
        capture.add(intake.counters());
        frames = intake.frames();
        firstNanos = intake.firstNanos();
        lastNanos = intake.lastNanos();
    }

    void addDecoded(CounterSet<DecodeCounter> fates, CounterSet<DecodeRemark> seen) {
        decode.add(fates);
        remarks.add(seen);
    }

    synchronized void addShard(
            CounterSet<SamplingCounter> leftOut,
            CounterSet<ReassemblyCounter> ofShard,
            CounterSet<DecryptionCounter> ofDecryption,
            CounterSet<MessageCounter> ofMessages) {
        sampling.add(leftOut);
        reassembly.add(ofShard);
        decryption.add(ofDecryption);
        messages.add(ofMessages);
    }

    synchronized FlowReport report(Optional<CaptureDamage> damage) {
        List<CounterSet.Value> counters = new ArrayList<>(capture.values());
        counters.addAll(decode.values());
        counters.addAll(remarks.values());
        counters.addAll(sampling.values());
        counters.addAll(reassembly.values());
        counters.addAll(decryption.values());
        counters.addAll(messages.values());
        return new FlowReport(frames, firstNanos, lastNanos, damage, counters);
    }
}

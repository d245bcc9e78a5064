package io.wirepath.flows.pipeline;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.flows.message.MessageCounter;
import io.wirepath.sniffer.CaptureRing;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the frames of one capture into sightings, over the capture ring.
 *
 * <pre>
 *  caller's thread      thread 1            threads 2 ... n+1                     thread n+2
 *  CaptureIntake ─────► PacketDecoder ────► ShardWorker 0 ... n-1 ──────────────► BatchCollector ─► SightingSink
 *  a block of frames    index of packets    sightings by shard, with their frame  one order
 * </pre>
 *
 * <p>State and bounds belong to a shard, timers run at the ends of blocks, and blocks depend on the bytes of the capture
 * alone: so the sink sees the same for any number of workers.
 */
public final class FlowPipeline {

    private final CaptureIntake intake;
    private final PacketDecoder decoder;
    private final List<ShardWorker> workers = new ArrayList<>();
    private final FrameSource source;
    private final FlowSettings settings;

    private FlowPipeline(FrameSource source, FlowSettings settings) {
        this.source = source;
        this.settings = settings;
        intake = new CaptureIntake(source);
        decoder = new PacketDecoder(settings.decode());
        int count = Math.min(settings.workers(), FlowShard.SHARDS);
        for (int worker = 0; worker < count; worker++) {
            workers.add(new ShardWorker(settings, worker, count));
        }
    }

    /**
     * Reads the source to its end, and returns when the sink has got everything.
     *
     * @param sink called by one thread, not the caller's
     * @throws IOException when the source cannot be read, or as an {@link InterruptedIOException} when the caller's
     *     thread was interrupted
     */
    public static FlowReport run(FrameSource source, FlowSettings settings, SightingSink sink) throws IOException {
        return new FlowPipeline(source, settings).run(sink);
    }

    private FlowReport run(SightingSink sink) throws IOException {
        CaptureRing<FlowSlot> ring = new CaptureRing<>(
                settings.ring(),
                () -> new FlowSlot(settings.blockBytes()),
                List.of(
                        List.of(slot -> decoder.decode(slot.block, slot.packets)),
                        List.copyOf(workers),
                        List.of(new BatchCollector(sink))));
        try {
            ring.run(intake);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("stopped").initCause(e);
        } catch (Exception e) {
            throw new IOException(e);
        }
        return report();
    }

    private FlowReport report() {
        CounterSet<ReassemblyCounter> reassembly = new CounterSet<>(ReassemblyCounter.class);
        CounterSet<MessageCounter> messages = new CounterSet<>(MessageCounter.class);
        workers.forEach(worker -> worker.addCounters(reassembly, messages));
        List<CounterSet.Value> counters = new ArrayList<>(intake.counters().values());
        counters.addAll(decoder.counters().values());
        counters.addAll(decoder.remarks().values());
        counters.addAll(reassembly.values());
        counters.addAll(messages.values());
        return new FlowReport(intake.frames(), intake.firstNanos(), intake.lastNanos(), source.damage(), counters);
    }
}

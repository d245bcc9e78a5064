package io.wirepath.flows.pipeline;

import io.wirepath.flows.SightingSink;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.sniffer.CaptureRing;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the frames of one capture into sightings, over the capture ring.
 *
 * <pre>
 *  caller's thread      thread 1            threads 2 ... n+1                     thread n+2
 *  CaptureIntake ─────► PacketDecoder ────► ShardWorker 0 ... n-1 ──────────────► BatchCollector ─► SightingSink
 *  a block of frames    index of packets    sightings by shard, with their frame  one order
 * </pre>
 *
 * <p>State and bounds belong to a shard, timers run at the ends of blocks, and blocks depend on the bytes of the
 * capture alone: so the sink sees the same for any number of workers.
 */
public final class FlowPipeline {

    private final CaptureIntake intake;
    private final PacketDecoder decoder;
    private final List<ShardWorker> workers = new ArrayList<>();
    private final FrameSource source;
    private final FlowSettings settings;
    private final PipelineControl control;
    private @Nullable CaptureRing<FlowSlot> ring;

    private FlowPipeline(FrameSource source, FlowSettings settings, PipelineControl control) {
        this.source = source;
        this.settings = settings;
        this.control = control;
        source.secretsTo(settings.keys()::addFromCapture);
        intake = new CaptureIntake(source, control);
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
        return run(source, settings, sink, new PipelineControl(PipelineTuning.EVERYTHING, counters -> {}));
    }

    /**
     * As above, for a source that may go on for months: the control changes the pipeline meanwhile, and tells how it
     * fares.
     */
    public static FlowReport run(FrameSource source, FlowSettings settings, SightingSink sink, PipelineControl control)
            throws IOException {
        return new FlowPipeline(source, settings, control).run(sink);
    }

    private FlowReport run(SightingSink sink) throws IOException {
        BatchCollector last = new BatchCollector(sink, control, this::ringFilling);
        CaptureRing<FlowSlot> made = new CaptureRing<>(
                settings.ring(),
                () -> new FlowSlot(settings.blockBytes()),
                List.of(List.of(this::decode), List.copyOf(workers), List.of(last)));
        ring = made;
        try {
            made.run(intake);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("stopped").initCause(e);
        } catch (Exception e) {
            throw new IOException(e);
        }
        return report(last.remarks());
    }

    private void decode(FlowSlot slot) {
        control.see(slot);
        decoder.decode(slot.block, slot.packets);
        if (slot.counters != null) {
            slot.counters.addDecoded(decoder.counters(), decoder.remarks());
        }
    }

    private double ringFilling() {
        CaptureRing<FlowSlot> running = ring;
        return running == null ? 0 : running.filling();
    }

    private FlowReport report(List<String> remarks) {
        StageCounters counters = new StageCounters();
        counters.addIntake(intake);
        counters.addDecoded(decoder.counters(), decoder.remarks());
        workers.forEach(worker -> worker.addCounters(counters));
        BlockNotes notes = intake.notes();
        List<String> said = new ArrayList<>();
        notes.comments().forEach(comment -> said.add("comment: " + comment));
        said.addAll(remarks);
        return counters.report(source.damage()).telling(notes.interfaces(), said);
    }
}

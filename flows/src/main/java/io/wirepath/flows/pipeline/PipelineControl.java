package io.wirepath.flows.pipeline;

import io.wirepath.sniffer.FrameBlock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The outside of a pipeline that runs: changes it and asks how it fares. Thread-safe.
 *
 * <pre>
 *  tune ──────────► │ block │ block │ ... each block carries what holds for it
 *  askForCounters ► │ block │ ─► every stage adds its counters when the block passes ─► onCounters
 * </pre>
 *
 * <p>So counters add up exactly: all stages have counted the same frames.
 */
public final class PipelineControl {

    /** Sees each block with its frames before they become messages; must be quick, and keep nothing of the block. */
    @FunctionalInterface
    public interface Tap {

        /**
         * A block passes.
         *
         * @param nowNanos the capture's time, also where there are no frames
         */
        void onBlock(FrameBlock block, long nowNanos);
    }

    private final Consumer<FlowReport> onCounters;
    private final Tap tap;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile PipelineTuning tuning;
    private volatile long blocks;
    private volatile double ringFilling;

    /**
     * Makes the control of one run.
     *
     * @param tuning what holds from the start
     * @param onCounters takes the counters that were asked for; called by the thread that calls the sink
     */
    public PipelineControl(PipelineTuning tuning, Consumer<FlowReport> onCounters) {
        this(tuning, onCounters, (block, nowNanos) -> {});
    }

    /** The same, with one who sees all frames; called by one thread. */
    public PipelineControl(PipelineTuning tuning, Consumer<FlowReport> onCounters, Tap tap) {
        this.tuning = tuning;
        this.onCounters = onCounters;
        this.tap = tap;
    }

    /** Changes the pipeline from the next block on. */
    public void tune(PipelineTuning changed) {
        tuning = changed;
    }

    /** What holds for the next block. */
    public PipelineTuning tuning() {
        return tuning;
    }

    /** Asks for the counters of all stages, as they are when the next block has passed. */
    public void askForCounters() {
        asked.set(true);
    }

    /** Blocks that have passed all stages, empty ones included: grows several times a second while a source lives. */
    public long blocks() {
        return blocks;
    }

    /** How full the ring between source and stages was when the last block left it, 0 to 1. */
    public double ringFilling() {
        return ringFilling;
    }

    boolean takeAsked() {
        return asked.get() && asked.getAndSet(false);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void passed(double filling) {
        ringFilling = filling;
        blocks++;
    }

    void see(FlowSlot slot) {
        tap.onBlock(slot.block, slot.nowNanos);
    }

    void tell(FlowReport report) {
        onCounters.accept(report);
    }
}

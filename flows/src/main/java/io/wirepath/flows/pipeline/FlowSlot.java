package io.wirepath.flows.pipeline;

import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.message.SightingBatch;
import io.wirepath.sniffer.FrameBlock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What passes along the ring: a block of frames, and what each stage found in it. */
final class FlowSlot {

    final FrameBlock block;
    final PacketIndex packets;
    final SightingBatch[] batches = new SightingBatch[FlowShard.SHARDS];

    /** The time that timers go by when this block is done. */
    long nowNanos;

    /** Number of the last frame so far. */
    long lastFrame;

    /** Whether the capture is over: the block is empty, and connections are to be closed. */
    boolean endOfCapture;

    /** What the capture said of this block for people. */
    BlockNotes.Part notes = BlockNotes.Part.NOTHING;

    /** What holds for this block. */
    PipelineTuning tuning = PipelineTuning.EVERYTHING;

    /** Where each stage adds its counters when the block passes; null where nobody asked for them. */
    @Nullable
    StageCounters counters;

    FlowSlot(int blockBytes) {
        block = new FrameBlock(blockBytes);
        packets = new PacketIndex(block);
        Arrays.setAll(batches, i -> new SightingBatch());
    }
}

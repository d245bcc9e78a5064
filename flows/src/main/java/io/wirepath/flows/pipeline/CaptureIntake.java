package io.wirepath.flows.pipeline;

import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CaptureRing;
import io.wirepath.sniffer.CaptureTime;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.FrameTimes;
import java.io.IOException;

/**
 * Fills slots from a source, and at its end one more that says so.
 *
 * <p>The time that timers go by is the median of a block's last three time stamps, and goes back only with a clock that
 * was set back: one frame with a nonsense time stamp makes no connection look idle. Where a source gives out several
 * streams by turns, the time is that of the stream that is furthest behind.
 */
final class CaptureIntake implements CaptureRing.Filler<FlowSlot> {

    private final FrameSource source;
    private final PipelineControl control;
    private final CounterSet<CaptureCounter> counters = new CounterSet<>(CaptureCounter.class);
    private final BlockNotes notes = new BlockNotes();
    /** The earliest and the latest time of a frame, of those that can be: times may step back. */
    private long firstNanos = Long.MAX_VALUE;

    private long lastNanos;

    /** Time of the frame that was read last. */
    private long beforeNanos;

    private final CaptureTime now = new CaptureTime();
    private long frames;
    private boolean ended;

    CaptureIntake(FrameSource source, PipelineControl control) {
        this.source = source;
        this.control = control;
        source.notesTo(notes);
    }

    @Override
    public boolean fill(FlowSlot slot) throws IOException {
        if (ended) {
            return false;
        }
        slot.endOfCapture = !source.fill(slot.block);
        if (slot.endOfCapture) {
            slot.block.reset(frames + 1);
            ended = true;
        } else if (slot.block.count() > 0) {
            note(slot.block);
        } else {
            now.next(source.completeUntilNanos());
        }
        slot.notes = notes.take();
        slot.nowNanos = now.nanos();
        slot.lastFrame = frames;
        slot.tuning = control.tuning();
        slot.counters = control.takeAsked() ? new StageCounters() : null;
        if (slot.counters != null) {
            slot.counters.addIntake(this);
        }
        return true;
    }

    private void note(FrameBlock block) {
        int count = block.count();
        long bytes = 0;
        long cut = 0;
        long stepsBack = 0;
        long outOfRange = 0;
        long orderedUntilNanos = source.orderedUntilNanos();
        boolean oneStream = orderedUntilNanos == Long.MAX_VALUE;
        long before = frames == 0 || !oneStream ? block.timeNanos(0) : beforeNanos;
        for (int i = 0; i < count; i++) {
            bytes += block.capturedLength(i);
            cut += block.originalLength(i) > block.capturedLength(i) ? 1 : 0;
            long time = block.timeNanos(i);
            stepsBack += time < before ? 1 : 0;
            boolean possible = time > FrameTimes.EARLIEST_NANOS && time < FrameTimes.LATEST_NANOS;
            outOfRange += possible ? 0 : 1;
            if (possible) {
                firstNanos = Math.min(firstNanos, time);
                lastNanos = Math.max(lastNanos, time);
            }
            before = time;
        }
        beforeNanos = before;
        now.next(Math.min(medianOfLastThree(block), orderedUntilNanos));
        frames += count;
        counters.add(CaptureCounter.FRAMES, count);
        counters.add(CaptureCounter.FRAME_BYTES, bytes);
        counters.add(CaptureCounter.CUT_FRAMES, cut);
        counters.add(CaptureCounter.TIME_STEPS_BACK, stepsBack);
        counters.add(CaptureCounter.TIMES_OUT_OF_RANGE, outOfRange);
    }

    private static long medianOfLastThree(FrameBlock block) {
        int last = block.count() - 1;
        long a = block.timeNanos(last);
        long b = block.timeNanos(Math.max(0, last - 1));
        long c = block.timeNanos(Math.max(0, last - 2));
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    /** Frames read so far. */
    long frames() {
        return frames;
    }

    /** What the capture said of itself for people. */
    BlockNotes notes() {
        return notes;
    }

    /** The earliest time of a frame; 0 when there was none. */
    long firstNanos() {
        return Math.min(firstNanos, lastNanos);
    }

    /** The latest time of a frame. */
    long lastNanos() {
        return lastNanos;
    }

    /** What was counted so far: to be asked by the thread that fills, or when the source has ended. */
    CounterSet<CaptureCounter> counters() {
        CounterSet<CaptureCounter> all = new CounterSet<>(CaptureCounter.class);
        all.add(counters);
        all.add(CaptureCounter.DROPPED_BEFORE_CAPTURE, source.droppedBeforeCapture());
        source.addTo(all);
        return all;
    }
}

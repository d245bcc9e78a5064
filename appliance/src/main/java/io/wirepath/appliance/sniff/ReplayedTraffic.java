package io.wirepath.appliance.sniff;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A capture given out again and again, later each time, until somebody says that it is enough. */
final class ReplayedTraffic implements FrameSource {

    /** Between two rounds nobody says anything for longer than a connection lasts, so that each round opens its own. */
    private static final long LULL_NANOS = TimeUnit.MINUTES.toNanos(15);

    /** As many as a busy port brings in some milliseconds. */
    private static final int FRAMES_OF_A_BLOCK = 1300;

    private final BooleanSupplier over;
    private final List<FrameBlock> recorded = new ArrayList<>();
    private final long roundNanos;
    private int turn;
    private int next;
    private long laterNanos;
    private long frames;
    private long frameBytes;

    /**
     * Reads a capture into memory, and closes it.
     *
     * @param over asked before each block
     */
    ReplayedTraffic(FrameSource capture, BooleanSupplier over) throws IOException {
        this.over = over;
        try (capture) {
            FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
            while (capture.fill(block)) {
                if (block.count() > 0) {
                    recorded.add(block);
                    block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
                }
            }
        }
        FrameBlock last = recorded.get(recorded.size() - 1);
        roundNanos = last.timeNanos(last.count() - 1) - recorded.get(0).timeNanos(0) + LULL_NANOS;
    }

    @Override
    public boolean fill(FrameBlock block) {
        block.reset(frames + 1);
        if (over.getAsBoolean()) {
            return false;
        }
        FrameBlock from = recorded.get(turn);
        int end = Math.min(from.count(), next + FRAMES_OF_A_BLOCK);
        int at = 0;
        for (int i = next; i < end; i++) {
            int length = from.capturedLength(i);
            block.bytes().put(at, from.bytes(), from.offset(i), length);
            block.add(from.timeNanos(i) + laterNanos, at, length, from.originalLength(i), from.linkType(i));
            at += length;
        }
        frames += end - next;
        frameBytes += at;
        next = end;
        if (next == from.count()) {
            next = 0;
            turn = (turn + 1) % recorded.size();
            laterNanos += turn == 0 ? roundNanos : 0;
        }
        return true;
    }

    @Override
    public String sniffer() {
        return "rehearsal";
    }

    @Override
    public Progress progress() {
        return new Progress(frameBytes, -1, frames);
    }

    @Override
    public void close() {
        // the capture was read whole, and closed then
    }
}

package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.CaptureTime;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.system.InterfaceLosses;
import io.wirepath.sniffer.live.system.PcapCapture;
import io.wirepath.sniffer.live.system.PcapException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the two ways over libpcap have in common: frames are copied into the block, all calls of the library are made by
 * the thread that fills, and a capture that breaks off with its interface is opened again.
 */
abstract class PolledPort implements LivePort {

    /** How long libpcap may keep a frame to itself before it gives it out. */
    static final int HAND_OVER_MILLIS = 40;

    private static final int POLL_MILLIS = 100;
    private static final long HAND_OVER_NANOS = TimeUnit.MILLISECONDS.toNanos(6L * HAND_OVER_MILLIS);
    private static final long COUNT_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** What a block keeps free, so that the next frame fits whatever its length. */
    static final int ROOM_BYTES = FrameBlock.MAX_FRAME_BYTES;

    private final LiveSettings settings;
    private final InterfaceWatch watch;
    private final InterfaceLosses losses;
    private final AtomicReference<@Nullable String> wanted = new AtomicReference<>();
    private volatile String expression;
    private int droppedBefore;
    private long countAtNanos = System.nanoTime();
    private long stoppedAtNanos = Long.MAX_VALUE;
    private long quietSinceNanos;
    private volatile boolean stopped;
    private volatile long frames;
    private volatile long frameBytes;
    private volatile long dropped;
    private final CaptureTime complete = new CaptureTime();
    private volatile long completeUntilNanos = Long.MIN_VALUE;

    PolledPort(LiveSettings settings, Consumer<String> notices) {
        this.settings = settings;
        expression = settings.filter();
        watch = new InterfaceWatch(settings.interfaceName(), notices, InterfaceWatch.kernel());
        losses = new InterfaceLosses(settings.interfaceName());
    }

    /** Puts frames that are there into the block, as long as {@link #ROOM_BYTES} are free, without waiting. */
    abstract void read(FrameBlock block) throws IOException;

    /** Sleeps until there may be a frame, or the time is over. */
    abstract void await(int millis) throws IOException;

    /** Frames that the library dropped since the capture was opened, modulo 2^32. */
    abstract int dropCount() throws IOException;

    /** Changes the filter of the open capture. */
    abstract void change(String filter) throws IOException;

    /** Opens the capture again, with this filter, after the interface was away. */
    abstract void reopen(String filter) throws IOException;

    /** Whether the card stamps the frames. */
    abstract boolean cardStamps();

    final LiveSettings settings() {
        return settings;
    }

    @Override
    public final String sniffer() {
        return settings.interfaceName();
    }

    @Override
    public final boolean fill(FrameBlock block) throws IOException {
        block.reset(frames + 1);
        boolean stopping = stopped;
        if (stopping && stoppedAtNanos == Long.MAX_VALUE) {
            stoppedAtNanos = now();
            quietSinceNanos = System.nanoTime();
        }
        long beforeNanos = now();
        long beganAtNanos = System.nanoTime();
        try {
            if (!watch.isAway()) {
                readAfterWaiting(block);
            } else {
                pause();
            }
        } catch (CaptureException e) {
            throw e;
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            onBroken(e);
        }
        if (block.count() == 0) {
            // libpcap waits for an interface that is down, and says nothing
            watch.inspect(System.nanoTime());
        }
        if (watch.look(System.nanoTime()) != InterfaceWatch.Standing.THERE && !watch.isAway()) {
            comeBack();
        }
        account(block, beforeNanos);
        return !stopping || !isDrained(block, beganAtNanos);
    }

    private void readAfterWaiting(FrameBlock block) throws IOException {
        String filter = wanted.getAndSet(null);
        if (filter != null) {
            change(filter);
            expression = filter;
        }
        read(block);
        if (block.count() == 0) {
            await(stopped ? HAND_OVER_MILLIS : POLL_MILLIS);
            checkInterrupt();
            read(block);
        }
        if (System.nanoTime() - countAtNanos > 0) {
            count();
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            checkInterrupt();
        }
    }

    /** A thread that was told to end must not wait for frames any more. */
    static void checkInterrupt() throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("stopped");
        }
    }

    private void onBroken(IOException cause) throws CaptureException {
        InterfaceWatch.Sight sight = InterfaceWatch.kernel();
        if (sight.index(sniffer()) != 0 && sight.isUp(sniffer())) {
            throw Refusal.of(sniffer(), facts().way(), cause);
        }
        watch.lost(System.nanoTime());
    }

    private void comeBack() throws CaptureException {
        try {
            reopen(expression);
            droppedBefore = 0;
        } catch (IOException e) {
            onBroken(e);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void count() throws IOException {
        int now = dropCount();
        dropped += Integer.toUnsignedLong(now - droppedBefore);
        droppedBefore = now;
        countAtNanos = System.nanoTime() + COUNT_EVERY_NANOS;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void account(FrameBlock block, long beforeNanos) {
        int count = block.count();
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += block.capturedLength(i);
        }
        frames += count;
        frameBytes += bytes;
        if (count == 0 && !cardStamps()) {
            completeUntilNanos = complete.next(beforeNanos - HAND_OVER_NANOS);
        }
    }

    /**
     * Whether all frames from before the stop have come: one from after it came, or none though they were looked for
     * later than libpcap may keep them.
     */
    private boolean isDrained(FrameBlock block, long lookedAtNanos) {
        int count = block.count();
        if (count == 0) {
            return lookedAtNanos - quietSinceNanos > TimeUnit.MILLISECONDS.toNanos(3L * HAND_OVER_MILLIS);
        }
        quietSinceNanos = System.nanoTime();
        if (block.timeNanos(count - 1) > stoppedAtNanos) {
            // given out now; the next fill ends
            quietSinceNanos -= TimeUnit.SECONDS.toNanos(1);
            stoppedAtNanos = Long.MIN_VALUE;
        }
        return false;
    }

    private static long now() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    @Override
    public final void stop() {
        stopped = true;
    }

    @Override
    public final void setFilter(String filter) throws CaptureException {
        if (!filter.isBlank()) {
            try {
                PcapCapture.check(filter);
            } catch (PcapException e) {
                throw Refusal.wrongFilter(sniffer(), filter, e);
            }
        }
        wanted.set(filter);
    }

    @Override
    public final synchronized PortStatistics statistics() {
        losses.refresh();
        long lost = dropped;
        return new PortStatistics(
                frames + lost, lost, 0, losses.byKernel(), losses.byInterface(), 0, watch.downTimes());
    }

    @Override
    public final long completeUntilNanos() {
        return completeUntilNanos;
    }

    @Override
    public final Progress progress() {
        return new Progress(frameBytes, -1, frames);
    }

    /** Counts for the last time. */
    @SuppressWarnings("EmptyCatch") // a capture that is broken cannot be asked: what was counted before stays
    final void countAtEnd() {
        try {
            count();
        } catch (IOException e) {
            // as said
        }
    }
}

package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Gives out the frames of a capture file as if they passed now: each when as much time has gone by since the first as
 * its time stamp says, or a multiple of it. The time stamps stay the capture's.
 *
 * <pre>
 *  capture file ─► a block read ahead │ due │ due │ due ║ not yet │ not yet │ ...
 *                                     └──── copied ────► block of the caller
 * </pre>
 *
 * <p>A pause of more than an hour in the capture is passed over, and so is a step back of its clock: neither a nonsense
 * time stamp nor a clock that was set makes the replay stand still or hurry.
 *
 * <p>{@link #stop} may be called by any thread.
 */
public final class PacedSource implements FrameSource {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long LARGEST_DISORDER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Where the replay has its time from. */
    public interface Ticker {

        /** A time that only goes forward. */
        long nanoTime();

        /** Lets time pass. */
        void sleep(long nanos) throws InterruptedException;

        /** The machine's. */
        static Ticker system() {
            return SystemClock.INSTANCE;
        }
    }

    private final FrameSource capture;
    private final ReplaySpeed pace;
    private final Ticker ticker;
    private final FrameBlock ahead = new FrameBlock(FrameBlock.DEFAULT_BYTES);
    private int next;
    private boolean begun;
    private long latestNanos;
    private long dueAt;
    private boolean nextIsTimed;
    private volatile long delivered;
    private volatile long completeUntilNanos = Long.MIN_VALUE;
    private volatile boolean stopped;

    /** Replays a capture, which is closed with this. */
    public PacedSource(FrameSource capture, ReplaySpeed pace, Ticker ticker) {
        this.capture = capture;
        this.pace = pace;
        this.ticker = ticker;
    }

    /** Replays a capture by the machine's time. */
    public PacedSource(FrameSource capture, ReplaySpeed pace) {
        this(capture, pace, Ticker.system());
    }

    @Override
    public String sniffer() {
        return capture.sniffer();
    }

    @Override
    public boolean fill(FrameBlock block) throws IOException {
        if (pace.isUnlimited()) {
            return !stopped && capture.fill(block);
        }
        block.reset(delivered + 1);
        if (stopped || next == ahead.count() && !readAhead()) {
            return false;
        }
        awaitNext();
        takeDue(block);
        return !stopped || block.count() > 0;
    }

    private boolean readAhead() throws IOException {
        next = 0;
        nextIsTimed = false;
        return capture.fill(ahead);
    }

    private void awaitNext() throws InterruptedIOException {
        if (ahead.count() == 0) {
            return;
        }
        timeNext();
        long wait = Math.min(dueAt - ticker.nanoTime(), POLL_NANOS);
        try {
            if (wait > 0) {
                ticker.sleep(wait);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException("stopped").initCause(e);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void takeDue(FrameBlock block) {
        int room = block.bytes().capacity();
        int at = 0;
        long now = ticker.nanoTime();
        while (next < ahead.count()) {
            timeNext();
            int length = ahead.capturedLength(next);
            if (dueAt - now > 0 || length > room - at) {
                break;
            }
            block.bytes().put(at, ahead.bytes(), ahead.offset(next), length);
            block.add(ahead.timeNanos(next), at, length, ahead.originalLength(next), ahead.linkType(next));
            at += length;
            next++;
            nextIsTimed = false;
        }
        delivered += block.count();
        if (next < ahead.count()) {
            completeUntilNanos = latestNanos - pace.toCapture(Math.max(1, dueAt - now));
        }
    }

    /** Works out when the next frame is due, once. */
    private void timeNext() {
        if (nextIsTimed) {
            return;
        }
        nextIsTimed = true;
        long time = ahead.timeNanos(next);
        if (!begun) {
            begun = true;
            latestNanos = time;
            dueAt = ticker.nanoTime();
        }
        long passed = time - latestNanos;
        if (passed > 0 && passed <= LONGEST_PAUSE_NANOS) {
            dueAt += pace.toWait(passed);
        }
        if (passed > 0 || passed < -LARGEST_DISORDER_NANOS) {
            latestNanos = time;
        }
    }

    /** Ends the replay: {@link #fill} returns false from now on. */
    public void stop() {
        stopped = true;
    }

    @Override
    public long completeUntilNanos() {
        return pace.isUnlimited() ? capture.completeUntilNanos() : completeUntilNanos;
    }

    @Override
    public List<String> leftOut() {
        return capture.leftOut();
    }

    @Override
    public Optional<CaptureDamage> damage() {
        return capture.damage();
    }

    @Override
    public long droppedBeforeCapture() {
        return capture.droppedBeforeCapture();
    }

    @Override
    public void addTo(CounterSet<CaptureCounter> counters) {
        capture.addTo(counters);
    }

    @Override
    public Progress progress() {
        Progress read = capture.progress();
        return pace.isUnlimited() ? read : new Progress(read.bytesRead(), read.bytesTotal(), delivered);
    }

    @Override
    public void close() throws IOException {
        capture.close();
    }
}

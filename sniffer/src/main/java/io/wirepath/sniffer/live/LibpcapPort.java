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
 * Reads frames by libpcap, for interfaces that the kernel's ring does not suit and for systems other than Linux. Frames
 * are copied into the block, and all calls of the library are made by the thread that fills; a capture that breaks off
 * with its interface is opened again. There is nothing to wait at: while no frame comes, libpcap is asked every few
 * milliseconds.
 */
final class LibpcapPort implements LivePort {

    /** How long libpcap may keep a frame to itself before it gives it out. */
    private static final int HAND_OVER_MILLIS = 40;

    private static final int ASK_AGAIN_MILLIS = 5;
    private static final int POLL_MILLIS = 100;
    private static final long HAND_OVER_NANOS = TimeUnit.MILLISECONDS.toNanos(6L * HAND_OVER_MILLIS);
    private static final long COUNT_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** What a block keeps free, so that the next frame fits whatever its length. */
    private static final int ROOM_BYTES = FrameBlock.MAX_FRAME_BYTES;

    private final LiveSettings settings;
    private final PortClock clock;
    private final InterfaceWatch watch;
    private final InterfaceLosses losses;
    private final AtomicReference<@Nullable String> wanted = new AtomicReference<>();
    private PcapCapture capture;
    private boolean closed;
    private volatile String expression;
    private int droppedBefore;
    private long countAtNanos;
    private long stoppedAtNanos = Long.MAX_VALUE;
    private long quietSinceNanos;
    private volatile boolean stopped;
    private volatile long frames;
    private volatile long frameBytes;
    private volatile long dropped;
    private final CaptureTime complete = new CaptureTime();
    private volatile long completeUntilNanos = Long.MIN_VALUE;

    private LibpcapPort(LiveSettings settings, PcapCapture capture, PortClock clock, Consumer<String> notices) {
        this.settings = settings;
        this.capture = capture;
        this.clock = clock;
        expression = settings.filter();
        countAtNanos = clock.nanoTime();
        watch = new InterfaceWatch(settings.interfaceName(), notices, InterfaceWatch.kernel(), clock.nanoTime());
        losses = new InterfaceLosses(settings.interfaceName());
    }

    static LibpcapPort open(LiveSettings settings, PortClock clock, Consumer<String> notices) throws CaptureException {
        if (settings.stamps() == Stamps.CARD) {
            throw Refusal.cannotStamp(settings.interfaceName(), "pcap4j does not offer it");
        }
        return new LibpcapPort(settings, begin(settings, settings.filter()), clock, notices);
    }

    private static PcapCapture begin(LiveSettings settings, String filter) throws CaptureException {
        String name = settings.interfaceName();
        PcapCapture capture = null;
        try {
            capture = PcapCapture.open(new PcapCapture.Request(
                    name,
                    settings.snaplenBytes(),
                    (int) settings.bufferBytes(),
                    settings.promiscuous(),
                    HAND_OVER_MILLIS));
            if (settings.direction() != Direction.BOTH) {
                capture.direction(settings.direction() == Direction.OUT);
            }
            setFirst(capture, name, filter);
            return capture;
        } catch (IOException e) {
            if (capture != null) {
                capture.close();
            }
            throw Refusal.of(name, CaptureWay.LIBPCAP, e);
        }
    }

    private static void setFirst(PcapCapture capture, String name, String filter) throws CaptureException {
        if (!filter.isBlank()) {
            try {
                capture.filter(filter);
            } catch (PcapException e) {
                throw Refusal.wrongFilter(name, filter, e);
            }
        }
    }

    @Override
    public PortFacts facts() {
        return new PortFacts(sniffer(), CaptureWay.LIBPCAP, capture.linkType(), false, settings.bufferBytes(), "");
    }

    @Override
    public String sniffer() {
        return settings.interfaceName();
    }

    @Override
    public boolean fill(FrameBlock block) throws IOException {
        block.reset(frames + 1);
        boolean stopping = stopped;
        if (stopping && stoppedAtNanos == Long.MAX_VALUE) {
            stoppedAtNanos = clock.epochNanos();
            quietSinceNanos = clock.nanoTime();
        }
        long beforeNanos = clock.epochNanos();
        long beganAtNanos = clock.nanoTime();
        try {
            if (!watch.isAway()) {
                readAfterWaiting(block);
            } else {
                pause(POLL_MILLIS);
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
            watch.inspect(clock.nanoTime());
        }
        if (watch.look(clock.nanoTime()) != InterfaceWatch.Standing.THERE && !watch.isAway()) {
            comeBack();
        }
        account(block, beforeNanos);
        return !stopping || !isDrained(block, beganAtNanos);
    }

    private void readAfterWaiting(FrameBlock block) throws IOException {
        String filter = wanted.getAndSet(null);
        if (filter != null) {
            capture.filter(filter);
            expression = filter;
        }
        capture.read(block, ROOM_BYTES);
        int left = (stopped ? HAND_OVER_MILLIS : POLL_MILLIS) / ASK_AGAIN_MILLIS;
        for (; block.count() == 0 && left > 0; left--) {
            pause(ASK_AGAIN_MILLIS);
            capture.read(block, ROOM_BYTES);
        }
        if (clock.nanoTime() - countAtNanos > 0) {
            count();
        }
    }

    private static void pause(int millis) throws InterruptedIOException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped");
        }
    }

    private void onBroken(IOException cause) throws CaptureException {
        InterfaceWatch.Sight sight = InterfaceWatch.kernel();
        if (sight.index(sniffer()) != 0 && sight.isUp(sniffer())) {
            throw Refusal.of(sniffer(), CaptureWay.LIBPCAP, cause);
        }
        watch.lost(clock.nanoTime());
    }

    private void comeBack() throws CaptureException {
        try {
            PcapCapture fresh = begin(settings, expression);
            capture.close();
            capture = fresh;
            droppedBefore = 0;
        } catch (IOException e) {
            onBroken(e);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void count() throws IOException {
        int now = capture.dropped();
        dropped += Integer.toUnsignedLong(now - droppedBefore);
        droppedBefore = now;
        countAtNanos = clock.nanoTime() + COUNT_EVERY_NANOS;
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
        if (count == 0) {
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
        quietSinceNanos = clock.nanoTime();
        if (block.timeNanos(count - 1) > stoppedAtNanos) {
            // given out now; the next fill ends
            quietSinceNanos -= TimeUnit.SECONDS.toNanos(1);
            stoppedAtNanos = Long.MIN_VALUE;
        }
        return false;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void setFilter(String filter) throws CaptureException {
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
    public synchronized PortStatistics statistics() {
        losses.refresh();
        long lost = dropped;
        return new PortStatistics(
                frames + lost, lost, 0, losses.byKernel(), losses.byInterface(), 0, watch.downTimes());
    }

    @Override
    public long completeUntilNanos() {
        return completeUntilNanos;
    }

    @Override
    public Progress progress() {
        return new Progress(frameBytes, -1, frames);
    }

    /** Counts for the last time. */
    @SuppressWarnings("EmptyCatch") // a capture that is broken cannot be asked: what was counted before stays
    private void countAtEnd() {
        try {
            count();
        } catch (IOException e) {
            // as said
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            countAtEnd();
            capture.close();
        }
    }
}

package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.SnifferName;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Captures that another program makes now and that follow each other: over TCP ({@link TcpCaptures}), in files
 * ({@link FollowedFiles}), or elsewhere ({@link StoredCaptures}). Where one ends the next is awaited, until this is
 * stopped. {@link #run} stops it; any thread may call that.
 *
 * <pre>
 *  Captures ─► a capture, as it comes ─► frames     ends, or breaks ─► the next, asked for again and again
 * </pre>
 *
 * <p>Where none can be had it is asked for after 1 s, 2 s, 4 s and so on. A source that nobody has reached for a minute
 * since the start is taken for a wrong one.
 */
public final class StreamedCapture implements FrameSource, Runnable {

    private static final long FIRST_RETRY_NANOS = 1_000_000_000L;

    /** What is lost of a capture that is there again, at most; and what a store is asked. */
    private static final long LAST_RETRY_NANOS = 30_000_000_000L;

    private static final long WRONG_NANOS = 60_000_000_000L;
    private static final long POLL_MILLIS = 100;

    /** What the sender, the network and the turns here may hold back of frames that passed. */
    private static final long HELD_BACK_NANOS = 2_000_000_000L;

    /** Who gives no frame for so long loses its place to one that waits: a quiet network keeps it while none does. */
    private static final long SILENT_NANOS = 60_000_000_000L;

    private final String source;
    private final String sniffer;
    private final Captures captures;
    private final LongSupplier ticker;
    private final Consumer<String> notices;
    private volatile boolean stopped;
    private volatile @Nullable CaptureReader present;
    private volatile long frames;
    private volatile long bytesBefore;
    private long droppedBefore;
    /** What was wrong and was told; empty where nothing is. */
    private String failure = "";

    private boolean wasReached;
    private final long startNanos;
    private long retryNanos;
    private long retryAfterNanos;
    private long latestNanos = Long.MIN_VALUE;
    private long latestTick;
    private long silentSince;
    private boolean isIdle;

    /** Where captures come from. */
    interface Captures extends Closeable {

        /** The next one; null where there is none now, after some time. */
        @Nullable
        CaptureReader next() throws IOException;

        /** Whether it is nothing to tell that one ends in order and another begins. */
        boolean followEachOther();

        /** Whether the source answered, though it may have had no capture. */
        boolean wasReached();

        /** Whether another one could begin that waits for the place of the present one. */
        default boolean anotherWaits() throws IOException {
            return false;
        }
    }

    /**
     * Gives out what comes.
     *
     * @param source where from, for complaints
     * @param ticker tells durations, in nanoseconds from anywhere
     * @param notices told when a capture begins, ends, or cannot be had
     */
    StreamedCapture(String source, String sniffer, Captures captures, LongSupplier ticker, Consumer<String> notices) {
        this.source = source;
        this.sniffer = sniffer;
        this.captures = captures;
        this.ticker = ticker;
        this.notices = notices;
        startNanos = ticker.getAsLong();
    }

    /** Whether this names a source of captures over TCP. */
    public static boolean isAddress(String path) {
        return TcpCaptures.isAddress(path);
    }

    /**
     * From another host: {@code tcp://HOST:PORT} is connected to, at {@code tcp-listen://HOST:PORT} a sender is
     * awaited.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     * @param notices told when a capture begins, ends, or cannot be had
     * @throws CaptureException where the address is none, or nothing can listen there
     */
    public static StreamedCapture tcp(String address, LongSupplier ticker, Consumer<String> notices)
            throws IOException {
        TcpCaptures captures = TcpCaptures.of(address, ticker);
        return new StreamedCapture(address, captures.sniffer(), captures, ticker, notices);
    }

    /**
     * What is written to a file, or to the latest file of a directory and to those that follow it.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     * @param notices told when a capture begins, ends, or cannot be had
     * @throws CaptureException where there is no such file or directory
     */
    public static StreamedCapture follow(String path, LongSupplier ticker, Consumer<String> notices)
            throws IOException {
        FollowedFiles captures = FollowedFiles.of(path);
        return new StreamedCapture(path, captures.sniffer(), captures, ticker, notices);
    }

    /**
     * What a store has under an address: what is made there now, or the capture that came last and those that follow
     * it.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     * @param notices told when a capture begins, ends, or cannot be had
     */
    public static StreamedCapture stored(
            String address, CaptureStore store, LongSupplier ticker, Consumer<String> notices) {
        String sniffer = SnifferName.of(address.replaceFirst("/+$", ""));
        return new StreamedCapture(address, sniffer, new StoredCaptures(address, store, ticker), ticker, notices);
    }

    @Override
    public String sniffer() {
        return sniffer;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public boolean fill(FrameBlock block) throws IOException {
        block.reset(frames + 1);
        if (stopped) {
            return false;
        }
        isIdle = true;
        CaptureReader reader = present;
        if (reader == null) {
            begin();
            return true;
        }
        boolean goesOn;
        try {
            goesOn = reader.fill(block);
        } catch (IOException e) {
            end(reader, String.valueOf(e.getMessage()));
            return !stopped;
        }
        if (block.count() > 0) {
            isIdle = false;
            frames += block.count();
            latestTick = ticker.getAsLong();
            silentSince = latestTick;
            latestNanos = block.timeNanos(block.count() - 1);
        } else if (!goesOn) {
            end(reader, reader.damage().map(CaptureDamage::reason).orElse("it ended"));
        } else if (losesItsPlace()) {
            end(reader, "it gave nothing for a minute, and another sender waits");
        }
        return block.count() > 0 || !stopped;
    }

    private boolean losesItsPlace() {
        try {
            return ticker.getAsLong() - silentSince >= SILENT_NANOS && captures.anotherWaits();
        } catch (IOException e) {
            return false; // nobody can be taken now, so that the present one goes on
        }
    }

    private void begin() throws IOException {
        if (retryAfterNanos > 0 && ticker.getAsLong() < retryNanos) {
            pause();
            return;
        }
        try {
            CaptureReader next = captures.next();
            if (next != null) {
                next.numberAfter(frames);
                present = next;
                silentSince = ticker.getAsLong();
                wasReached = true;
                failure = "";
                if (!captures.followEachOther() || latestNanos == Long.MIN_VALUE) {
                    notices.accept("a capture begins");
                }
            }
            retryAfterNanos = 0;
        } catch (IOException e) {
            fail(e);
        }
    }

    private void fail(IOException e) throws IOException {
        long nowNanos = ticker.getAsLong();
        wasReached |= captures.wasReached();
        if (!wasReached && !stopped && nowNanos - startNanos >= WRONG_NANOS) {
            throw new CaptureException(source, "was never reached (" + problem(e) + ")", "check the address", e);
        }
        String problem = problem(e);
        if (!failure.equals(problem) && !stopped) {
            failure = problem;
            notices.accept("no capture can be had (" + problem + "); it is tried again, at least each 30 s"
                    + (wasReached ? "" : ", and given up after a minute in which nothing is reached"));
        }
        retryAfterNanos = Math.min(LAST_RETRY_NANOS, Math.max(FIRST_RETRY_NANOS, 2 * retryAfterNanos));
        retryNanos = nowNanos + retryAfterNanos;
    }

    private static String problem(IOException e) {
        if (e instanceof CaptureException told) {
            return told.problem();
        }
        return e instanceof UnknownHostException
                ? "there is no host " + e.getMessage()
                : String.valueOf(e.getMessage());
    }

    /** Waits a little until something may have come. */
    static void pause() throws InterruptedIOException {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException("stopped").initCause(e);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void end(CaptureReader reader, String why) throws IOException {
        present = null;
        bytesBefore += reader.progress().bytesRead();
        droppedBefore += reader.droppedBeforeCapture();
        reader.close();
        if (!stopped && !(captures.followEachOther() && reader.damage().isEmpty())) {
            notices.accept("the capture is over: " + why + "; the next one is awaited");
        }
    }

    @Override
    public Optional<CaptureDamage> damage() {
        return Optional.empty();
    }

    @Override
    public long droppedBeforeCapture() {
        CaptureReader reader = present;
        return droppedBefore + (reader == null ? 0 : reader.droppedBeforeCapture());
    }

    @Override
    public long completeUntilNanos() {
        return !isIdle || latestNanos == Long.MIN_VALUE
                ? Long.MIN_VALUE
                : latestNanos + Math.max(0, ticker.getAsLong() - latestTick - HELD_BACK_NANOS);
    }

    @Override
    public Progress progress() {
        CaptureReader reader = present;
        return new Progress(
                bytesBefore + (reader == null ? 0 : reader.progress().bytesRead()), -1, frames);
    }

    /** Ends the frames. */
    @Override
    public void run() {
        stopped = true;
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        CaptureReader reader = present;
        try (captures) {
            if (reader != null) {
                reader.close();
            }
        }
    }
}

package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.CaptureTime;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.system.InterfaceLosses;
import io.wirepath.sniffer.live.system.KernelRing;
import io.wirepath.sniffer.live.system.PacketSocket;
import io.wirepath.sniffer.live.system.SocketFilter;
import io.wirepath.sniffer.live.system.SystemException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kernel's ring, which {@link LentRing} lends block by block; takes care of its socket, of the interface, and
 * of what was dropped.
 */
final class AfPacketPort implements LivePort {

    private static final int POLL_MILLIS = 100;

    /** A frame is handed over within this time of its stamp. */
    private static final long HAND_OVER_NANOS = TimeUnit.MILLISECONDS.toNanos(6L * KernelRing.HAND_OVER_MILLIS);

    /** The kernel says how many frames are still to come; should it be wrong, the end comes after this time. */
    private static final long LONGEST_DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final LiveSettings settings;
    private final PortClock clock;
    private final Consumer<String> notices;
    private final InterfaceWatch watch;
    private final @Nullable InterfaceLosses losses;
    private final long[] sums = new long[3];
    private AfPacketSocket socket;
    private LentRing ring;
    private String expression;
    private boolean mustReopen;
    private boolean closed;
    private volatile boolean stopped;
    private long drainedAtNanos;
    private volatile long frames;
    private volatile long frameBytes;
    private volatile long stampedByKernel;
    private final CaptureTime complete = new CaptureTime();
    private volatile long completeUntilNanos = Long.MIN_VALUE;
    private volatile double filling;
    private long cardAheadNanos = Long.MIN_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    private AfPacketPort(
            LiveSettings settings, AfPacketSocket socket, boolean first, PortClock clock, Consumer<String> notices) {
        this.settings = settings;
        this.clock = clock;
        this.socket = socket;
        this.notices = notices;
        ring = new LentRing(socket.ring(), socket.linkType());
        expression = settings.filter();
        watch = new InterfaceWatch(
                settings.interfaceName(), first ? notices : notice -> {}, InterfaceWatch.kernel(), clock.nanoTime());
        losses = first ? new InterfaceLosses(settings.interfaceName()) : null;
    }

    /** Opens as many as the settings have workers. */
    static List<AfPacketPort> open(LiveSettings settings, PortClock clock, Consumer<String> notices)
            throws CaptureException {
        List<AfPacketPort> ports = new ArrayList<>();
        try {
            for (int i = 0; i < settings.workers(); i++) {
                int group = ports.isEmpty()
                        ? PacketSocket.NEW_GROUP
                        : ports.get(0).socket.group();
                ports.add(new AfPacketPort(settings, AfPacketSocket.open(settings, group), i == 0, clock, notices));
            }
            // all have joined before the first gets a frame: else it would get those of the others too
            SocketFilter filter = ports.get(0).socket.compile(settings, settings.filter());
            for (AfPacketPort port : ports) {
                port.socket.socket().filter(filter);
            }
            return List.copyOf(ports);
        } catch (SystemException e) {
            ports.forEach(AfPacketPort::close);
            throw Refusal.of(settings.interfaceName(), CaptureWay.AFPACKET, e);
        } catch (CaptureException e) {
            ports.forEach(AfPacketPort::close);
            throw e;
        }
    }

    @Override
    public String sniffer() {
        return settings.interfaceName();
    }

    @Override
    public PortFacts facts() {
        String remark = ring.lengthBytes() < settings.bufferBytes() / 2
                ? "the kernel had memory for a buffer of %d MiB only".formatted(ring.lengthBytes() >> 20)
                : "";
        return new PortFacts(
                settings.interfaceName(),
                CaptureWay.AFPACKET,
                socket.linkType(),
                socket.cardStamps(),
                ring.lengthBytes(),
                remark);
    }

    @Override
    public boolean fill(FrameBlock block) throws IOException {
        giveBack(block);
        block.reset(frames + 1);
        if (!isReady()) {
            long beforeNanos = clock.epochNanos();
            if (isAtEnd()) {
                return false;
            }
            await();
            if (!isReady()) {
                onQuiet(beforeNanos);
                return true;
            }
        }
        take(block);
        return true;
    }

    /** Where this port has its time from. */
    PortClock clock() {
        return clock;
    }

    /** Whether the port was stopped and has given out everything. */
    boolean isAtEnd() {
        return stopped && isDrained();
    }

    /** The ring block that this block showed, if it was one of this port, is the kernel's again. */
    void giveBack(FrameBlock block) {
        ring.giveBack(block);
    }

    /** Whether there is a block to {@link #take}. */
    boolean isReady() {
        return ring.isReady();
    }

    private void await() throws IOException {
        checkInterrupt();
        if (socket.socket().await(POLL_MILLIS)) {
            lookForError();
        }
    }

    /** Sleeps until one of the ports may have a block, or a tenth of a second. */
    static void awaitAny(List<AfPacketPort> ports) throws IOException {
        checkInterrupt();
        List<PacketSocket> sockets = new ArrayList<>(ports.size());
        for (AfPacketPort port : ports) {
            sockets.add(port.socket.socket());
        }
        if (PacketSocket.awaitAny(sockets, POLL_MILLIS)) {
            for (AfPacketPort port : ports) {
                port.lookForError();
            }
        }
    }

    private static void checkInterrupt() throws InterruptedIOException {
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped");
        }
    }

    private void lookForError() throws IOException {
        int error = socket.socket().takeError();
        if (error == SystemException.ENETDOWN) {
            watch.lost(clock.nanoTime());
        } else if (error != 0) {
            throw Refusal.notThisWay(settings.interfaceName(), CaptureWay.AFPACKET, "error " + error);
        }
    }

    /** Up to when every frame of this port was given out: none that comes is older. */
    long deliveredUntilNanos() {
        return isReady() ? ring.readyNanos() : Math.max(completeUntilNanos, lastNanos);
    }

    /**
     * Looks what is due while no block is ready.
     *
     * @param beforeNanos a time of day, before it was seen that none is
     */
    void onQuiet(long beforeNanos) throws CaptureException {
        filling = 0;
        if (!socket.cardStamps()) {
            completeUntilNanos = complete.next(beforeNanos - HAND_OVER_NANOS);
        } else if (cardAheadNanos != Long.MIN_VALUE) {
            completeUntilNanos = complete.next(beforeNanos - HAND_OVER_NANOS + cardAheadNanos);
        }
        if (watch.look(clock.nanoTime()) == InterfaceWatch.Standing.REPLACED) {
            mustReopen = true;
        }
        if (settings.workers() == 1 && mayReopen()) {
            release();
            reopen(PacketSocket.NEW_GROUP);
            begin();
        }
    }

    /** Whether the interface is another one than that of the socket, and nothing of the ring is in use. */
    boolean mayReopen() {
        return mustReopen && !ring.isLent() && !stopped;
    }

    /** Lets go of socket and ring. */
    synchronized void release() {
        refreshSums();
        socket.close();
    }

    /**
     * An interface that vanished and came back is another one: its socket and ring are made again.
     *
     * @param joining the group to join, where there are several workers
     * @return the group that it joined
     */
    synchronized int reopen(int joining) throws CaptureException {
        socket = AfPacketSocket.open(settings, joining);
        ring = new LentRing(socket.ring(), socket.linkType());
        mustReopen = false;
        return socket.group();
    }

    /** Lets frames in, after {@link #reopen}. */
    synchronized void begin() throws CaptureException {
        try {
            socket.socket().filter(socket.compile(settings, expression));
        } catch (SystemException e) {
            throw Refusal.of(settings.interfaceName(), CaptureWay.AFPACKET, e);
        }
    }

    /** Shows the next block of the ring, which is ready, in this block. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void take(FrameBlock block) {
        long withoutCard = ring.take(block, settings.snaplenBytes());
        int count = block.count();
        frames += count;
        frameBytes += ring.takenBytes();
        lastNanos = count == 0 ? lastNanos : block.timeNanos(count - 1);
        filling = ring.filling();
        if (socket.cardStamps()) {
            stampedByKernel += withoutCard;
            cardAheadNanos = lastNanos - clock.epochNanos();
        }
    }

    @Override
    public synchronized void stop() {
        if (stopped || closed) {
            stopped = true;
            return;
        }
        try {
            socket.socket().filter(SocketFilter.none());
        } catch (SystemException e) {
            notices.accept(settings.interfaceName() + ": the capture stops late (" + e.getMessage() + ")");
        }
        drainedAtNanos = clock.nanoTime() + LONGEST_DRAIN_NANOS;
        stopped = true;
    }

    /** Whether every frame that was captured has been given out. */
    private synchronized boolean isDrained() {
        refreshSums();
        return sums[0] - sums[1] <= frames || clock.nanoTime() - drainedAtNanos > 0;
    }

    private void refreshSums() {
        try {
            if (!closed) {
                socket.socket().statistics(sums);
            }
        } catch (SystemException e) {
            notices.accept(
                    settings.interfaceName() + ": the kernel does not tell what was dropped (" + e.getMessage() + ")");
        }
    }

    @Override
    public synchronized PortStatistics statistics() {
        refreshSums();
        if (losses != null && !closed) {
            losses.refresh();
        }
        return new PortStatistics(
                sums[0],
                sums[1],
                sums[2],
                losses == null ? 0 : losses.byKernel(),
                losses == null ? 0 : losses.byInterface(),
                stampedByKernel,
                losses == null ? 0 : watch.downTimes());
    }

    @Override
    public double filling() {
        return filling;
    }

    @Override
    public synchronized void setFilter(String wanted) throws CaptureException {
        if (stopped || closed) {
            return;
        }
        SocketFilter filter = socket.compile(settings, wanted);
        try {
            socket.socket().filter(filter);
        } catch (SystemException e) {
            throw Refusal.wrongFilter(settings.interfaceName(), wanted, e);
        }
        expression = wanted;
    }

    @Override
    public long completeUntilNanos() {
        return completeUntilNanos;
    }

    @Override
    public Progress progress() {
        return new Progress(frameBytes, -1, frames);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        statistics();
        closed = true;
        stopped = true;
        ring.takeBack();
        socket.close();
    }
}

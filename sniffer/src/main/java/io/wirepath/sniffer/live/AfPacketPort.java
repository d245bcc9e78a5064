package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.system.InterfaceLosses;
import io.wirepath.sniffer.live.system.KernelRing;
import io.wirepath.sniffer.live.system.PacketSocket;
import io.wirepath.sniffer.live.system.RingBlockLayout;
import io.wirepath.sniffer.live.system.SocketFilter;
import io.wirepath.sniffer.live.system.SystemException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kernel's ring in place: a block of the ring is lent to a {@link FrameBlock}, and given back to the kernel
 * when that is filled again, because then nobody looks at it any more.
 *
 * <pre>
 *  ring   │ kernel's │ lent │ lent │ ready │ being filled │ kernel's │ ...
 *                      ▲ given back first    ▲ next
 * </pre>
 *
 * <p>The kernel takes VLAN tags out of frames; they are put back into the room in front of each.
 */
final class AfPacketPort implements LivePort {

    private static final int POLL_MILLIS = 100;

    /** A frame is handed over within this time of its stamp. */
    private static final long HAND_OVER_NANOS = TimeUnit.MILLISECONDS.toNanos(6L * KernelRing.HAND_OVER_MILLIS);

    /** The kernel says how many frames are still to come; should it be wrong, the end comes after this time. */
    private static final long LONGEST_DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final LiveSettings settings;
    private final Consumer<String> notices;
    private final InterfaceWatch watch;
    private final @Nullable InterfaceLosses losses;
    private final int group;
    private final long[] sums = new long[3];
    private AfPacketSocket socket;
    private KernelRing ring;
    private @Nullable FrameBlock[] lentTo;
    private int lent;
    private int next;
    private String expression;
    private boolean mustReopen;
    private boolean closed;
    private volatile boolean stopped;
    private long drainedAtNanos;
    private volatile long frames;
    private volatile long frameBytes;
    private volatile long stampedByKernel;
    private volatile long completeUntilNanos = Long.MIN_VALUE;
    private long cardAheadNanos = Long.MIN_VALUE;

    private AfPacketPort(LiveSettings settings, AfPacketSocket socket, boolean first, Consumer<String> notices) {
        this.settings = settings;
        this.socket = socket;
        this.notices = notices;
        ring = socket.ring();
        group = socket.group();
        lentTo = new FrameBlock[ring.blocks()];
        expression = settings.filter();
        watch = new InterfaceWatch(settings.interfaceName(), notices, InterfaceWatch.kernel());
        losses = first ? new InterfaceLosses(settings.interfaceName()) : null;
    }

    /** Opens as many as the settings have workers. */
    static List<LivePort> open(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        List<AfPacketPort> ports = new ArrayList<>();
        try {
            for (int i = 0; i < settings.workers(); i++) {
                int group = ports.isEmpty() ? PacketSocket.NEW_GROUP : ports.get(0).group;
                ports.add(new AfPacketPort(settings, AfPacketSocket.open(settings, group), i == 0, notices));
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
            long beforeNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
            if (stopped && isDrained()) {
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

    /** The ring block that this block showed is the kernel's again. */
    private void giveBack(FrameBlock block) {
        int blocks = lentTo.length;
        for (int i = lent, at = Math.floorMod(next - lent, blocks); i > 0; i--, at = (at + 1) % blocks) {
            if (lentTo[at] == block) {
                lentTo[at] = null;
                ring.giveBack(at);
                break;
            }
        }
        while (lent > 0 && lentTo[Math.floorMod(next - lent, blocks)] == null) {
            lent--;
        }
    }

    private boolean isReady() {
        return lentTo[next] == null && ring.isOurs(next);
    }

    private void await() throws IOException {
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped");
        }
        if (socket.socket().await(POLL_MILLIS)) {
            int error = socket.socket().takeError();
            if (error == SystemException.ENETDOWN) {
                watch.lost(System.nanoTime());
            } else if (error != 0) {
                throw Refusal.notThisWay(settings.interfaceName(), CaptureWay.AFPACKET, "error " + error);
            }
        }
    }

    private void onQuiet(long beforeNanos) throws CaptureException {
        if (!socket.cardStamps()) {
            completeUntilNanos = Math.max(completeUntilNanos, beforeNanos - HAND_OVER_NANOS);
        } else if (cardAheadNanos != Long.MIN_VALUE) {
            completeUntilNanos = Math.max(completeUntilNanos, beforeNanos - HAND_OVER_NANOS + cardAheadNanos);
        }
        if (watch.look(System.nanoTime()) == InterfaceWatch.Standing.REPLACED) {
            mustReopen = true;
        }
        if (mustReopen && lent == 0 && !stopped) {
            reopen();
        }
    }

    /** An interface that vanished and came back is another one: its socket and ring are made anew. */
    private synchronized void reopen() throws CaptureException {
        refreshSums();
        AfPacketSocket fresh;
        try {
            fresh = AfPacketSocket.open(settings, group);
            fresh.socket().filter(fresh.compile(settings, expression));
        } catch (SystemException e) {
            throw Refusal.of(settings.interfaceName(), CaptureWay.AFPACKET, e);
        }
        socket.close();
        socket = fresh;
        ring = fresh.ring();
        lentTo = new FrameBlock[ring.blocks()];
        next = 0;
        mustReopen = false;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void take(FrameBlock block) {
        ByteBuffer fields = ring.fields(next);
        ByteBuffer bytes = ring.bytes(next);
        int count = fields.getInt(RingBlockLayout.BLOCK_FRAMES);
        int at = fields.getInt(RingBlockLayout.BLOCK_FIRST);
        int linkType = socket.linkType();
        boolean wantsTags = linkType == 1;
        int snaplen = settings.snaplenBytes();
        long captured = 0;
        long withoutCard = 0;
        long time = 0;
        for (int i = 0; i < count; i++) {
            int status = fields.getInt(at + RingBlockLayout.FRAME_STATUS);
            int length = fields.getInt(at + RingBlockLayout.FRAME_CAPTURED);
            int original = fields.getInt(at + RingBlockLayout.FRAME_ORIGINAL);
            int offset = at + (fields.getShort(at + RingBlockLayout.FRAME_LINK_LAYER) & 0xffff);
            if ((status & RingBlockLayout.STATUS_VLAN_VALID) != 0 && wantsTags && length >= VlanTag.INSERTED_AT) {
                VlanTag.insert(bytes, offset, VlanTag.protocol(fields, at, status), VlanTag.tag(fields, at));
                offset -= VlanTag.BYTES;
                length += VlanTag.BYTES;
                original += VlanTag.BYTES;
            }
            length = Math.min(length, snaplen);
            time = (fields.getInt(at + RingBlockLayout.FRAME_SECONDS) & 0xffff_ffffL) * 1_000_000_000L
                    + fields.getInt(at + RingBlockLayout.FRAME_NANOS);
            block.add(time, offset, length, original, linkType);
            captured += length;
            withoutCard += ~status >>> 31;
            at += fields.getInt(at + RingBlockLayout.FRAME_NEXT);
        }
        lendNextTo(block, bytes);
        frames += count;
        frameBytes += captured;
        if (socket.cardStamps()) {
            stampedByKernel += withoutCard;
            cardAheadNanos = time - TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        }
    }

    private void lendNextTo(FrameBlock block, ByteBuffer bytes) {
        block.lend(bytes);
        lentTo[next] = block;
        lent++;
        next = next + 1 == lentTo.length ? 0 : next + 1;
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
        drainedAtNanos = System.nanoTime() + LONGEST_DRAIN_NANOS;
        stopped = true;
    }

    /** Whether every frame that was captured has been given out. */
    private synchronized boolean isDrained() {
        refreshSums();
        return sums[0] - sums[1] <= frames || System.nanoTime() - drainedAtNanos > 0;
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
        for (FrameBlock block : lentTo) {
            if (block != null) {
                block.reset(0);
            }
        }
        socket.close();
    }
}

package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.system.PacketSocket;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several rings as one port: the kernel puts each connection into one of them, so that the processors which receive
 * frames need not wait for each other; one thread empties them all, for that costs it little.
 *
 * <pre>
 *  ring 0 │ ready, from 10.000 s │ being filled │
 *  ring 1 │ ready, from 10.007 s │ ready │ ...          the block that begins first is the next: ring 0
 *  ring 2 │ being filled │                              seen to be empty: complete until a moment ago
 *                          ▲ the least of all: {@link #orderedUntilNanos}
 * </pre>
 *
 * <p>Frames of a connection are in order; those of different rings may change places within the time of a block.
 */
final class SharedPort implements LivePort {

    private final List<AfPacketPort> ports;
    private volatile long frames;
    private volatile long completeUntilNanos = Long.MIN_VALUE;

    /** Makes one port of those that joined a group. */
    SharedPort(List<AfPacketPort> ports) {
        this.ports = List.copyOf(ports);
    }

    @Override
    public String sniffer() {
        return ports.get(0).sniffer();
    }

    @Override
    public PortFacts facts() {
        PortFacts first = ports.get(0).facts();
        long bytes =
                ports.stream().mapToLong(port -> port.facts().bufferBytes()).sum();
        return new PortFacts(
                first.interfaceName(), first.way(), first.linkType(), first.cardStamps(), bytes, first.remark());
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public boolean fill(FrameBlock block) throws IOException {
        for (AfPacketPort port : ports) {
            port.giveBack(block);
        }
        block.reset(frames + 1);
        AfPacketPort first = look();
        if (first == null) {
            if (isAtEnd()) {
                return false;
            }
            AfPacketPort.awaitAny(ports);
            first = look();
        }
        if (first != null) {
            first.take(block);
            frames += block.count();
        }
        completeUntilNanos = deliveredUntilNanos();
        if (first == null && ports.stream().allMatch(AfPacketPort::mayReopen)) {
            reopen();
        }
        return true;
    }

    /** All together, for a group is one interface's. */
    private void reopen() throws IOException {
        ports.forEach(AfPacketPort::release);
        int group = PacketSocket.NEW_GROUP;
        for (AfPacketPort port : ports) {
            group = port.reopen(group);
        }
        for (AfPacketPort port : ports) {
            port.begin();
        }
    }

    /**
     * Does what is due at the rings without a block, and gives the one whose block begins first; null where there is
     * none.
     */
    private @Nullable AfPacketPort look() throws IOException {
        AfPacketPort first = null;
        for (AfPacketPort port : ports) {
            long beforeNanos = port.clock().epochNanos();
            if (!port.isReady()) {
                port.onQuiet(beforeNanos);
            } else if (first == null || port.deliveredUntilNanos() < first.deliveredUntilNanos()) {
                first = port;
            }
        }
        return first;
    }

    private boolean isAtEnd() {
        for (AfPacketPort port : ports) {
            if (!port.isAtEnd()) {
                return false;
            }
        }
        return true;
    }

    private long deliveredUntilNanos() {
        long least = Long.MAX_VALUE;
        for (AfPacketPort port : ports) {
            least = Math.min(least, port.deliveredUntilNanos());
        }
        return least;
    }

    @Override
    public long orderedUntilNanos() {
        return completeUntilNanos;
    }

    @Override
    public long completeUntilNanos() {
        return completeUntilNanos;
    }

    @Override
    public void stop() {
        ports.forEach(AfPacketPort::stop);
    }

    @Override
    public PortStatistics statistics() {
        return ports.stream()
                .map(AfPacketPort::statistics)
                .reduce(PortStatistics::plus)
                .orElseThrow();
    }

    @Override
    public double filling() {
        return ports.stream().mapToDouble(AfPacketPort::filling).max().orElseThrow();
    }

    @Override
    public void setFilter(String expression) throws CaptureException {
        // where the expression is wrong, the first refuses it, and nothing has changed
        for (AfPacketPort port : ports) {
            port.setFilter(expression);
        }
    }

    @Override
    public Progress progress() {
        return new Progress(
                ports.stream().mapToLong(port -> port.progress().bytesRead()).sum(), -1, frames);
    }

    @Override
    public void close() {
        ports.forEach(AfPacketPort::close);
    }
}

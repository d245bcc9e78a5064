package io.wirepath.flows.stream;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.FlowStatistics;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link StreamRow} of every flow: of TCP those with payload, of UDP all. A row is given when its connection
 * closes, so in an order that depends on the capture alone. For one capture; used by one thread.
 */
public final class StreamContents implements ConnectionListener {

    private final String capture;
    private final @Nullable StreamFiles files;
    private final Consumer<StreamRow> rows;
    private final ZeroBudget budget = new ZeroBudget();
    private final List<FlowContent[]> free = new ArrayList<>();

    /**
     * Starts with no flows.
     *
     * @param capture name of the capture in the rows
     * @param files where the bytes go as well; null if nowhere
     * @param rows takes each finished row
     */
    public StreamContents(String capture, @Nullable StreamFiles files, Consumer<StreamRow> rows) {
        this.capture = capture;
        this.files = files;
        this.rows = rows;
    }

    @Override
    public void onOpen(Connection connection, long timeNanos) {
        connection.attachment = free.isEmpty()
                ? new FlowContent[] {new FlowContent(), new FlowContent()}
                : free.remove(free.size() - 1);
    }

    @Override
    public void onOuterLayers(Connection connection, int direction, OuterLayers layers) {
        content(connection, direction).outer = layers.toList();
    }

    private static FlowContent content(Connection connection, int direction) {
        return contents(connection)[direction];
    }

    private static FlowContent[] contents(Connection connection) {
        return (FlowContent[]) Objects.requireNonNull(connection.attachment);
    }

    @Override
    public void onBytes(Connection connection, int direction, StreamBytes bytes) {
        add(connection, direction, bytes, bytes.streamOffset);
    }

    @Override
    public void onDatagram(Connection connection, int direction, StreamBytes bytes, int cut) {
        FlowContent content = content(connection, direction);
        add(connection, direction, bytes, content.bytes + content.missing);
        if (cut > 0) {
            content.addCut(cut, bytes.segment.timeNanos);
        }
    }

    private void add(Connection connection, int direction, StreamBytes bytes, long position) {
        ByteBuffer slice = bytes.buffer.slice(bytes.offset, bytes.length);
        FlowContent content = content(connection, direction);
        if (files != null) {
            if (content.fileName == null) {
                content.fileName = fileName(connection, direction);
                files.begin(content.fileName);
            }
            files.write(content.fileName, slice.duplicate(), position);
        }
        content.add(slice, position, bytes.segment.timeNanos, budget);
    }

    @Override
    public void onMissing(
            Connection connection,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        FlowContent content = content(connection, direction);
        if (cut != null) {
            content.addCut(length, timeNanos);
        } else {
            content.missing += length;
        }
    }

    @Override
    public void onClose(Connection connection, CloseReason reason, long timeNanos) {
        FlowContent[] both = contents(connection);
        for (int direction = 0; direction < 2; direction++) {
            FlowContent content = both[direction];
            if (content.segments > 0 || content.cutBytes > 0) {
                rows.accept(row(connection, direction, content));
            }
            if (files != null && content.fileName != null) {
                files.close(content.fileName);
            }
            content.clear();
        }
        connection.attachment = null;
        free.add(both);
    }

    private StreamRow row(Connection connection, int direction, FlowContent content) {
        FlowStatistics statistics = connection.statistics(direction);
        return new StreamRow(
                capture,
                transport(connection),
                endpoint(connection, direction),
                endpoint(connection, 1 - direction),
                content.bytes,
                content.missing,
                content.digestText(),
                content.startNanos,
                content.endNanos,
                content.segments,
                statistics.retransmittedSegments,
                statistics.retransmittedBytes,
                statistics.mirrorCopies,
                statistics.reorderedSegments,
                statistics.overlapConflicts,
                statistics.keepAlives,
                content.cutBytes,
                statistics.discardedBytes,
                content.outer,
                connection.midstream);
    }

    private static String transport(Connection connection) {
        return connection.transport == IpProtocol.TCP ? "tcp" : "udp";
    }

    /** The endpoint that sends direction {@code side}. */
    private static String endpoint(Connection connection, int side) {
        return side == 0
                ? AddressText.endpoint(connection.sourceHigh, connection.sourceLow, connection.sourcePort)
                : AddressText.endpoint(
                        connection.destinationHigh, connection.destinationLow, connection.destinationPort);
    }

    private static String fileName(Connection connection, int direction) {
        return String.join(
                "_",
                transport(connection),
                endpoint(connection, direction),
                endpoint(connection, 1 - direction),
                Long.toString(connection.id));
    }

    @Override
    public void onRetransmission(Connection connection, int direction, int length, long timeNanos) {}

    @Override
    public void onMirrorCopy(Connection connection, int direction, long timeNanos) {}

    @Override
    public void onFin(Connection connection, int direction, long timeNanos) {}

    @Override
    public void onTime(long nowNanos) {}
}

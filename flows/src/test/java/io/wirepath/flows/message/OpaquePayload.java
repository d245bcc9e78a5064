package io.wirepath.flows.message;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SplitMix64;
import io.wirepath.flows.StreamBytes;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Replaces every payload byte of TCP by an arbitrary one, so that only turns are left. */
final class OpaquePayload implements ConnectionListener {

    private final ConnectionListener next;

    OpaquePayload(ConnectionListener next) {
        this.next = next;
    }

    @Override
    public void onBytes(Connection connection, int direction, StreamBytes bytes) {
        ByteBuffer opaque = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            long mixed = (bytes.streamOffset + i + 31 * connection.id + direction) * SplitMix64.STEP;
            opaque.put(i, (byte) (mixed >>> 40 | 0x80));
        }
        bytes.set(opaque, 0, bytes.length, bytes.streamOffset, bytes.segment);
        next.onBytes(connection, direction, bytes);
    }

    @Override
    public void onOpen(Connection connection, long timeNanos) {
        next.onOpen(connection, timeNanos);
    }

    @Override
    public void onMissing(
            Connection connection,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        next.onMissing(connection, direction, streamOffset, length, cut, timeNanos);
    }

    @Override
    public void onRetransmission(Connection connection, int direction, int length, long timeNanos) {
        next.onRetransmission(connection, direction, length, timeNanos);
    }

    @Override
    public void onMirrorCopy(Connection connection, int direction, long timeNanos) {
        next.onMirrorCopy(connection, direction, timeNanos);
    }

    @Override
    public void onFin(Connection connection, int direction, long timeNanos) {
        next.onFin(connection, direction, timeNanos);
    }

    @Override
    public void onClose(Connection connection, CloseReason reason, long timeNanos) {
        next.onClose(connection, reason, timeNanos);
    }

    @Override
    public void onDatagram(Connection connection, int direction, StreamBytes bytes, int cut) {
        next.onDatagram(connection, direction, bytes, cut);
    }

    @Override
    public void onTime(long nowNanos) {
        next.onTime(nowNanos);
    }
}

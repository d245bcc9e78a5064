package io.wirepath.flows.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import org.jspecify.annotations.Nullable;

/**
 * Checks all that reassembly tells: each stream grows without gap or overlap, each byte is the one that its sequence
 * number calls for, and nothing is said of a connection before it opens or after it closes.
 */
final class ReassemblyLedger implements ConnectionListener {

    private long deliveredBytes;
    private long missingBytes;
    private long open;

    /** Payload whose first byte has this sequence number. */
    static byte[] contentFrom(int sequence, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = contentAt(sequence + i);
        }
        return bytes;
    }

    private static byte contentAt(int sequence) {
        return (byte) (sequence * 0x9E3779B1 >>> 24);
    }

    long deliveredBytes() {
        return deliveredBytes;
    }

    long missingBytes() {
        return missingBytes;
    }

    /** Connections that have not been closed. */
    long open() {
        return open;
    }

    @Override
    public void onOpen(Connection connection, long timeNanos) {
        assertNull(connection.attachment);
        connection.attachment = new Stream[] {new Stream(), new Stream()};
        open++;
    }

    @Override
    public void onBytes(Connection connection, int direction, StreamBytes bytes) {
        assertTrue(bytes.length > 0, "no bytes");
        extend(connection, direction, bytes.streamOffset, bytes.length);
        deliveredBytes += bytes.length;
        int sequence = connection.firstSequence(direction) + (int) bytes.streamOffset;
        Stream stream = stream(connection, direction);
        while (stream.finsCounted < stream.fins && different(bytes, sequence + stream.finsCounted) < bytes.length) {
            stream.finsCounted++;
        }
        int wrong = different(bytes, sequence + stream.finsCounted);
        assertEquals(bytes.length, wrong, "the first byte that is wrong, behind sequence number " + sequence);
    }

    /** The first byte that is not the one of its sequence number, or how many there are. */
    private static int different(StreamBytes bytes, int sequence) {
        int at = 0;
        while (at < bytes.length && bytes.buffer.get(bytes.offset + at) == contentAt(sequence + at)) {
            at++;
        }
        return at;
    }

    private static Stream stream(Connection connection, int direction) {
        Stream[] streams = (Stream[]) connection.attachment;
        assertNotNull(streams);
        return streams[direction];
    }

    /** One direction. */
    private static final class Stream {

        private long end;

        /** FINs that were told of; where its sender goes on behind one, that may have a number of its own. */
        private int fins;

        private int finsCounted;
    }

    @Override
    public void onMissing(
            Connection connection,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        assertTrue(length > 0, "an empty hole");
        extend(connection, direction, streamOffset, length);
        missingBytes += cut != null ? 0 : length;
    }

    private static void extend(Connection connection, int direction, long streamOffset, long length) {
        Stream stream = stream(connection, direction);
        assertEquals(stream.end, streamOffset, "where the stream goes on");
        stream.end += length;
    }

    @Override
    public void onRetransmission(Connection connection, int direction, int length, long timeNanos) {
        assertNotNull(connection.attachment);
    }

    @Override
    public void onMirrorCopy(Connection connection, int direction, long timeNanos) {
        assertNotNull(connection.attachment);
    }

    @Override
    public void onFin(Connection connection, int direction, long timeNanos) {
        stream(connection, direction).fins++;
    }

    @Override
    public void onClose(Connection connection, CloseReason reason, long timeNanos) {
        assertNotNull(connection.attachment);
        connection.attachment = null;
        open--;
    }

    @Override
    public void onDatagram(Connection connection, int direction, StreamBytes bytes, int cut) {
        assertNotNull(connection.attachment);
        assertTrue(connection.transport != IpProtocol.TCP);
        deliveredBytes += bytes.length;
    }

    @Override
    public void onTime(long nowNanos) {}
}

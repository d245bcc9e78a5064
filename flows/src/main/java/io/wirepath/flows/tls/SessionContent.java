package io.wirepath.flows.tls;

import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a session holds, at the places and times of the records that carried it: data, what sets the encryption
 * up, what is missing. What the client said before the server answered is held until the server takes or refuses it.
 * Not thread-safe.
 */
final class SessionContent {

    private final ConnectionListener inside;
    private final Connection connection;
    private final int client;
    private final StreamBytes plain = new StreamBytes();

    /** Null where the client said nothing early, or what becomes of it is decided. */
    private @Nullable EarlyData early;

    SessionContent(ConnectionListener inside, Connection connection, int client) {
        this.inside = inside;
        this.connection = connection;
        this.client = client;
    }

    /** The client speaks before the server has answered. */
    void beginEarly() {
        early = new EarlyData();
    }

    /** Whether what the client said early is held. */
    boolean awaitsDecision() {
        return early != null;
    }

    /** The server takes what the client said early, or refuses it: then it is as if it set the encryption up. */
    void decideEarly(boolean taken) {
        EarlyData decided = early;
        early = null;
        if (decided == null) {
            return;
        }
        if (taken) {
            decided.release((data, at, first, last) -> tell(client, data, data.length, at, first, last));
        } else {
            decided.release((data, at, first, last) -> inside.onSecuring(
                    connection,
                    client,
                    plain.set(ByteBuffer.wrap(data), 0, data.length, at, first),
                    last,
                    Outcome.UNKNOWN));
        }
    }

    /** Data that a record held. */
    void data(RecordReader flow, int direction, byte[] inner, int length, SegmentContext last) {
        EarlyData held = early;
        if (held != null && direction == client && held.holds(length)) {
            held.hold(inner, length, flow.startOffset(), flow.first(), last);
            return;
        }
        decideEarly(true);
        tell(direction, inner, length, flow.startOffset(), flow.first(), last);
    }

    /** The first byte comes with the packet that began the record, the others with the one that completed it. */
    private void tell(
            int direction, byte[] inner, int length, long recordOffset, SegmentContext first, SegmentContext last) {
        ByteBuffer data = ByteBuffer.wrap(inner);
        long offset = recordOffset + RecordCipher.HEADER;
        boolean onePacket = first.frameNumber == last.frameNumber;
        int before = onePacket || length < 2 ? 0 : 1;
        if (before > 0) {
            inside.onBytes(connection, direction, plain.set(data, 0, before, offset, first));
        }
        if (length > 0) {
            inside.onBytes(connection, direction, plain.set(data, before, length - before, offset + before, last));
        }
    }

    /** A record that sets the encryption up. */
    void secure(RecordReader flow, int direction, SegmentContext last, int outcome) {
        inside.onSecuring(connection, direction, record(flow), last, outcome);
    }

    /** A record as it is. */
    void pass(int direction, RecordReader flow) {
        inside.onBytes(connection, direction, record(flow));
    }

    /** Bytes as they are. */
    void pass(int direction, StreamBytes bytes) {
        inside.onBytes(connection, direction, bytes);
    }

    /** Bytes that nobody captured. */
    void missing(int direction, long streamOffset, long length, @Nullable SegmentContext cut, long timeNanos) {
        inside.onMissing(connection, direction, streamOffset, length, cut, timeNanos);
    }

    private StreamBytes record(RecordReader flow) {
        return plain.set(ByteBuffer.wrap(flow.record()), 0, flow.length(), flow.startOffset(), flow.first());
    }
}

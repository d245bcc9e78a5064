package io.wirepath.flows.tcp;

import io.wirepath.flows.ConnectionListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one shard whose first SYN passed within the last {@value #PATIENCE_SECONDS} s, in that order: who
 * has no answer by then has made an attempt that failed. Bounded; allocates nothing once it has grown. Used by one
 * thread.
 */
final class OpeningWatch {

    private static final long PATIENCE_SECONDS = 3;

    /** A SYN waits so long for an answer: it was sent twice more by then (RFC 6298 §5.7). */
    static final long PATIENCE_NANOS = PATIENCE_SECONDS * 1_000_000_000L;

    private final int most;
    private @Nullable TcpConnection[] opening = new @Nullable TcpConnection[16];
    private long[] id = new long[opening.length];
    private int first;
    private int size;

    /** Watches at most so many; of more, the oldest are not told. */
    OpeningWatch(int most) {
        this.most = most;
    }

    /** A connection begins with a SYN. */
    void add(TcpConnection connection) {
        if (size == most) {
            drop();
        } else if (size == opening.length) {
            grow();
        }
        int at = (first + size++) % opening.length;
        opening[at] = connection;
        id[at] = connection.id;
    }

    /** Tells those that had no answer in time. */
    void onTime(long nowNanos, ConnectionListener listener) {
        while (size > 0) {
            TcpConnection connection = opening[first];
            // connections are pooled: another one may have its place
            if (connection != null && connection.id == id[first] && connection.isUnanswered()) {
                long due = connection.synNanos + PATIENCE_NANOS;
                if (due > nowNanos) {
                    return;
                }
                listener.onFailedAttempt(connection, false, due);
            }
            drop();
        }
    }

    /** Nothing more comes: tells those that had no answer so far and sent their SYN again. */
    void onEnd(long nowNanos, ConnectionListener listener) {
        for (; size > 0; drop()) {
            TcpConnection connection = opening[first];
            if (connection != null
                    && connection.id == id[first]
                    && connection.isUnanswered()
                    && connection.synRetries > 0) {
                listener.onFailedAttempt(connection, false, nowNanos);
            }
        }
    }

    private void drop() {
        opening[first] = null;
        first = (first + 1) % opening.length;
        size--;
    }

    private void grow() {
        int length = opening.length;
        @Nullable TcpConnection[] wider = Arrays.copyOfRange(opening, first, first + 2 * length);
        long[] widerId = Arrays.copyOfRange(id, first, first + 2 * length);
        System.arraycopy(opening, 0, wider, length - first, first);
        System.arraycopy(id, 0, widerId, length - first, first);
        opening = wider;
        id = widerId;
        first = 0;
    }
}

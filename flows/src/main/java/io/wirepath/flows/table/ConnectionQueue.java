package io.wirepath.flows.table;

import org.jspecify.annotations.Nullable;

/**
 * Connections in the order of their latest packet, the longest silent first. An intrusive list; a connection moves to
 * the end at most once in {@link #GRAIN_NANOS}, so that a busy one costs nothing. Used by one thread.
 *
 * @param <C> the kind of connection
 */
public final class ConnectionQueue<C extends TrackedConnection> {

    /** How exact the order is. */
    public static final long GRAIN_NANOS = 100_000_000;

    private @Nullable TrackedConnection first;
    private @Nullable TrackedConnection last;

    /** The connection that has been silent longest, or null if there is none. */
    @SuppressWarnings("unchecked") // only add() stores
    public @Nullable C first() {
        return (C) first;
    }

    /** Adds a connection that is in no queue, as just active. */
    public void add(C connection) {
        connection.queuedNanos = connection.lastNanos;
        connection.longerSilent = last;
        connection.shorterSilent = null;
        if (last == null) {
            first = connection;
        } else {
            last.shorterSilent = connection;
        }
        last = connection;
    }

    /** Takes a connection out. */
    public void remove(C connection) {
        TrackedConnection before = connection.longerSilent;
        TrackedConnection after = connection.shorterSilent;
        if (before == null) {
            first = after;
        } else {
            before.shorterSilent = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.longerSilent = before;
        }
        connection.longerSilent = null;
        connection.shorterSilent = null;
    }

    /** Tells that a packet of the connection was seen; time stamps that step back change nothing. */
    public void touch(C connection, long timeNanos) {
        if (timeNanos > connection.lastNanos) {
            connection.lastNanos = timeNanos;
            if (timeNanos - connection.queuedNanos > GRAIN_NANOS) {
                remove(connection);
                add(connection);
            }
        }
    }
}

package io.wirepath.flows.tcp;

import org.jspecify.annotations.Nullable;

/** The connections of a shard in which something waits, the longest waiting first. An intrusive list. */
final class WaitingList {

    private @Nullable TcpConnection first;
    private @Nullable TcpConnection last;

    @Nullable
    TcpConnection first() {
        return first;
    }

    void add(TcpConnection connection) {
        connection.waiting = true;
        connection.longerWaiting = last;
        connection.shorterWaiting = null;
        if (last == null) {
            first = connection;
        } else {
            last.shorterWaiting = connection;
        }
        last = connection;
    }

    void remove(TcpConnection connection) {
        TcpConnection before = connection.longerWaiting;
        TcpConnection after = connection.shorterWaiting;
        if (before == null) {
            first = after;
        } else {
            before.shorterWaiting = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.longerWaiting = before;
        }
        connection.waiting = false;
        connection.longerWaiting = null;
        connection.shorterWaiting = null;
    }
}

package io.wirepath.appliance.systemd;

import java.io.IOException;

/** A log of the system of its own, for tests of what is told to it. */
public final class SystemLogs implements AutoCloseable {

    private final int socket;

    private SystemLogs(int socket) {
        this.socket = socket;
    }

    /** Listens at this path. */
    public static SystemLogs at(String path) throws IOException {
        return new SystemLogs(LocalReceiver.bind(path));
    }

    /** The next line; waits for it. */
    public String next() throws IOException {
        return LocalReceiver.receive(socket);
    }

    @Override
    public void close() {
        LocalReceiver.close(socket);
    }
}

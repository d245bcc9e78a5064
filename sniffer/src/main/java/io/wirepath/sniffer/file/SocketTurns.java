package io.wirepath.sniffer.file;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A TCP connection as a channel that says ten times a second that nothing comes, so that no frame waits for others. */
public final class SocketTurns implements ReadableByteChannel {

    private static final long TURN_NANOS = 100_000_000L;
    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final InputStream in;
    private final LongSupplier ticker;
    private final byte[] buffer = new byte[BUFFER];
    private boolean isInTurn;
    private long turnEnds;

    /**
     * Reads a connection, which is closed with this.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     */
    public SocketTurns(Socket socket, LongSupplier ticker) throws IOException {
        this.socket = socket;
        this.ticker = ticker;
        in = socket.getInputStream();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        long now = ticker.getAsLong();
        if (!isInTurn) {
            isInTurn = true;
            turnEnds = now + TURN_NANOS;
        }
        long left = turnEnds - now;
        if (left <= 0) {
            isInTurn = false;
            return 0;
        }
        try {
            socket.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            int count = in.read(buffer, 0, Math.min(BUFFER, into.remaining()));
            if (count > 0) {
                into.put(buffer, 0, count);
            }
            return count;
        } catch (SocketTimeoutException e) {
            isInTurn = false;
            return 0;
        }
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

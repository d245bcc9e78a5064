package io.wirepath.sniffer.file;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The bytes of a TCP connection; says ten times a second that nothing comes now, so that no frame waits for others. */
final class SocketSupply implements ByteSupply {

    private static final long TURN_NANOS = 100_000_000L;
    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final InputStream in;
    private final LongSupplier ticker;
    private final byte[] buffer = new byte[BUFFER];
    private boolean isInTurn;
    private long turnEnds;
    private volatile long bytesRead;
    private @Nullable String damage;

    /**
     * Reads a connection, which is closed with this.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     */
    SocketSupply(Socket socket, LongSupplier ticker) throws IOException {
        this.socket = socket;
        this.ticker = ticker;
        in = socket.getInputStream();
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
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
                bytesRead += count;
            }
            return count;
        } catch (SocketTimeoutException e) {
            isInTurn = false;
            return 0;
        } catch (IOException e) {
            if (bytesRead == 0) {
                throw e;
            }
            damage = "the connection broke: " + e.getMessage();
            return -1;
        }
    }

    @Override
    public long bytesRead() {
        return bytesRead;
    }

    @Override
    public @Nullable String damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

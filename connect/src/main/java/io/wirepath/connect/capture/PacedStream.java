package io.wirepath.connect.capture;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What comes at 1 KiB a second at least, after a first pause; else reading fails. A socket's own timeout ends a
 * silence, and not a byte now and then. Not thread-safe.
 */
public final class PacedStream extends FilterInputStream {

    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long NANOS_A_BYTE = TimeUnit.SECONDS.toNanos(1) / 1024;

    private final LongSupplier clock;
    private final long began;
    private long count;

    /** @param clock time in nanoseconds */
    public PacedStream(InputStream in, LongSupplier clock) {
        super(in);
        this.clock = clock;
        this.began = clock.getAsLong();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int read = in.read(into, from, length);
        count += Math.max(0, read);
        if (clock.getAsLong() - began > FIRST_NANOS + count * NANOS_A_BYTE) {
            throw new IOException("it comes at less than 1 KiB a second");
        }
        return read;
    }
}

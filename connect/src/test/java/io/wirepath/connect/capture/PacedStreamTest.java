package io.wirepath.connect.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PacedStreamTest {

    private long nanos;

    /** Gives so many bytes at a time without an end, one time a second. */
    private InputStream drips(int bytes) {
        return new PacedStream(
                new InputStream() {
                    @Override
                    public int read() {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    public int read(byte[] into, int from, int length) {
                        nanos += TimeUnit.SECONDS.toNanos(1);
                        return Math.min(bytes, length);
                    }
                },
                () -> nanos);
    }

    @Test
    void whatComesByteByByteEnds() {
        InputStream slow = drips(1);
        assertThrows(IOException.class, () -> slow.readNBytes(1 << 20));
        assertTrue(nanos < TimeUnit.SECONDS.toNanos(40), nanos + " ns");
    }

    @Test
    void aSlowLineIsNoAttack() throws IOException {
        assertEquals(1 << 20, drips(2000).readNBytes(1 << 20).length);
    }
}

package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RequestBodyTest {

    private final AtomicLong nanos = new AtomicLong();
    private final RequestBody bodies = new RequestBody(100, nanos::get);

    /** A byte a second, for ever. */
    private final class Dripping extends InputStream {
        int given;

        @Override
        public int read() {
            nanos.addAndGet(1_000_000_000L);
            given++;
            return 'a';
        }

        @Override
        public int read(byte[] to, int at, int count) {
            to[at] = (byte) read();
            return 1;
        }
    }

    private int status(RequestBody.Body body) {
        return assertThrows(Problem.class, () -> bodies.read(body)).status();
    }

    @Test
    void aBodyThatDripsEndsInTimeHoweverLongItIs() {
        Dripping dripping = new Dripping();
        assertEquals(408, status(() -> dripping));
        assertEquals(6, dripping.given);
        assertEquals("{}", bodies.read(() -> new ByteArrayInputStream(new byte[] {'{', '}'})));
    }

    @Test
    void aBodyThatIsTooLongOrBreaksOffIsTheCallersFault() {
        assertEquals(413, status(() -> new ByteArrayInputStream(new byte[101])));
        assertEquals(400, status(() -> {
            throw new IOException("aborted");
        }));
    }

    @Test
    void fewAreReadAtATime() {
        assertEquals("", nested(RequestBody.MAX_AT_A_TIME - 1));
        assertEquals(
                503,
                assertThrows(Problem.class, () -> nested(RequestBody.MAX_AT_A_TIME))
                        .status());
        assertEquals("", nested(1));
    }

    private String nested(int more) {
        return bodies.read(() -> {
            if (more > 0) {
                nested(more - 1);
            }
            return InputStream.nullInputStream();
        });
    }
}

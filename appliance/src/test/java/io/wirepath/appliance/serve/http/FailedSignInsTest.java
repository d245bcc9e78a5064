package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FailedSignInsTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> log = new ArrayList<>();
    private final FailedSignIns failed = new FailedSignIns(nanos::get, log::add);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            failed.failed("10.0.0.1");
        }
    }

    @Test
    void anAddressThatGuessesIsSlowedAndLoggedAndOthersAreNot() {
        fail(5);
        assertDoesNotThrow(() -> failed.check("10.0.0.1"));
        fail(1);
        assertEquals(
                429, assertThrows(Problem.class, () -> failed.check("10.0.0.1")).status());
        assertDoesNotThrow(() -> failed.check("10.0.0.2"));
        nanos.addAndGet(SECOND);
        assertDoesNotThrow(() -> failed.check("10.0.0.1"));
        fail(94);
        nanos.addAndGet(31 * SECOND);
        assertThrows(Problem.class, () -> failed.check("10.0.0.1"));
        nanos.addAndGet(SECOND);
        assertDoesNotThrow(() -> failed.check("10.0.0.1"));
        assertEquals(7, log.size());
        assertEquals("64 wrong tokens from 10.0.0.1", log.get(6));
    }

    @Test
    void theRightTokenForgivesWhatWasBefore() {
        fail(6);
        failed.succeeded("10.0.0.1");
        assertDoesNotThrow(() -> failed.check("10.0.0.1"));
    }
}

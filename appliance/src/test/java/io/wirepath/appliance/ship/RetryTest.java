package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class RetryTest {

    @Test
    void boundsDoubleUpToHalfASecondThenUpToTheLongestAndBeginAnewAfterSuccess() {
        Retry retry = new Retry(new Random(1));
        long bound = Retry.FIRST_NANOS;
        for (int failure = 0; failure < 50; failure++) {
            long wait = retry.nextNanos();
            long present = bound;
            assertTrue(wait >= bound / 8 && wait <= bound, () -> wait + " ns of " + present);
            bound = Math.min(2 * bound, failure < 39 ? 500_000_000L : 30_000_000_000L);
        }
        assertEquals(30_000_000_000L, bound);
        retry.succeeded();
        assertTrue(retry.nextNanos() <= Retry.FIRST_NANOS);
    }

    @Test
    void twoSniffersDoNotComeBackTogether() {
        assertNotEquals(new Retry(new Random(1)).nextNanos(), new Retry(new Random(2)).nextNanos());
    }
}

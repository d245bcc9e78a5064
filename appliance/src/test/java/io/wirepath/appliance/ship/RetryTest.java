package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class RetryTest {

    @Test
    void boundsDoubleUpToTheLongestAndBeginAnewAfterSuccess() {
        Retry retry = new Retry(new Random(1));
        long bound = Retry.FIRST_NANOS;
        for (int failure = 0; failure < 20; failure++) {
            long wait = retry.nextNanos();
            long present = bound;
            assertTrue(wait >= bound / 8 && wait <= bound, () -> wait + " ns of " + present);
            bound = Math.min(2 * bound, Retry.LONGEST_NANOS);
        }
        retry.succeeded();
        assertTrue(retry.nextNanos() <= Retry.FIRST_NANOS);
    }

    @Test
    void twoSniffersDoNotComeBackTogether() {
        assertNotEquals(new Retry(new Random(1)).nextNanos(), new Retry(new Random(2)).nextNanos());
    }
}

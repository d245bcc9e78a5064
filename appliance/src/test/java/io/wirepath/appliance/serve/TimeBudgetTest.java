package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TimeBudgetTest {

    private static final long MINUTE = 60_000_000_000L;

    private final TimeBudget budget = new TimeBudget();

    @Test
    void thereIsNoBoundWhileWindowsTakeLessThanTheyLast() {
        budget.took(600_000, MINUTE, MINUTE);
        assertEquals(Long.MAX_VALUE, budget.mostMessages());
    }

    @Test
    void afterAWindowThatTookLongerTheNextHasAsManyAsFit() {
        budget.took(40_000, 2 * MINUTE, MINUTE);
        assertEquals(20_000, budget.mostMessages());
    }

    /**
     * Whose cost grows with the square of the messages takes its time after two windows; then nothing is left out for
     * long.
     */
    @Test
    void whatGrowsFasterThanItsMessagesFitsSoonAndIsLetGoSoon() {
        for (int window = 0; window < 3; window++) {
            budget.took(within(80_000), cost(within(80_000)), MINUTE);
        }
        assertTrue(cost(within(80_000)) <= MINUTE, () -> "takes " + cost(within(80_000)));
        for (int window = 0; window < 60; window++) {
            budget.took(within(500), cost(within(500)), MINUTE);
        }
        assertEquals(Long.MAX_VALUE, budget.mostMessages());
    }

    @Test
    void someMessagesAreAnalysedHoweverLongTheyTake() {
        budget.took(2000, 1000 * MINUTE, MINUTE);
        assertEquals(TimeBudget.MIN_MESSAGES, budget.mostMessages());
    }

    private long within(long messages) {
        return Math.min(messages, budget.mostMessages());
    }

    private static long cost(long messages) {
        return 20 * messages * messages;
    }
}

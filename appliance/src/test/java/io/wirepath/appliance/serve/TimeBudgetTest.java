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

    /** Whose cost grows with the square of the messages takes its time after two windows. */
    @Test
    void whatGrowsFasterThanItsMessagesFitsSoon() {
        for (int window = 0; window < 3; window++) {
            budget.took(within(80_000), cost(within(80_000)), MINUTE);
        }
        assertTrue(cost(within(80_000)) <= MINUTE, () -> "takes " + cost(within(80_000)));
    }

    /** Who floods a minute, is silent for an hour and floods again, finds the bound that he left. */
    @Test
    void quietWindowsLoosenNothing() {
        budget.took(80_000, cost(80_000), MINUTE);
        for (int window = 0; window < 60; window++) {
            budget.took(within(500), cost(within(500)), MINUTE);
        }
        assertTrue(cost(within(80_000)) <= 2 * MINUTE, () -> "takes " + cost(within(80_000)));
    }

    @Test
    void windowsThatFillTheBoundAndAreQuickLetItGoSoon() {
        budget.took(80_000, 8 * MINUTE, MINUTE);
        int coarser = 0;
        while (within(60_000) < 60_000) {
            budget.took(within(60_000), MINUTE / 10, MINUTE);
            coarser++;
        }
        assertEquals(3, coarser);
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

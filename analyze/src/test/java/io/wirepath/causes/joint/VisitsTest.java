package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.joint.scene.Priors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often sweeps start moves from settled calls. */
class VisitsTest {

    private static final int SWEEPS = 64;

    @ParameterizedTest
    @CsvSource({"0, 64", "1, 32", "2, 16", "3, 8", "4, 8"})
    void visitsACallLessOftenTheLongerItIsSettled(int rounds, int visits) {
        Visits own = new Visits(2);
        for (int round = 0; round < rounds; round++) {
            own.note(1, true);
        }
        assertEquals(visits, count(own, 1));
        assertEquals(SWEEPS, count(own, 0));
    }

    @Test
    void visitsACallInEachSweepAgainOnceItMoved() {
        Visits own = new Visits(1);
        own.note(0, true);
        own.note(0, true);
        own.note(0, false);
        assertEquals(SWEEPS, count(own, 0));
    }

    @Test
    void visitsAsOftenAsIsAskedFor() {
        Visits own = new Visits(1);
        own.note(0, true);
        own.note(0, true);
        own.note(0, true);
        int visits = 0;
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            own.nextSweep();
            visits += own.include(0, 2) ? 1 : 0;
        }
        assertEquals(SWEEPS / 2, visits);
    }

    private static int count(Visits own, int call) {
        int visits = 0;
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            own.nextSweep();
            visits += own.include(call, Priors.SELDOM) ? 1 : 0;
        }
        return visits;
    }
}

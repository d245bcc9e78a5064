package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.MessageTable;
import org.junit.jupiter.api.Test;

class ClockTickTest {

    @Test
    void findsTheTickOfCoarseClocksAndNoneFinerThanAMicrosecond() {
        assertEquals(1_000_000, ClockTick.nanosOf(new long[] {5_000_000, 7_000_000, 11_000_000, MessageTable.NIL}));
        assertEquals(1000, ClockTick.nanosOf(new long[] {123, 456, 789}));
    }
}

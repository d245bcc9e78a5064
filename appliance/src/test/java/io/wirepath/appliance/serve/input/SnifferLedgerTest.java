package io.wirepath.appliance.serve.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.merge.spool.SnifferRun;
import org.junit.jupiter.api.Test;

class SnifferLedgerTest {

    private final SnifferLedger ledger = new SnifferLedger();

    private long firstNanosAfter(long startNanos, long... progressNanos) {
        ledger.onStart("sw", new SnifferRun("sw", "eth1", "wirepath", "vm", startNanos, 0));
        for (long progress : progressNanos) {
            ledger.onRead("sw", progress, 1);
        }
        return ledger.all().get(0).firstNanos();
    }

    @Test
    void aRunBeginsWhenItWasStarted() {
        assertEquals(100, firstNanosAfter(100, 0, 101, 150));
    }

    @Test
    void aReplayBeginsWithItsTrafficNotWithTheClockOfTheMachine() {
        assertEquals(40, firstNanosAfter(100, 0, 40, 50));
    }
}

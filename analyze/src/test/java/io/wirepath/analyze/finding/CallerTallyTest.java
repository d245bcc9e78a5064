package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallerTallyTest {

    private static final int SERVER = 0;
    private static final int CLIENT = 9;

    private final CallerTally tally = new CallerTally();

    private void count(int caller, int calls, int concerned) {
        for (int i = 0; i < calls; i++) {
            tally.count(caller, i < concerned);
        }
    }

    private Optional<Integer> stranger() {
        return tally.stranger(caller -> caller >= CLIENT);
    }

    @Test
    void aHealthCheckerChangesNoShare() {
        count(SERVER, 100, 40);
        count(CLIENT, 1000, 0);
        assertEquals(40, tally.concerned().concerned());
        assertEquals(100, tally.concerned().all());
    }

    @Test
    void whatOneClientAloneSeesIsThatClients() {
        count(SERVER, 600, 0);
        count(CLIENT, 3000, 3000);
        assertEquals(Optional.of(CLIENT), stranger());
    }

    @Test
    void whatAServerSeesIsNoStrangers() {
        count(SERVER, 60, 30);
        count(CLIENT, 600, 0);
        assertEquals(Optional.empty(), stranger());
    }

    @Test
    void whoMakesMostCallsIsNoStrangerWhereOnlyClientsCall() {
        count(CLIENT, 600, 300);
        count(CLIENT + 1, 60, 0);
        assertEquals(Optional.empty(), stranger());
    }
}

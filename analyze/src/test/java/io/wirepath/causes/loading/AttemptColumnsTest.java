package io.wirepath.causes.loading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.MessageTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptColumnsTest {

    private static final int CLIENT = 3;
    private static final int SERVER = 4;
    private static final int FRONT = 0;
    private static final int BEHIND = 1;

    private static ConnectionAttempt attempt(double millis, int source, int destination, int sniffer, boolean refused) {
        String name = destination == MessageTable.NONE ? "10.1.0.100" : "web1";
        return new ConnectionAttempt(
                Math.round(millis * 1e6),
                source,
                destination,
                name,
                destination == SERVER ? 8080 : 80,
                sniffer,
                refused);
    }

    @Test
    void whatIsSeenOnBothSidesOfATranslatorCountsOnce() {
        ConnectionAttempt one = attempt(10.2, CLIENT, SERVER, BEHIND, true);
        ConnectionAttempt other = attempt(11.1, CLIENT, SERVER, BEHIND, true);
        assertEquals(
                List.of(one, other),
                AttemptColumns.withoutTranslated(List.of(
                        attempt(10, CLIENT, MessageTable.NONE, FRONT, true),
                        one,
                        attempt(11, CLIENT, MessageTable.NONE, FRONT, true),
                        other)));
    }

    @Test
    void whatAnotherTriedOrOneSnifferSawOrEndedOtherwiseStands() {
        List<ConnectionAttempt> all = List.of(
                attempt(10, CLIENT, MessageTable.NONE, FRONT, true),
                attempt(10.1, CLIENT, SERVER, FRONT, true),
                attempt(10.2, CLIENT, SERVER, BEHIND, false),
                attempt(10.3, SERVER + 1, SERVER, BEHIND, true),
                attempt(10.4, CLIENT, MessageTable.NONE, BEHIND, true),
                attempt(30, CLIENT, SERVER, BEHIND, true));
        assertEquals(
                List.of(all.get(0), all.get(1), all.get(2), all.get(3), all.get(5)),
                AttemptColumns.withoutTranslated(all));
    }

    @Test
    void oneBehindIsNotTwoInFront() {
        ConnectionAttempt first = attempt(10, CLIENT, MessageTable.NONE, FRONT, true);
        ConnectionAttempt second = attempt(10.1, CLIENT, MessageTable.NONE, FRONT, true);
        ConnectionAttempt one = attempt(10.2, CLIENT, SERVER, BEHIND, true);
        assertEquals(List.of(second, one), AttemptColumns.withoutTranslated(List.of(first, second, one)));
    }
}

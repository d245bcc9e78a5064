package io.wirepath.appliance.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OpenConnectionsTest {

    private final Set<Integer> settled = new HashSet<>();
    private final OpenConnections<Integer> open = new OpenConnections<>(3, settled::contains);

    @Test
    void whoOpensManyClosesHisOwnAndTheOldestFirst() {
        assertNull(open.opened(1, "honest"));
        assertNull(open.opened(2, "flood"));
        assertNull(open.opened(3, "flood"));
        assertEquals(2, open.opened(4, "flood"));
        assertEquals(3, open.opened(5, "honest"), "whoever comes from elsewhere is let in");
        assertEquals(3, open.size());
        assertEquals(2, open.closedForOthers());
    }

    @Test
    void roomComesWithEachOneThatIsClosed() {
        for (int connection = 1; connection <= 3; connection++) {
            assertNull(open.opened(connection, "a"));
        }
        open.closed(2);
        assertNull(open.opened(4, "a"));
        assertEquals(1, open.opened(5, "a"));
    }

    @Test
    void whatIsSettledStays() {
        for (int connection = 1; connection <= 3; connection++) {
            settled.add(connection);
            assertNull(open.opened(connection, "a"));
        }
        assertEquals(4, open.opened(4, "b"), "there is nothing else to close");
        settled.remove(2);
        assertEquals(2, open.opened(5, "b"));
    }
}

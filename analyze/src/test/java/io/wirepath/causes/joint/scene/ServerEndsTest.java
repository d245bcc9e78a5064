package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.incremental.Decided;
import io.wirepath.flows.Role;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Deliveries of a broker are one link, over however many connections they come. */
class ServerEndsTest {

    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final int worker = nodes.add("worker", "worker", true);
    private final int broker = nodes.add("broker", "broker", true);

    private void say(boolean byBroker, int connection, Role role, long time) {
        builder.add(
                time,
                time,
                byBroker ? broker : worker,
                byBroker ? 6379 : 30_000 + connection,
                byBroker ? worker : broker,
                byBroker ? 30_000 + connection : 6379,
                connection,
                6,
                role,
                0,
                MessageTableBuilder.NO_CALL,
                100,
                0,
                time);
    }

    @Test
    void deliveriesOverTwoConnectionsAreOneLinkAndPublicationsAnother() {
        say(true, 0, Role.ONE_WAY, 1);
        say(true, 1, Role.ONE_WAY, 2);
        say(false, 0, Role.ONE_WAY, 3);
        say(false, 1, Role.ONE_WAY, 4);
        MessageTable messages = builder.build();
        ServerEnds ends = new ServerEnds(messages);
        assertArrayEquals(
                new boolean[] {true, true, false, false},
                new boolean[] {ends.isSource(0), ends.isSource(1), ends.isSource(2), ends.isSource(3)});
        int[] link = new Services(messages, Decided.nothing(messages.size()), false, false, false).linkOfRow();
        assertEquals(link[0], link[1]);
        assertEquals(link[2], link[3]);
        assertNotEquals(link[0], link[2]);
        assertEquals(2, IntStream.of(link).distinct().count());
    }
}

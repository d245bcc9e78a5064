package io.wirepath.causes.linking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import org.junit.jupiter.api.Test;

class PairingDoubtTest {

    private static final long MILLI = 1_000_000;

    private final NodeTable nodes = new NodeTable();
    private final int caller = nodes.add("caller", "caller", true);
    private final int server = nodes.add("server", "server", true);
    private final int store = nodes.add("store", "store", true);
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private int calls;

    private void call(int from, int to, int connection, int flags, long sentMillis, long answeredMillis) {
        long sent = sentMillis * MILLI;
        long answered = answeredMillis * MILLI;
        int port = 9000 + connection;
        builder.add(sent, sent, from, port, to, 80, connection, 6, Role.REQUEST, 0, calls, 100, flags, calls);
        builder.add(answered, answered, to, 80, from, port, connection, 6, Role.RESPONSE, 0, calls, 90, flags, calls);
        calls++;
    }

    private static int request(MessageTable messages, int call) {
        for (int row = 0; row < messages.size(); row++) {
            if (messages.record(row) == call && messages.role(row) == Role.REQUEST) {
                return row;
            }
        }
        throw new AssertionError("no call " + call);
    }

    /** The last call is certain to be caused by call {@code owner}; nothing else has a cause. */
    private LinkTable links(MessageTable messages, int owner) {
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            boolean isLast = row == request(messages, calls - 1);
            if (isLast) {
                links.add(request(messages, owner), 1);
            }
            links.endChild(isLast ? 0 : 1);
        }
        return links.build();
    }

    @Test
    void sharesWhatIsSaidOfARebuiltCallWithThoseThatWereOpenWithIt() {
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 0, 10);
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 1, 11);
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 8, 19);
        call(server, store, 1, 0, 5, 6);
        MessageTable messages = builder.build();
        LinkTable doubted = PairingDoubt.of(messages, links(messages, 0));
        int child = request(messages, 3);
        assertEquals(2, doubted.end(child) - doubted.first(child), "the third call came later");
        assertEquals(request(messages, 0), doubted.likelyParent(child));
        assertEquals(request(messages, 1), doubted.parent(doubted.first(child) + 1));
        double others = doubted.probability(doubted.first(child) + 1);
        assertTrue(others > 0.05 && others < 0.2, "its rival has " + others);
        assertEquals(1, doubted.likelyProbability(child) + others, 1e-6);
    }

    @Test
    void leavesCallsCertainThatWereAlone() {
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 0, 10);
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 20, 30);
        call(server, store, 1, 0, 25, 26);
        MessageTable messages = builder.build();
        LinkTable doubted = PairingDoubt.of(messages, links(messages, 1));
        assertEquals(1, doubted.likelyProbability(request(messages, 2)));
    }

    @Test
    void leavesCallsCertainThatWereAskedOrAnsweredAtOneMoment() {
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 0, 10);
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 0, 11);
        call(caller, server, 0, SightingCodec.FLAG_MULTIPLEXED, 1, 10);
        call(server, store, 1, 0, 5, 6);
        MessageTable messages = builder.build();
        LinkTable doubted = PairingDoubt.of(messages, links(messages, 0));
        assertEquals(1, doubted.likelyProbability(request(messages, 3)));
    }

    @Test
    void leavesTheLinksOfCallsThatWereSeen() {
        call(caller, server, 0, 0, 0, 10);
        call(caller, server, 0, 0, 1, 11);
        call(server, store, 1, 0, 5, 6);
        MessageTable messages = builder.build();
        LinkTable links = links(messages, 0);
        assertSame(links, PairingDoubt.of(messages, links));
    }
}

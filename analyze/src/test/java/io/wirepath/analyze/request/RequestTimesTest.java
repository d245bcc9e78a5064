package io.wirepath.analyze.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.CallForest;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One call that only its caller's sniffer saw: 50 ms, of which the handshake shows 40 to be the way's. */
class RequestTimesTest {

    private static final long MILLI = 1_000_000;

    private static String shares(boolean serverWatched) {
        NodeTable nodes = new NodeTable();
        int client = nodes.add("10.0.0.1", "client", true);
        int server = nodes.add("10.0.0.2", "server", serverWatched);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        add(builder, 0, client, server, Role.REQUEST);
        add(builder, 50 * MILLI, server, client, Role.RESPONSE);
        builder.tcp(0, 0, 0, 40_000);
        MessageTable messages = builder.build();
        CallTable calls = CallForest.of(messages, new Nesting(NestingSettings.defaults()).infer(messages));
        return RequestTimes.of(messages, calls, new ServedCalls(messages, calls), new String[] {"client", "server"})
                .all()
                .greatest()
                .stream()
                .map(own -> own.getKey().cause().id() + " " + Math.round(own.getValue() / MILLI))
                .collect(Collectors.joining(", "));
    }

    private static void add(MessageTableBuilder builder, long nanos, int from, int to, Role role) {
        boolean asks = role == Role.REQUEST;
        builder.add(
                nanos,
                nanos,
                from,
                asks ? 40_000 : 80,
                to,
                asks ? 80 : 40_000,
                0,
                IpProtocol.TCP,
                role,
                Protocol.HTTP1.ordinal(),
                1,
                100,
                0,
                0);
    }

    @Test
    void theWayIsTakenOffTheTimeOfAServerThatNobodyWatched() {
        assertEquals("network 40, own 10", shares(false));
    }

    @Test
    void aServerThatWasWatchedHasNoWayInItsTime() {
        assertEquals("own 50", shares(true));
    }
}

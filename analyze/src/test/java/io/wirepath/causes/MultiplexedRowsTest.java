package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MultiplexedRowsTest {

    private static final int ADDED = 22;

    private final NodeTable nodes = new NodeTable();
    private final int client = nodes.add("10.0.0.1", "client", true);
    private final int server = nodes.add("10.0.0.2", "server", true);
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private int records;

    private void record(double millis, boolean asks, int bytes, int flags) {
        message(millis, asks, bytes, flags, Role.ONE_WAY);
    }

    private void message(double millis, boolean asks, int bytes, int flags, Role role) {
        long nanos = Math.round(millis * 1e6);
        builder.add(
                nanos,
                nanos + 1000,
                asks ? client : server,
                asks ? 40000 : 443,
                asks ? server : client,
                asks ? 443 : 40000,
                7,
                6,
                role,
                0,
                MessageTableBuilder.NO_CALL,
                ADDED + bytes,
                flags | (asks ? SightingCodec.FLAG_FROM_OPENER : 0),
                records++);
    }

    /** Single calls that teach the sizes, then two requests in one record with two responses on their own. */
    private MessageTable table() {
        record(0, true, 9, SightingCodec.FLAG_SETUP | SightingCodec.FLAG_MULTIPLEXED);
        for (int call = 0; call < 40; call++) {
            record(100 * call + 10, true, 53, SightingCodec.FLAG_MULTIPLEXED);
            record(100 * call + 15, false, 47, SightingCodec.FLAG_MULTIPLEXED);
        }
        record(5000, true, 106, SightingCodec.FLAG_MULTIPLEXED);
        record(5004, false, 47, SightingCodec.FLAG_MULTIPLEXED);
        record(5006, false, 47, SightingCodec.FLAG_MULTIPLEXED);
        return builder.build();
    }

    @Test
    void makesCallsOfRecords() {
        MessageTable table = table();
        int[] requests = IntStream.range(0, table.size())
                .filter(row -> table.role(row) == Role.REQUEST)
                .toArray();
        assertEquals(42, requests.length);
        for (int row : requests) {
            int answer = table.partner(row);
            assertEquals(Role.RESPONSE, table.role(answer));
            assertEquals(53, table.lengthBytes(row));
            assertEquals(47, table.lengthBytes(answer));
        }
        int last = requests[41];
        assertEquals(table.record(last), table.record(requests[40]));
        assertEquals(5006e6, (double) table.sentNanos(table.partner(last)));
    }

    /** Only what the server says tells that HTTP/2 is spoken: the client has asked before. */
    @Test
    void whatWasAskedInTheFirstRecordIsAnswered() {
        message(-20, true, 120, 0, Role.REQUEST);
        record(-10, false, 47, SightingCodec.FLAG_MULTIPLEXED);
        MessageTable table = table();
        assertEquals(Role.REQUEST, table.role(0));
        assertEquals(-10e6, (double) table.sentNanos(table.partner(0)));
    }

    @Test
    void isNotRebuiltTwice() {
        MessageTable once = table();
        MessageTableBuilder again = new MessageTableBuilder(nodes);
        for (int row = 0; row < once.size(); row++) {
            again.add(
                    once.sentNanos(row),
                    once.receivedNanos(row),
                    once.source(row),
                    once.sourcePort(row),
                    once.destination(row),
                    once.destinationPort(row),
                    once.connection(row),
                    once.transport(row),
                    once.role(row),
                    0,
                    once.partner(row) == MessageTable.NONE
                            ? MessageTableBuilder.NO_CALL
                            : Math.min(row, once.partner(row)),
                    once.lengthBytes(row),
                    once.flags(row),
                    row);
        }
        MessageTable twice = again.build();
        assertEquals(once.size(), twice.size());
        for (int row = 0; row < once.size(); row++) {
            assertEquals(once.partner(row), twice.partner(row));
            assertEquals(once.role(row), twice.role(row));
        }
    }
}

package io.wirepath.causes.loading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AnalysisMemoryTest {

    private static final long V4 = 0xffff_0000_0000L;
    private static final long SERVER = V4 | 10 << 24 | 9;

    private final List<MessageRecord> messages = new ArrayList<>();

    private void call(long client, int times) {
        for (int i = 0; i < times; i++) {
            messages.add(message(client, SERVER, Role.REQUEST));
            messages.add(message(SERVER, client, Role.RESPONSE));
        }
    }

    private static MessageRecord message(long from, long to, Role role) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MessageCodec.SOURCE_AT + 8, from)
                .putLong(MessageCodec.DESTINATION_AT + 8, to)
                .put(MessageCodec.ROLE_AT, (byte) role.ordinal())
                .putLong(MessageCodec.SENT_AT, 1)
                .putLong(MessageCodec.RECEIVED_AT, 2);
        return new MessageRecord().wrap(bytes, 0);
    }

    private MessageTable table(AnalysisMemory memory) {
        messages.forEach(memory::count);
        MessageColumns columns = new MessageColumns(new Vantage(), Map.of(), memory);
        messages.forEach(columns::add);
        return columns.build();
    }

    @Test
    void addsUpStrangersByPrefixAndKeepsTheBusiest() {
        call(V4 | 10 << 24 | 1, 500);
        call(V4 | 10 << 24 | 2, 400);
        for (int i = 0; i < 70_000; i++) {
            call(V4 | (12 << 24) + i, 1);
        }
        MessageTable table = table(new AnalysisMemory(1000, 100_000, 1_000_000));
        assertTrue(table.nodes().find("10.0.0.1") >= 0);
        assertTrue(table.nodes().find("10.0.0.2") >= 0);
        assertTrue(table.nodes().find("others in 12.0.0.0/16, calling") >= 0);
        assertTrue(table.nodes().find("others in 12.1.0.0/16, calling") >= 0);
        assertTrue(table.nodes().size() <= 1002, table.nodes().size() + " nodes");
        assertTrue(table.leftOut().addedUp() > 130_000);
        assertEquals(messages.size(), table.size());
    }

    /** Hosts that all call each other are few, and their pairs many: what a report has of each takes the memory. */
    @Test
    void ofMorePairsThanFitTheBusiestNodesStay() {
        call(V4 | 10 << 24 | 1, 500);
        call(V4 | 10 << 24 | 2, 400);
        for (int from = 0; from < 300; from++) {
            for (int to = 0; to < 300; to++) {
                for (int times = (from + to) % 2; times < 2; times++) {
                    messages.add(message(V4 | (12 << 24) + from, V4 | (13 << 24) + to, Role.REQUEST));
                }
            }
        }
        MessageTable table = table(new AnalysisMemory(1000, 10_000, 1_000_000));
        Set<Long> pairs = new HashSet<>();
        for (int row = 0; row < table.size(); row++) {
            pairs.add((long) table.source(row) << Integer.SIZE | table.destination(row));
        }
        assertTrue(pairs.size() <= 12_000, () -> pairs.size() + " pairs");
        assertTrue(table.nodes().find("10.0.0.1") >= 0);
        assertTrue(table.nodes().find("10.0.0.2") >= 0);
        assertTrue(table.leftOut().addedUp() > 0);
        assertEquals(messages.size(), table.size());
    }

    @Test
    void whoSendsMostIsCutFirst() {
        for (int i = 0; i < 100; i++) {
            call(V4 | 10 << 24 | 1, 1);
            call(V4 | 10 << 24 | 2, 100);
        }
        MessageTable table = table(new AnalysisMemory(100, 100_000, 2000));
        int first = table.nodes().find("10.0.0.1");
        long honest = 0;
        for (int row = 0; row < table.size(); row++) {
            honest += table.source(row) == first || table.destination(row) == first ? 1 : 0;
        }
        assertEquals(200, honest);
        assertTrue(table.size() < 2000);
        assertEquals(messages.size() - table.size(), table.leftOut().messages());
        assertEquals(List.of("10.0.0.2"), table.leftOut().senders());
    }
}

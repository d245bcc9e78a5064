package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import org.junit.jupiter.api.Test;

final class TrafficMapTest {

    private static final long START = 1_795_196_958_000_000_000L;
    private static final long MILLI = 1_000_000;

    private final NodeTable nodes = new NodeTable();
    private final int app = nodes.add("10.3.0.11", "app", true);
    private final int pg = nodes.add("10.4.0.21", "pg", true);
    private final MessageTableBuilder messages = new MessageTableBuilder(nodes);

    private void exchange(long at, int port, int flags) {
        messages.add(at, at, app, 40000, pg, port, port, 6, Role.REQUEST, 0, 0, 100, flags, 0);
        long end = at + 4 * MILLI;
        messages.add(end, end, pg, port, app, 40000, port, 6, Role.RESPONSE, 0, 0, 900, flags, 0);
    }

    @Test
    void theMapTellsTheCallsOfTheTableAndNoneThatSetsUpAConnection() {
        exchange(START, 5432, SightingCodec.FLAG_SETUP);
        exchange(START + 10 * MILLI, 5432, 0);
        exchange(START + 20 * MILLI, 5432, 0);
        exchange(START + 30 * MILLI, 6432, 0);
        LinkTable.Builder links = new LinkTable.Builder(8);
        for (int row = 0; row < 8; row++) {
            links.endChild(1);
        }
        JsonNode report = ReportJson.of(SampleReport.of(messages.build(), links.build()));
        JsonNode edge = report.path("edges").get(0);
        assertEquals("pg", edge.path("to").asText());
        assertEquals(4, edge.path("messages").asLong());
        assertEquals(3, edge.path("requests").asLong());
        assertEquals(3, edge.path("delay").path("samples").asLong());
        assertEquals(4e6, edge.path("delay").path("meanNanos").asDouble(), 1e5);
        assertEquals(2, report.path("calls").get(0).path("calls").asLong());
        assertEquals(1, report.path("calls").get(1).path("calls").asLong());
        assertEquals(0, report.path("edges").get(1).path("requests").asLong(), "answers are no calls");
        assertEquals(true, report.path("edges").get(1).path("delay").isNull());
    }
}

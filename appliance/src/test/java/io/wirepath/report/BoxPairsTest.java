package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.row.NodeRow;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.traffic.TrafficMap;
import io.wirepath.causes.NodeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The traffic between boxes of a map, and pages of the calls. */
class BoxPairsTest {

    private static final List<NodeRow> NODES = List.of(
            node("alice", "", true), node("web1", "web", false), node("web2", "web", false), node("db", "", false));
    private static final List<EdgeRow> EDGES = List.of(
            edge("alice", "web1", 10, 5, 100),
            edge("web1", "alice", 10, 0, 900),
            edge("alice", "web2", 4, 2, 40),
            edge("web2", "db", 6, 3, 60),
            edge("stranger", "db", 1, 1, 7));
    private static final List<CallEdgeRow> CALLS = List.of(
            calls("alice", "web1", 5, 1, 1000), calls("alice", "web2", 2, 0, 4000), calls("web2", "db", 3, 0, 50));

    private static NodeRow node(String name, String role, boolean client) {
        NodeSummary did =
                new NodeSummary(0, role, client, 0, 0, 0, 0, new DelayDistribution(), new DelayDistribution());
        return new NodeRow(new NodeTable.Node(name, name, true), false, did);
    }

    private static EdgeRow edge(String from, String to, int messages, int requests, int bytes) {
        return new EdgeRow(
                from, to, new TrafficMap.Edge(0, 0, messages, bytes, requests, 0, 0, 0, new DelayDistribution()));
    }

    private static CallEdgeRow calls(String from, String to, int calls, int unanswered, int nanos) {
        DelayDistribution delay = new DelayDistribution();
        for (int i = unanswered; i < calls; i++) {
            delay.add(nanos, 1);
        }
        return new CallEdgeRow(from, to, new CallDelays.Edge(0, 0, 80, calls, unanswered, unanswered, delay));
    }

    private static JsonNode between(Set<String> open) {
        return FieldJson.of(BoxPairs.FIELDS, BoxPairs.of(NODES, EDGES, CALLS, open))
                .path("pairs");
    }

    private static List<String> words(JsonNode rows) {
        List<String> words = new ArrayList<>();
        rows.forEach(row -> words.add(row.path("from").asText() + " "
                + row.path("to").asText() + " " + row.path("requests").asText() + " "
                + row.path("calls").asText()));
        return words;
    }

    @Test
    void sumsByRole() {
        JsonNode rows = between(Set.of());
        assertEquals(List.of("CLIENT web 7 7", "web db 3 3", "stranger db 1 0"), words(rows));
        JsonNode first = rows.path(0);
        assertEquals(14, first.path("messages").asInt());
        assertEquals(140, first.path("bytes").asInt());
        assertEquals(12_000, first.path("nanos").asInt(), "4 of 1,000 ns and 2 of 4,000");
        assertTrue(first.path("leastP50Nanos").asInt() < 1100
                && first.path("mostP50Nanos").asInt() >= 4000);
    }

    @Test
    void tellsTheNodesOfAnOpenRoleApart() {
        assertEquals(
                List.of("CLIENT web1 5 5", "web2 db 3 3", "CLIENT web2 2 2", "stranger db 1 0"),
                words(between(Set.of("web"))));
    }

    private static List<String> page(String wanted, String order, boolean falling, int skip, int most) {
        RowPage.Asked asked = new RowPage.Asked(wanted, order, falling, skip, most);
        return RowPage.of(CALLS, row -> row.from() + '\n' + row.to(), CallEdgeRow.ORDERS, asked).stream()
                .flatMap(page -> page.rows().stream())
                .map(row -> row.from() + " " + row.to())
                .toList();
    }

    @Test
    void callsAreFoundOrderedAndCut() {
        assertEquals(List.of("alice web2"), page("", "meanNanos", true, 0, 1));
        assertEquals(List.of("web2 db"), page("DB", "calls", true, 0, 10));
        assertEquals(List.of("alice web1", "alice web2"), page("", "to", false, 1, 10), "after db");
        assertEquals(
                Optional.empty(), RowPage.order(CallEdgeRow.ORDERS, "maxNanos"), "an order that nobody may ask for");
        assertEquals(
                "from, to, port, calls, unanswered, failed, p50Nanos, meanNanos, p99Nanos",
                RowPage.names(CallEdgeRow.ORDERS));
    }
}

package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import org.junit.jupiter.api.Test;

class RequestsJsonTest {

    private static final long START = 1_795_196_958_000_000_000L;

    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder messages = new MessageTableBuilder(nodes);

    private void message(long after, int from, int to, int port, int connection, Role role) {
        int server = role == Role.REQUEST ? to : from;
        int fromPort = server == from ? port : 40_000 + connection;
        int toPort = server == to ? port : 40_000 + connection;
        long at = START + after;
        messages.add(at, at, from, fromPort, to, toPort, connection, 6, role, 0, 0, 100, 0, 0);
    }

    @Test
    void tellsACallWithItsCausesAndTimes() {
        int web = nodes.add("10.2.0.11", "web", true);
        int app = nodes.add("10.3.0.11", "app", true);
        int redis = nodes.add("10.4.0.11", "redis", true);
        message(0, web, app, 8080, 0, Role.REQUEST);
        message(1_000, web, app, 8080, 1, Role.REQUEST);
        message(2_000, app, redis, 6379, 2, Role.REQUEST);
        message(3_000, redis, app, 6379, 2, Role.RESPONSE);
        message(9_000, app, web, 8080, 0, Role.RESPONSE);
        MessageTable table = messages.build();
        LinkTable.Builder links = new LinkTable.Builder(table.size());
        links.endChild(1);
        links.endChild(1);
        links.add(0, 0.7);
        links.add(1, 0.2);
        links.endChild(0.1);
        links.add(2, 1);
        links.endChild(0);
        links.add(0, 1);
        links.endChild(0);
        JsonNode requests = ReportJson.of(SampleReport.of(table, links.build())).path("requests");

        assertEquals(2, requests.size());
        JsonNode first = requests.get(0);
        assertEquals(START, first.path("startNanos").asLong());
        assertEquals(9_000, first.path("durationNanos").asLong());
        assertEquals(0.7, first.path("probability").asDouble(), 1e-6);
        JsonNode call = first.path("calls").get(1);
        assertEquals(0, call.path("parent").asInt());
        assertEquals("redis", call.path("to").asText());
        assertEquals(2_000, call.path("startNanos").asLong());
        assertEquals(1_000, call.path("durationNanos").asLong());
        assertEquals(0.2, call.path("otherCauses").get(0).path("probability").asDouble(), 1e-6);
        assertEquals(1_000, call.path("otherCauses").get(0).path("beforeNanos").asLong());
        assertEquals(0.1, call.path("otherCauses").get(1).path("probability").asDouble(), 1e-6);
        assertEquals(
                "[{\"call\":0,\"cause\":\"own\",\"fromNanos\":0,\"nanos\":2000},"
                        + "{\"call\":1,\"cause\":\"own\",\"fromNanos\":2000,\"nanos\":1000},"
                        + "{\"call\":0,\"cause\":\"own\",\"fromNanos\":3000,\"nanos\":6000}]",
                first.path("path").toString());
        JsonNode unanswered = requests.get(1).path("calls").get(0);
        assertTrue(unanswered.path("durationNanos").isMissingNode(), "no response was seen");
    }

    @Test
    void isBoundedHoweverManyThereAre() {
        int web = nodes.add("10.2.0.11", "web", true);
        int app = nodes.add("10.3.0.11", "app", true);
        int many = 20_000;
        for (int i = 0; i < many; i++) {
            message(2_000L * i, web, app, 8080, i, Role.REQUEST);
            message(2_000L * i + 1_000, app, web, 8080, i, Role.RESPONSE);
        }
        MessageTable table = messages.build();
        LinkTable.Builder links = new LinkTable.Builder(table.size());
        for (int row = 0; row < table.size(); row++) {
            links.endChild(1);
        }
        JsonNode requests = ReportJson.of(SampleReport.of(table, links.build())).path("requests");
        assertTrue(requests.size() > 3000 && requests.size() <= 4000, requests.size() + " requests");
        long last = requests.get(requests.size() - 1).path("startNanos").asLong();
        assertTrue(last > START + 2_000L * (many - 20), "they reach over the whole time");
    }
}

package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodePairsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String REPORT = ("{'nodes':[{'name':'alice','client':true},{'name':'web1','role':'web'},"
                    + "{'name':'web2','role':'web'},{'name':'db','role':''}],"
                    + "'edges':[" + edge("alice", "web1", 10, 5, 100) + edge("web1", "alice", 10, 0, 900)
                    + edge("alice", "web2", 4, 2, 40) + edge("web2", "db", 6, 3, 60)
                    + edge("stranger", "db", 1, 1, 7).replace("},", "}") + "],"
                    + "'calls':[" + call("alice", "web1", 5, 1, 1000) + call("alice", "web2", 2, 0, 4000)
                    + call("web2", "db", 3, 0, 50).replaceFirst(",$", "") + "]}")
            .replace('\'', '"');

    private static String edge(String from, String to, int messages, int requests, int bytes) {
        return String.format(
                "{'from':'%s','to':'%s','messages':%d,'requests':%d,'bytes':%d},", from, to, messages, requests, bytes);
    }

    private static String call(String from, String to, int calls, int unanswered, int mean) {
        return String.format(
                "{'from':'%s','to':'%s','port':80,'calls':%d,'unanswered':%d,'failed':%<d,'delay':{'samples':%d,'meanNanos':%d,"
                        + "'p50Nanos':1,'p90Nanos':2,'p99Nanos':3,'maxNanos':4}},",
                from, to, calls, unanswered, calls - unanswered, mean);
    }

    private static NodePairs pairs() throws JsonProcessingException {
        return NodePairs.read(NodePairs.json(JSON.readTree(REPORT)));
    }

    private static List<String> words(JsonNode rows) {
        List<String> words = new ArrayList<>();
        rows.forEach(row -> words.add(row.path("from").asText() + " "
                + row.path("to").asText() + " " + row.path("requests").asText() + " "
                + row.path("calls").asText()));
        return words;
    }

    @Test
    void sumsByRole() throws JsonProcessingException {
        JsonNode rows = pairs().between(Set.of()).path("pairs");
        assertEquals(List.of("CLIENT web 7 7", "web db 3 3", "stranger db 1 0"), words(rows));
        assertEquals(
                "{\"from\":\"CLIENT\",\"to\":\"web\",\"requests\":7,\"messages\":14,\"bytes\":140,\"calls\":7,"
                        + "\"unanswered\":1,\"failed\":1,\"notOpened\":0,\"nanos\":12000,"
                        + "\"leastP50Nanos\":1,\"mostP50Nanos\":1,\"mostP99Nanos\":3}",
                rows.path(0).toString(),
                "4 of 1,000 ns and 2 of 4,000");
    }

    @Test
    void tellsTheNodesOfAnOpenRoleApart() throws JsonProcessingException {
        assertEquals(
                List.of("CLIENT web1 5 5", "web2 db 3 3", "CLIENT web2 2 2", "stranger db 1 0"),
                words(pairs().between(Set.of("web")).path("pairs")));
    }

    @Test
    void callsAreFoundOrderedAndCut() throws JsonProcessingException {
        NodePairs pairs = pairs();
        JsonNode slowest = CallRows.page(pairs, "", "meanNanos", true, 0, 1);
        assertEquals(3, slowest.path("all").asInt());
        assertEquals(3, slowest.path("found").asInt());
        assertEquals(
                JSON.readTree(REPORT).path("calls").path(1).toString(),
                slowest.path("calls").path(0).toString());
        JsonNode found = CallRows.page(pairs, "DB", "calls", true, 0, 10);
        assertEquals(1, found.path("found").asInt());
        JsonNode named = CallRows.page(pairs, "", "to", false, 1, 10);
        assertEquals("web1", named.path("calls").path(0).path("to").asText(), "after db");
        assertEquals(2, named.path("calls").size());
    }
}

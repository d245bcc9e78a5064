package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoleMemoryTest {

    private static final String CALL = """
            cl1:31000 %1$s:80 request 0
            %1$s:80 cl1:31000 response 7
            """;

    private final RoleMemory memory = new RoleMemory();

    private List<String> roles(String... servers) {
        StringBuilder trace = new StringBuilder();
        for (String server : servers) {
            trace.append(CALL.formatted(server));
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        return RoleAggregation.of(messages, null, new FixedPorts(messages, 4), memory).roles().stream()
                .map(RoleSummary::name)
                .filter(name -> !name.equals(RoleAggregation.CLIENT))
                .toList();
    }

    @Test
    void aRoleKeepsItsNameWhicheverOfItsNodesAreSeen() {
        assertEquals(List.of("app"), roles("app1", "app2"));
        assertEquals(List.of("app"), roles("app2"));
        assertEquals(List.of("app"), roles("app2", "app3"));
        assertEquals(List.of("app"), roles("app3"));
    }

    @Test
    void aNameThatCameFromOneNodeGivesWayWhenThereAreMore() {
        assertEquals(List.of("app1"), roles("app1"));
        assertEquals(List.of("app"), roles("app1", "app2"));
        assertEquals(List.of("app"), roles("app1"));
    }

    @Test
    void theRoleWithMostOfTheNodesKeepsTheName() {
        for (String node : List.of("a", "b", "c")) {
            memory.remember(node, "web");
        }
        memory.remember("d", "db");
        assertEquals(Map.of(1, "web"), memory.keptNames(List.of(List.of("c"), List.of("a", "b"), List.of("x"))));
        assertEquals(Map.of(0, "db"), memory.keptNames(List.of(List.of("d"))));
        assertEquals(Set.of("db"), memory.namesBeside(Set.of("a", "b", "c")));
    }
}

package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.path.RoleAggregation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where the roles and nodes of a report stand on the map: {@code map} of the report. */
public final class MapJson {

    private MapJson() {}

    /**
     * Places what these lists of a report name.
     *
     * @param nodes {@code nodes[]}
     * @param edges {@code edges[]}
     */
    public static ObjectNode of(JsonNode nodes, JsonNode edges) {
        List<MapLayout.Member> members = new ArrayList<>();
        Map<String, String> roleOf = new HashMap<>();
        for (JsonNode node : nodes) {
            String name = node.path("name").asText();
            String role = node.path("client").asBoolean()
                    ? RoleAggregation.CLIENT
                    : node.path("role").asText();
            members.add(new MapLayout.Member(name, role.isEmpty() ? name : role));
            roleOf.put(name, role.isEmpty() ? name : role);
        }
        Map<List<String>, Long> requests = new HashMap<>();
        for (JsonNode edge : edges) {
            String from = edge.path("from").asText();
            String to = edge.path("to").asText();
            List<String> key = List.of(roleOf.getOrDefault(from, from), roleOf.getOrDefault(to, to));
            requests.merge(key, edge.path("requests").asLong(), Long::sum);
        }
        List<MapLayout.Flow> flows = new ArrayList<>();
        requests.forEach((key, count) -> flows.add(new MapLayout.Flow(key.get(0), key.get(1), count)));
        List<MapLayout.Place> roles = MapLayout.roles(new TreeSet<>(roleOf.values()), flows);
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        put(roles, to.putArray("roles"));
        put(MapLayout.nodes(members, roles), to.putArray("nodes"));
        return to;
    }

    private static void put(List<MapLayout.Place> places, ArrayNode to) {
        places.forEach(place -> to.addObject()
                .put("name", place.name())
                .put("column", place.column())
                .put("row", place.row()));
    }
}

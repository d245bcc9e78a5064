package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.row.NodeRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where the roles and nodes of a report stand on the map: {@code map} of the report. */
final class MapJson {

    private MapJson() {}

    /** Places these nodes, and the roles that they play. */
    static ObjectNode of(List<NodeRow> nodes, List<EdgeRow> edges) {
        List<MapLayout.Member> members = new ArrayList<>();
        Map<String, String> roleOf = new HashMap<>();
        for (NodeRow node : nodes) {
            String name = node.node().name();
            String role =
                    node.of().client() ? RoleAggregation.CLIENT : node.of().role();
            members.add(new MapLayout.Member(name, role.isEmpty() ? name : role));
            roleOf.put(name, role.isEmpty() ? name : role);
        }
        Map<List<String>, Long> requests = new HashMap<>();
        for (EdgeRow edge : edges) {
            List<String> key =
                    List.of(roleOf.getOrDefault(edge.from(), edge.from()), roleOf.getOrDefault(edge.to(), edge.to()));
            requests.merge(key, edge.of().calls(), Long::sum);
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

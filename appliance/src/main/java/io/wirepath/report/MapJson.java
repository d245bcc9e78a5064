package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.row.NodeRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where the roles and nodes of a report stand on the map: {@code map} of the report. */
public final class MapJson {

    private static final Fields<MapLayout.Place> PLACE = Fields.<MapLayout.Place>of(
                    "MapPlace", "A place on the map: columns from left to right, rows from the middle of the column.")
            .text("name", "Of the node or role.", MapLayout.Place::name)
            .count("column", "Its column.", MapLayout.Place::column)
            .count("row", "Its row.", MapLayout.Place::row);

    /** All places. */
    public static final Fields<Places> FIELDS = Fields.<Places>of(
                    "MapPlaces", "Where roles and nodes stand on the map.")
            .objects("roles", PLACE, "Roles.", Places::roles)
            .objects("nodes", PLACE, "Nodes.", Places::nodes);

    /** Places of roles and of nodes. */
    public record Places(List<MapLayout.Place> roles, List<MapLayout.Place> nodes) {}

    private MapJson() {}

    /** Places these nodes, and the roles that they play. */
    public static ObjectNode of(List<NodeRow> nodes, List<EdgeRow> edges) {
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
        return FieldJson.of(FIELDS, new Places(roles, MapLayout.nodes(members, roles)));
    }
}

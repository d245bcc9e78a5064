package io.wirepath.analyze.finding;

import io.wirepath.analyze.path.RoleSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * What nodes and roles are called.
 *
 * @param nodes name of each node, by number
 * @param roles the replicas of each role
 */
record PlaceNames(List<String> nodes, List<RoleSummary> roles) {

    /** Those of an analysis. */
    static PlaceNames of(DetectorInput input) {
        List<String> nodes = new ArrayList<>();
        for (int node = 0; node < input.messages().nodes().size(); node++) {
            nodes.add(input.name(node));
        }
        return new PlaceNames(nodes, input.roles());
    }

    /** Name of this node. */
    String node(int node) {
        return nodes.get(node);
    }

    /** Name of the role of this node; of one without a role its own. */
    String role(int node) {
        return roles.stream()
                .filter(role -> role.nodes().contains(node))
                .findFirst()
                .map(RoleSummary::name)
                .orElse(nodes.get(node));
    }
}

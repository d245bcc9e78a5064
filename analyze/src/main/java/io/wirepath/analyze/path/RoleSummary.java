package io.wirepath.analyze.path;

import java.util.List;

/**
 * Nodes that do the same work.
 *
 * @param name name for people, such as {@code app}
 * @param nodes their numbers in the node table
 */
public record RoleSummary(String name, List<Integer> nodes) {

    /** Number of the role of each of so many nodes; of one that is in none, the first's. */
    public static int[] ofNodes(int nodes, List<RoleSummary> roles) {
        int[] roleOf = new int[nodes];
        for (int role = 0; role < roles.size(); role++) {
            for (int node : roles.get(role).nodes()) {
                roleOf[node] = role;
            }
        }
        return roleOf;
    }
}

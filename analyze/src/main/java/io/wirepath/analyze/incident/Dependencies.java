package io.wirepath.analyze.incident;

import io.wirepath.analyze.path.RoleSummary;
import java.util.BitSet;
import java.util.List;

/**
 * The calls between the nodes and roles of a system.
 *
 * @param roles the replicas of each role
 * @param roleOf number of the role of each node
 * @param reaches the nodes that each node calls, directly or not
 */
record Dependencies(List<RoleSummary> roles, int[] roleOf, BitSet[] reaches) {

    /** Of the nodes that each node calls directly; the sets are filled up. */
    static Dependencies of(List<RoleSummary> roles, int[] roleOf, BitSet[] calls) {
        boolean grows = true;
        while (grows) {
            grows = false;
            for (BitSet own : calls) {
                int before = own.cardinality();
                for (int next : own.stream().toArray()) {
                    own.or(calls[next]);
                }
                grows |= own.cardinality() > before;
            }
        }
        return new Dependencies(roles, roleOf, calls);
    }

    /** Number of the role of each node. */
    static int[] roleOf(int nodes, List<RoleSummary> roles) {
        int[] roleOf = new int[nodes];
        for (int role = 0; role < roles.size(); role++) {
            for (int node : roles.get(role).nodes()) {
                roleOf[node] = role;
            }
        }
        return roleOf;
    }
}

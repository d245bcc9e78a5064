package io.wirepath.analyze.incident;

import io.wirepath.analyze.path.RoleSummary;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The calls between the nodes and roles of a system.
 *
 * @param roles the replicas of each role
 * @param roleOf number of the role of each node
 * @param calls the nodes that each node calls
 * @param reaches the nodes that each node calls, directly or not
 */
record Dependencies(List<RoleSummary> roles, int[] roleOf, BitSet[] calls, BitSet[] reaches) {

    /** Whether two nodes are the same, or one calls the other. */
    boolean isBeside(int one, int other) {
        return one == other || calls[one].get(other) || calls[other].get(one);
    }

    /** Of the nodes that each node calls directly. */
    static Dependencies of(List<RoleSummary> roles, int[] roleOf, BitSet[] calls) {
        BitSet[] reaches = Arrays.stream(calls).map(own -> (BitSet) own.clone()).toArray(BitSet[]::new);
        boolean grows = true;
        while (grows) {
            grows = false;
            for (BitSet own : reaches) {
                int before = own.cardinality();
                for (int next : own.stream().toArray()) {
                    own.or(reaches[next]);
                }
                grows |= own.cardinality() > before;
            }
        }
        return new Dependencies(roles, roleOf, calls, reaches);
    }
}

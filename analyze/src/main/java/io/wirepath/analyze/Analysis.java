package io.wirepath.analyze;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.path.PathPattern;
import java.util.List;

/**
 * What an analysis found: everything that a report shows, except the health of the capture.
 *
 * @param algorithm name of the causal algorithm
 * @param messages the messages that were analysed
 * @param links the inferred links
 * @param calls the calls with their likely parents
 * @param patterns patterns by role, each with its patterns by node as members, ordered by expected count
 * @param nodes what each node did, ordered as in the node table
 * @param roles the replicas that play one role, of roles with at least one node
 * @param findings what a reader should see first, most important first
 */
public record Analysis(
        String algorithm,
        MessageTable messages,
        LinkTable links,
        CallTable calls,
        List<PathPattern> patterns,
        List<NodeSummary> nodes,
        List<RoleSummary> roles,
        List<Finding> findings) {

    /**
     * What one node did.
     *
     * @param node number in the node table
     * @param role name of the role it plays
     * @param client whether it uses no fixed port, so that it is shown as CLIENT
     * @param callsServed calls that it answered
     * @param callsMade calls that it made
     * @param ownDelay per served call: time from receipt of the request to sending of the response, less the time it
     *     spent waiting for the calls that it made meanwhile
     * @param serviceDelay per served call: time from receipt of the request to the sending of the response
     */
    public record NodeSummary(
            int node,
            String role,
            boolean client,
            long callsServed,
            long callsMade,
            DelayDistribution ownDelay,
            DelayDistribution serviceDelay) {}

    /**
     * Nodes that do the same work.
     *
     * @param name name for people, such as {@code app}
     * @param nodes their numbers in the node table
     */
    public record RoleSummary(String name, List<Integer> nodes) {}
}

package io.wirepath.analyze.finding;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Surroundings;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.fanin.Joins;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What detectors look at.
 *
 * @param messages the messages
 * @param links the inferred links
 * @param calls the calls with their likely parents
 * @param served how long each call took at the node that served it
 * @param patterns patterns by role, highest expected count first
 * @param roots rows of the first messages of the paths of each pattern, by its identifier
 * @param paths number of all paths, with those of patterns that are not described
 * @param cutPaths paths that were too long and were cut
 * @param nodes what each node did, in order of the node table
 * @param roles the replicas of each role
 * @param joins nodes that send because of several messages together
 * @param surroundings the calls as those see them who look for what changed
 * @param incidents what changed while the capture ran, causes only
 */
public record DetectorInput(
        MessageTable messages,
        LinkTable links,
        CallTable calls,
        ServedCalls served,
        List<PathPattern> patterns,
        Map<String, List<Integer>> roots,
        long paths,
        long cutPaths,
        List<NodeSummary> nodes,
        List<RoleSummary> roles,
        Joins joins,
        Surroundings surroundings,
        List<IncidentCase> incidents) {

    /** Probability of its causes from which a finding may rest on a call or on a path. */
    static final double SURE = 0.9;

    /** What is less of the whole is not worth a line. */
    static final double MIN_SHARE = 0.01;

    /** What is so much of the whole is a problem, or worth a notice. */
    static final double SHARE_OF_A_PROBLEM = 0.2;

    /** What waits for so much of the time, or takes so much longer than others, is told. */
    static final double MUCH = 0.25;

    /** What waits for so long in all, or is not reached for so long, is a problem. */
    static final long NANOS_OF_A_PROBLEM = 1_000_000_000;

    /** Fewer happen by themselves. */
    static final int FEW = 3;

    /** Fewer calls show no habit. */
    static final int MIN_CALLS = 30;

    /** Expected number of false findings of a detector in an analysis. */
    static final double FALSE_ALARMS = 0.001;

    /** Name of this node for a person. */
    String name(int node) {
        return messages.nodes().get(node).name();
    }

    /** Name of the role of this node. */
    String role(int node) {
        return nodes.get(node).role();
    }

    /** How many nodes made these calls. */
    int callers(IntStream these) {
        return (int) these.map(call -> messages.source(calls.request()[call]))
                .distinct()
                .count();
    }

    /** Number of the role of each node in {@link #roles}. */
    int[] roleOf() {
        return RoleSummary.ofNodes(messages.nodes().size(), roles);
    }
}

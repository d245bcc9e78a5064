package io.wirepath.analyze.whole;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.fanin.Joins;
import java.util.List;

/**
 * What an analysis found: everything that a report shows, except the health of the capture.
 *
 * @param algorithm name of the causal algorithm
 * @param messages the messages that were analysed
 * @param counted patterns and nodes count the paths and calls that began in this time
 * @param links the inferred links
 * @param calls the calls with their likely parents
 * @param patterns patterns by role, each with its patterns by node as members, ordered by expected count
 * @param table what the patterns were made of: what those of several times are added by
 * @param nodes what each node did, ordered as in the node table
 * @param roles the replicas that play one role, of roles with at least one node
 * @param joins nodes that send because of several messages together: one cause of what they send is one of several
 * @param series what nodes, roles and edges did in each interval
 * @param findings what a reader should see first, most important first
 * @param explanations why links are as they are, of those that were asked for
 */
public record Analysis(
        String algorithm,
        MessageTable messages,
        TimeSpan counted,
        LinkTable links,
        CallTable calls,
        List<PathPattern> patterns,
        PatternTable table,
        List<NodeSummary> nodes,
        List<RoleSummary> roles,
        Joins joins,
        SeriesTable series,
        List<Finding> findings,
        List<Explanation> explanations) {

    /** The same with these findings in the place of its own. */
    public Analysis withFindings(List<Finding> others) {
        return new Analysis(
                algorithm,
                messages,
                counted,
                links,
                calls,
                patterns,
                table,
                nodes,
                roles,
                joins,
                series,
                others,
                explanations);
    }

    /** What the numbers at its links say. */
    public LinkMeasure measure() {
        return LinkMeasure.of(algorithm);
    }
}

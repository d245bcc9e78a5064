package io.wirepath.analyze.row;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.NodeTable;
import java.util.List;

/**
 * What a node did.
 *
 * @param node which
 * @param join whether it sends because of several messages together
 */
public record NodeRow(NodeTable.Node node, boolean join, NodeSummary of) {

    /** A node. */
    public static final Fields<NodeRow> FIELDS = Fields.<NodeRow>of("NodeRow", "A node.")
            .text("address", "Its address.", n -> n.node.address())
            .text("name", "Its name, else its address.", n -> n.node.name())
            .truth("traced", "Whether a sniffer is near it.", n -> n.node.traced())
            .text("role", "Its role.", n -> n.of.role())
            .truth("client", "Whether it serves nobody.", n -> n.of.client())
            .truth("join", "Whether it sends because of several messages.", NodeRow::join)
            .count("callsServed", "Calls to it.", n -> n.of.callsServed())
            .count("callsMade", "Calls that it made.", n -> n.of.callsMade())
            .count(
                    "callsRefused",
                    "Those that it answered with a refusal: 4xx, no such name.",
                    n -> n.of.callsRefused())
            .count("callsFailed", "Those that it answered with a failure: 5xx.", n -> n.of.callsFailed())
            .object("ownDelay", Delays.FIELDS, "Its own time for a request.", n -> n.of.ownDelay())
            .object("serviceDelay", Delays.FIELDS, "From a request to the response.", n -> n.of.serviceDelay())
            .layout(
                    Family.CSV,
                    "address name role traced client callsServed callsMade callsRefused callsFailed",
                    "own_mean_nanos=ownDelay.mean own_p50_nanos=ownDelay.p50 own_p90_nanos=ownDelay.p90",
                    "own_p99_nanos=ownDelay.p99 service_mean_nanos=serviceDelay.mean service_p90_nanos=serviceDelay.p90")
            .everywhere();

    /** The nodes of an analysis. */
    public static List<NodeRow> all(Analysis analysis) {
        boolean[] atJoin = analysis.joins().atJoin();
        return analysis.nodes().stream()
                .map(of -> new NodeRow(analysis.messages().nodes().get(of.node()), atJoin[of.node()], of))
                .toList();
    }

    /** The same node in this and a later time. */
    public NodeRow plus(NodeRow later) {
        NodeSummary more = later.of;
        return new NodeRow(
                later.node,
                later.join,
                new NodeSummary(
                        more.node(),
                        more.role(),
                        more.client(),
                        of.callsServed() + more.callsServed(),
                        of.callsMade() + more.callsMade(),
                        of.callsRefused() + more.callsRefused(),
                        of.callsFailed() + more.callsFailed(),
                        of.ownDelay().plus(more.ownDelay()),
                        of.serviceDelay().plus(more.serviceDelay())));
    }
}

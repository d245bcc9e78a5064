package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.causes.NodeTable;
import java.util.List;

/**
 * The calls from one node to a port of another.
 *
 * @param from name of the caller
 * @param to name of the called
 */
public record CallEdgeRow(String from, String to, CallDelays.Edge of) {

    /** Calls between two nodes. */
    public static final Fields<CallEdgeRow> FIELDS = counted(
                    "CallEdge", "Calls from one node to a port of another, as the caller's side saw them.")
            .object("delay", Delays.FIELDS, "From the request to the last byte of the response.", e -> e.of.delay())
            .layout(
                    Family.CSV,
                    "from to port calls unanswered mean_nanos=delay.mean p50_nanos=delay.p50 p90_nanos=delay.p90",
                    "p99_nanos=delay.p99")
            .everywhere();

    /** The same in a few figures: a row of a table. */
    public static final Fields<CallEdgeRow> FIGURES = counted(
                    "CallFigures", "Calls from one node to a port of another, in a few figures.")
            .object("delay", Delays.FIGURES, "From the request to the last byte of the response.", e -> e.of.delay());

    /** What rows can be ordered by. */
    public static final Fields<CallEdgeRow> ORDERS = counted("CallOrder", "What calls are ordered by.")
            .all(Delays.FIGURES, e -> e.of.delay())
            .layout(Family.JSON, "from to port calls unanswered failed p50 mean p99");

    private static Fields<CallEdgeRow> counted(String name, String sentence) {
        return Fields.<CallEdgeRow>of(name, sentence)
                .text("from", "Name of the caller.", CallEdgeRow::from)
                .text("to", "Name of the called.", CallEdgeRow::to)
                .count("port", "Port of the called.", e -> e.of.port())
                .count("calls", "Calls.", e -> e.of.calls())
                .count("unanswered", "Those without an answer.", e -> e.of.unanswered())
                .count("failed", "Those answered with a failure.", e -> e.of.failed());
    }

    /** These edges of an analysis. */
    public static List<CallEdgeRow> all(NodeTable nodes, List<CallDelays.Edge> edges) {
        return edges.stream()
                .map(edge -> new CallEdgeRow(
                        nodes.get(edge.caller()).name(),
                        nodes.get(edge.callee()).name(),
                        edge))
                .toList();
    }
}

package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.causes.NodeTable;

/** The calls from one node to a port of another. */
public record CallEdgeRow(NodeTable nodes, CallDelays.Edge of) {

    /** Calls between two nodes. */
    public static final Fields<CallEdgeRow> FIELDS = Fields.<CallEdgeRow>of(
                    "CallEdge", "Calls from one node to a port of another, as the caller's side saw them.")
            .text("from", "Name of the caller.", e -> e.nodes.get(e.of.caller()).name())
            .text("to", "Name of the called.", e -> e.nodes.get(e.of.callee()).name())
            .count("port", "Port of the called.", e -> e.of.port())
            .count("calls", "Calls.", e -> e.of.calls())
            .count("unanswered", "Those without an answer.", e -> e.of.unanswered())
            .count("failed", "Those answered with a failure.", e -> e.of.failed())
            .object("delay", Delays.FIELDS, "From the request to the last byte of the response.", e -> e.of.delay())
            .layout(
                    Family.CSV,
                    "from to port calls unanswered mean_nanos=delay.mean p50_nanos=delay.p50 p90_nanos=delay.p90",
                    "p99_nanos=delay.p99")
            .everywhere();
}

package io.wirepath.analyze.row;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.traffic.TrafficMap;
import io.wirepath.causes.NodeTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages from one node to another.
 *
 * @param from name of the sender
 * @param to name of the receiver
 */
public record EdgeRow(String from, String to, TrafficMap.Edge of) {

    /** An edge. */
    public static final Fields<EdgeRow> FIELDS = Fields.<EdgeRow>of("Edge", "The messages from one node to another.")
            .text("from", "Name of the sender.", EdgeRow::from)
            .text("to", "Name of the receiver.", EdgeRow::to)
            .count("messages", "Messages.", e -> e.of.messages())
            .count("requests", "Calls over all ports.", e -> e.of.calls())
            .bytes("bytes", "Payload.", e -> e.of.bytes())
            .count("unanswered", "Calls without an answer.", e -> e.of.unanswered())
            .count("notOpened", "Attempts to connect that failed.", e -> e.of.notOpened())
            .object("delay", Delays.FIELDS, "How long the answered calls took; null without calls.", EdgeRow::delay)
            .orNull()
            .everywhere()
            .count("failed", "Calls answered with a failure.", e -> e.of.failed());

    private @Nullable DelayDistribution delay() {
        return of.calls() == 0 ? null : of.delay();
    }

    /** These edges of an analysis. */
    public static List<EdgeRow> all(NodeTable nodes, List<TrafficMap.Edge> edges) {
        return edges.stream()
                .map(edge -> new EdgeRow(
                        nodes.get(edge.from()).name(), nodes.get(edge.to()).name(), edge))
                .toList();
    }

    /** The same edge in this and another time. */
    public EdgeRow plus(EdgeRow more) {
        return new EdgeRow(
                from,
                to,
                new TrafficMap.Edge(
                        of.from(),
                        of.to(),
                        of.messages() + more.of.messages(),
                        of.bytes() + more.of.bytes(),
                        of.calls() + more.of.calls(),
                        of.unanswered() + more.of.unanswered(),
                        of.failed() + more.of.failed(),
                        of.notOpened() + more.of.notOpened(),
                        of.delay().plus(more.of.delay())));
    }
}

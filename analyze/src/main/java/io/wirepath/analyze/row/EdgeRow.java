package io.wirepath.analyze.row;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.traffic.TrafficMap;
import io.wirepath.causes.NodeTable;
import org.jspecify.annotations.Nullable;

/** The messages from one node to another. */
public record EdgeRow(NodeTable nodes, TrafficMap.Edge of) {

    /** An edge. */
    public static final Fields<EdgeRow> FIELDS = Fields.<EdgeRow>of("Edge", "The messages from one node to another.")
            .text("from", "Name of the sender.", e -> e.nodes.get(e.of.from()).name())
            .text("to", "Name of the receiver.", e -> e.nodes.get(e.of.to()).name())
            .count("messages", "Messages.", e -> e.of.messages())
            .count("requests", "Calls over all ports.", e -> e.of.calls())
            .bytes("bytes", "Payload.", e -> e.of.bytes())
            .count("unanswered", "Calls without an answer.", e -> e.of.unanswered())
            .object("delay", Delays.FIELDS, "How long the answered calls took; null without calls.", EdgeRow::delay)
            .orNull()
            .everywhere();

    private @Nullable DelayDistribution delay() {
        return of.calls() == 0 ? null : of.delay();
    }
}

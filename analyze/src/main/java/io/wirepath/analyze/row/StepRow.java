package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.PatternStep;

/**
 * A message of a path.
 *
 * @param number of the step in its pattern
 * @param parent number of the step that caused it; -1 for none
 */
public record StepRow(String pattern, int number, int parent, PatternStep of) {

    private static final Fields<PatternStep.Order> ORDERS = Fields.<PatternStep.Order>of(
                    "StepOrder", "An order in which the answers of calls made at once came.")
            .text("last", "Sender of the answer that came last.", PatternStep.Order::last)
            .number("share", "Share of the instances in which it did.", PatternStep.Order::share);

    /** The same step by the node that sent. */
    private static final Fields<PatternStep.NodeDelay> BY_NODE = Fields.<PatternStep.NodeDelay>of(
                    "NodeDelay", "How long a node took in that place of a path.")
            .text("node", "Its name; other nodes for those beyond 64.", PatternStep.NodeDelay::node)
            .object("delay", Delays.FIELDS, "How long it took.", PatternStep.NodeDelay::delay);

    /** A message of a path with what it caused. */
    public static final Fields<PatternStep> STEP = steps();

    /** A message of a path as a row of a table. */
    public static final Fields<StepRow> FIELDS = Fields.<StepRow>of("StepRow", "A message of a path.")
            .text("pattern", "Identifier of the path.", StepRow::pattern)
            .count("step", "Its number.", StepRow::number)
            .count("parentStep", "Number of the step that caused it.", s -> s.parent < 0 ? Field.UNKNOWN : s.parent)
            .all(STEP, StepRow::of)
            .layout(
                    Family.CSV,
                    "pattern step parentStep from to port role protocol probability start",
                    "node_delay_nanos=nodeDelay.mean network_delay_nanos=networkDelay.mean");

    /** One of the nodes that play a role at a step. */
    public record OfNode(StepRow step, PatternStep.NodeDelay of) {

        /** How long a node took at a step. */
        public static final Fields<OfNode> FIELDS = Fields.<OfNode>of("StepNode", "A node at a step of a path.")
                .text("pattern", "Identifier of the path.", n -> n.step.pattern)
                .count("step", "Number of the step.", n -> n.step.number)
                .text("node", "Name of the node.", n -> n.of.node())
                .all(Delays.FIELDS, n -> n.of.delay())
                .layout(Family.CSV, "pattern step node samples mean p50 p90 p99");
    }

    private static Fields<PatternStep> steps() {
        Fields<PatternStep> steps = Fields.of("Step", "A message of a path, and what it caused.");
        return steps.text("from", "Who sends it.", PatternStep::from)
                .text("to", "Who gets it.", PatternStep::to)
                .truth("fromTraced", "Whether a sniffer is near the sender.", PatternStep::fromTraced)
                .truth("toTraced", "Whether a sniffer is near the receiver.", PatternStep::toTraced)
                .text("port", "Port of the server's side.", PatternStep::port)
                .text("role", "request, response, one_way or unknown.", PatternStep::role)
                .text("protocol", "Protocol, such as http1.", PatternStep::protocol)
                .text("operation", "What is asked for, with --operations.", PatternStep::operation)
                .orAbsent()
                .truth("critical", "Whether the end of the path waited for it.", PatternStep::critical)
                .objects("orders", ORDERS, "Orders in which the answers came.", PatternStep::orders)
                .orAbsent()
                .number("probability", "Mean probability of its cause.", PatternStep::probability)
                .meanDuration("start", "Mean time since the path began.", PatternStep::startNanos)
                .object("nodeDelay", Delays.FIELDS, "How long its sender took.", PatternStep::nodeDelay)
                .orNull()
                .objects("byNode", BY_NODE, "The same of each node of the role.", PatternStep::byNode)
                .orAbsent()
                .object("networkDelay", Delays.FIELDS, "How long it was on its way.", PatternStep::networkDelay)
                .orNull()
                .tree("children", "What it caused.", PatternStep::children)
                .everywhere();
    }
}

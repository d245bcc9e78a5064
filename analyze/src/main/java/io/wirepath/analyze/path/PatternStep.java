package io.wirepath.analyze.path;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.flows.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a path pattern, and the messages that it caused.
 *
 * @param from name of the sender: a node, a role, or {@code CLIENT}
 * @param to name of the receiver
 * @param fromTraced whether a sniffer stood at the sender; a diamond in pictures where not (WAP5 §6.1)
 * @param toTraced whether a sniffer stood at the receiver
 * @param port the fixed port of the conversation, or {@code *} where both are ephemeral
 * @param role request, response or one-way
 * @param protocol recognised protocol in words for a person, or empty
 * @param operation what the request asks for, such as {@code GET /item/*}; empty where that is not known or not wanted
 * @param orders where the sender waited for calls made at once: whose answer came last before this, the most frequent
 *     first; else empty
 * @param critical whether the end of the path waited for this message: if it is sent earlier, the path ends earlier
 * @param probability mean probability of the link from the parent; 1 for a root
 * @param nodeDelay at the sender, from the receipt of the parent to the sending of this; null for a root
 * @param byNode the same by the node that sent this, the most frequent first; empty where {@code from} names the node
 * @param networkDelay from sent to received, or null where one of the times is nil or both are from one sniffer
 * @param startNanos mean time from the start of the path to the sending of this message
 * @param children messages caused by this one, in order of their mean start
 */
public record PatternStep(
        String from,
        String to,
        boolean fromTraced,
        boolean toTraced,
        String port,
        Role role,
        String protocol,
        String operation,
        List<Order> orders,
        boolean critical,
        double probability,
        @Nullable DelayDistribution nodeDelay,
        List<NodeDelay> byNode,
        @Nullable DelayDistribution networkDelay,
        double startNanos,
        List<PatternStep> children) {

    /**
     * One of the orders in which calls made at once are answered.
     *
     * @param last sender of the answer that came last
     * @param share share of the instances in which it did
     */
    public record Order(String last, double share) {}

    /**
     * How long one of the nodes of a role took in this place of the path (WAP5 §6.3, Table 4 and Figure 11).
     *
     * @param node its name; {@link #OTHER_NODES} for all nodes beyond so many
     * @param delay from the receipt of the parent to the sending of the message
     */
    public record NodeDelay(String node, DelayDistribution delay) {

        /** Stands for the nodes that are not told apart, because they are too many. */
        public static final String OTHER_NODES = "other nodes";
    }
}

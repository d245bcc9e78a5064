package io.wirepath.analyze.path;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.analyze.path.PathPattern.Aggregation;
import io.wirepath.analyze.path.PatternStep.NodeDelay;
import io.wirepath.flows.Protocol;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What adds up at one message of a pattern over its instances. A monoid: {@link #add}. Not thread-safe. */
final class StepTotals {

    /** Nodes of a role that are told apart in one place of a path. */
    private static final int MAX_NODES = 64;

    private final MessageLabels.Label label;
    private final boolean isRoot;
    private final Aggregation aggregation;

    /** Weight of the instances by the step that caused this one in them; several where calls are made at once. */
    private final Map<Integer, Double> parents = new TreeMap<>();

    private final @Nullable DelayDistribution nodeDelay;

    /** The delay by the name of the sender; bounded by {@link #MAX_NODES}. */
    private final Map<String, DelayDistribution> byNode = new TreeMap<>();

    private @Nullable DelayDistribution networkDelay;
    private final long[] protocols = new long[Protocol.values().length];
    private long count;
    private double weight;
    private double linkProbability;
    private double startNanos;

    /** A message with this label, the first of its path or a later one, in a pattern of nodes or of roles. */
    StepTotals(MessageLabels.Label label, boolean isRoot, Aggregation aggregation) {
        this.label = label;
        this.isRoot = isRoot;
        this.aggregation = aggregation;
        nodeDelay = isRoot ? null : new DelayDistribution();
    }

    /** An empty step like this one. */
    StepTotals empty() {
        return new StepTotals(label, isRoot, aggregation);
    }

    /** Counts the message of one instance. */
    void count(double instanceProbability, double linkProbabilityOfMessage, long sinceStartNanos, Protocol protocol) {
        count++;
        weight += instanceProbability;
        linkProbability += linkProbabilityOfMessage;
        startNanos += instanceProbability * (double) sinceStartNanos;
        protocols[protocol.ordinal()]++;
    }

    /** Counts which step caused this one in an instance. */
    void countParent(int step, double instanceProbability) {
        parents.merge(step, instanceProbability, Double::sum);
    }

    /** Counts how long the sender, of this name, took from the parent's receipt to the sending. */
    void countNodeDelay(String sender, long nanos, double instanceProbability) {
        if (nodeDelay != null) {
            nodeDelay.add(nanos, instanceProbability);
        }
        if (nodeDelay != null && aggregation == Aggregation.ROLES) {
            ofNode(sender).add(nanos, instanceProbability);
        }
    }

    private DelayDistribution ofNode(String name) {
        String kept = byNode.size() < MAX_NODES || byNode.containsKey(name) ? name : NodeDelay.OTHER_NODES;
        return byNode.computeIfAbsent(kept, unseen -> new DelayDistribution());
    }

    /** Counts how long the message was under way. */
    void countNetworkDelay(long nanos, double instanceProbability) {
        if (networkDelay == null) {
            networkDelay = new DelayDistribution();
        }
        networkDelay.add(nanos, instanceProbability);
    }

    /** Adds the totals of the same step of another table. */
    void add(StepTotals other) {
        count += other.count;
        weight += other.weight;
        linkProbability += other.linkProbability;
        startNanos += other.startNanos;
        other.parents.forEach(this::countParent);
        if (other.networkDelay != null) {
            networkDelay = networkDelay == null ? new DelayDistribution() : networkDelay;
            networkDelay.add(other.networkDelay);
        }
        if (nodeDelay != null && other.nodeDelay != null) {
            nodeDelay.add(other.nodeDelay);
            other.byNode.forEach((node, delay) -> ofNode(node).add(delay));
        }
        for (int i = 0; i < protocols.length; i++) {
            protocols[i] += other.protocols[i];
        }
    }

    /** This step as it is kept. */
    static StepTotals keep(KeptForm form, @Nullable StepTotals step, boolean isRoot, Aggregation aggregation) {
        MessageLabels.Label label = form.record(MessageLabels.Label.class, step == null ? null : step.label);
        StepTotals kept = step == null ? new StepTotals(label, isRoot, aggregation) : step;
        kept.keep(form);
        return kept;
    }

    private void keep(KeptForm form) {
        count = form.whole(count);
        weight = form.number(weight);
        linkProbability = form.number(linkProbability);
        startNanos = form.number(startNanos);
        for (int i = 0, all = form.size(protocols.length); i < all; i++) {
            long times = form.whole(i < protocols.length ? protocols[i] : 0);
            protocols[i < protocols.length ? i : Protocol.UNKNOWN.ordinal()] = times;
        }
        Iterator<Map.Entry<Integer, Double>> parent =
                List.copyOf(parents.entrySet()).iterator();
        for (int left = form.size(parents.size()); left > 0; left--) {
            Map.Entry<Integer, Double> own = parent.hasNext() ? parent.next() : Map.entry(0, 0.0);
            parents.put((int) form.whole(own.getKey()), form.number(own.getValue()));
        }
        Iterator<String> node = List.copyOf(byNode.keySet()).iterator();
        for (int left = form.size(byNode.size()); left > 0; left--) {
            String name = form.text(node.hasNext() ? node.next() : "");
            byNode.computeIfAbsent(name, unseen -> new DelayDistribution()).keep(form);
        }
        if (nodeDelay != null) {
            nodeDelay.keep(form);
        }
        if (form.truth(networkDelay != null)) {
            networkDelay = (networkDelay == null ? new DelayDistribution() : networkDelay).keep(form);
        }
    }

    MessageLabels.Label label() {
        return label;
    }

    /** Number of the step that caused this one in most instances; there is one, but for the root. */
    int parent() {
        int most = -1;
        double weightOfMost = -1;
        for (Map.Entry<Integer, Double> parent : parents.entrySet()) {
            if (parent.getValue() > weightOfMost) {
                most = parent.getKey();
                weightOfMost = parent.getValue();
            }
        }
        return most;
    }

    /** Weight of the instances by the step that caused this one in them. */
    Map<Integer, Double> parents() {
        return parents;
    }

    @Nullable
    DelayDistribution nodeDelay() {
        return nodeDelay;
    }

    /** The delay by the node that sent, the most frequent first; empty where the label names that node. */
    List<NodeDelay> byNode() {
        return byNode.keySet().equals(Set.of(label.from()))
                ? List.of()
                : byNode.entrySet().stream()
                        .map(node -> new NodeDelay(node.getKey(), node.getValue()))
                        .sorted(Comparator.comparingDouble(
                                        (NodeDelay of) -> -of.delay().weight())
                                .thenComparing(NodeDelay::node))
                        .toList();
    }

    /** Null where no message of this step was seen at two points. */
    @Nullable
    DelayDistribution networkDelay() {
        return networkDelay;
    }

    double meanLinkProbability() {
        return count == 0 ? 0 : linkProbability / count;
    }

    double meanStartNanos() {
        return weight == 0 ? 0 : startNanos / weight;
    }

    /** The protocol that most of the messages were recognised as, in words for a person, or empty. */
    String protocol() {
        int most = Protocol.UNKNOWN.ordinal();
        for (int i = 0; i < protocols.length; i++) {
            if (i != Protocol.UNKNOWN.ordinal()
                    && protocols[i] > 0
                    && (most == Protocol.UNKNOWN.ordinal() || protocols[i] > protocols[most])) {
                most = i;
            }
        }
        return most == Protocol.UNKNOWN.ordinal()
                ? ""
                : Protocol.of(most).name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

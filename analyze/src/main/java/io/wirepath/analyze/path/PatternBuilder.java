package io.wirepath.analyze.path;

import io.wirepath.analyze.path.PathPattern.Aggregation;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Aggregates path instances into patterns (WAP5 §2.5.1, §5.1 step 3).
 *
 * <p>The instances are gone through twice. The first time only counts them by shape, which is cheap however many
 * shapes ambiguity brings forth; the second time fills the steps and delays of the patterns that count most.
 */
public final class PatternBuilder {

    private static final double MIN_WHOLE = 1e-3;

    private final MessageTable messages;
    private final NodeTimes times;
    private final MessageLabels labels;
    private final InstanceBuilder instances;
    private final AnalysisSettings settings;
    private final WholeTrees trees;
    private final PeerHops hops;
    private final CanonicalTree byNode;
    private final CanonicalTree byRole;

    /** Aggregates the paths of these links. */
    public PatternBuilder(
            MessageTable messages,
            LinkTable links,
            FixedPorts ports,
            RoleAggregation roles,
            WholeTrees trees,
            AnalysisSettings settings) {
        this.messages = messages;
        this.settings = settings;
        this.trees = trees;
        times = new NodeTimes(messages);
        labels = new MessageLabels(messages, ports, roles);
        instances = new InstanceBuilder(messages, links, settings);
        hops = new PeerHops(messages, labels, roles);
        byNode = new CanonicalTree(messages, (instance, entry) -> labels.nodeHash(instance.row(entry)));
        byRole = new CanonicalTree(messages, hops);
    }

    /** The patterns that count most. */
    public PatternTable build() {
        return build(TimeSpan.ALWAYS);
    }

    /** The patterns that count most among the paths that began in this time. */
    public PatternTable build(TimeSpan begun) {
        ShapeTally tally = new ShapeTally();
        PatternTable table = new PatternTable();
        instances.forEach(begun, instance -> {
            tally.count(byNode.take(instance), byRole.take(instance), probability(instance));
            table.seen(instance.isLikeliest() ? 1 : 0, 0);
        });
        ShapeTally.Choice chosen = tally.choose(settings.maxPatterns(), settings.maxMembers());
        table.seen(0, instances.cutTrees());
        instances.forEach(begun, instance -> {
            long roleShape = byRole.take(instance);
            if (instance.isLikeliest()) {
                table.root(roleShape, instance.row(0));
            }
            if (chosen.role(roleShape)) {
                describe(instance, roleShape, byNode.take(instance), chosen, table);
            }
        });
        return table;
    }

    private void describe(
            PathInstance instance, long roleShape, long nodeShape, ShapeTally.Choice chosen, PatternTable table) {
        int[] order = byRole.preorder();
        PatternTotals pattern =
                table.totals(roleShape, () -> empty(roleShape, Aggregation.ROLES, instance, order, hops::label));
        fill(pattern, instance, order);
        if (chosen.node(nodeShape)) {
            int[] memberOrder = byNode.preorder();
            PatternTotals member = pattern.members()
                    .computeIfAbsent(
                            nodeShape,
                            unseen -> empty(
                                    nodeShape,
                                    Aggregation.NODES,
                                    instance,
                                    memberOrder,
                                    (of, entry) -> labels.byNode(of.row(entry))));
            fill(member, instance, memberOrder);
        }
    }

    private static PatternTotals empty(
            long shape,
            Aggregation aggregation,
            PathInstance instance,
            int[] order,
            BiFunction<PathInstance, Integer, MessageLabels.Label> label) {
        List<StepTotals> steps = new ArrayList<>();
        for (int i = 0; i < instance.size(); i++) {
            steps.add(new StepTotals(label.apply(instance, order[i]), i == 0, aggregation));
        }
        return new PatternTotals(shape, aggregation, steps);
    }

    private void fill(PatternTotals pattern, PathInstance instance, int[] order) {
        double probability = probability(instance);
        long start = times.atSenderNanos(instance.row(0));
        long end = Math.max(start, answeredNanos(instance.row(0), start));
        int[] place = places(instance, order);
        for (int i = 0; i < instance.size(); i++) {
            int entry = order[i];
            int row = instance.row(entry);
            StepTotals step = pattern.step(i);
            if (i > 0) {
                int parent = place[instance.parent(entry)];
                if (parent >= i) {
                    throw new IllegalStateException("step " + i + " of a path comes before step " + parent
                            + ", which caused it, and would not be drawn");
                }
                step.countParent(parent, probability);
            }
            step.count(
                    probability,
                    instance.linkProbability(entry),
                    times.atSenderNanos(row) - start,
                    messages.protocol(row));
            if (instance.parent(entry) != MessageTable.NONE) {
                String sender = labels.byNode(row).from();
                step.countNodeDelay(sender, times.delayNanos(instance.row(instance.parent(entry)), row), probability);
            }
            if (messages.transitNanos(row) != MessageTable.NIL) {
                step.countNetworkDelay(messages.transitNanos(row), probability);
            }
            end = Math.max(end, times.atReceiverNanos(row));
        }
        pattern.count(instance.row(0), probability, instance.isLikeliest(), end - start);
    }

    /** When a request was answered, also where no link leads to the answer: it takes that long whatever is known. */
    private long answeredNanos(int request, long otherwise) {
        int answer = messages.role(request) == Role.REQUEST ? messages.partner(request) : MessageTable.NONE;
        return answer == MessageTable.NONE ? otherwise : times.atReceiverNanos(answer);
    }

    /** That of its links, and that nothing was lost; a path counts for a little even where something surely was. */
    private double probability(PathInstance instance) {
        return instance.probability() * Math.max(MIN_WHOLE, trees.nothingLost(instance.row(0)));
    }

    private static int[] places(PathInstance instance, int[] order) {
        int[] place = new int[instance.size()];
        for (int i = 0; i < place.length; i++) {
            place[order[i]] = i;
        }
        return place;
    }
}

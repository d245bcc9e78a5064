package io.wirepath.analyze.path;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.analyze.path.PathPattern.Aggregation;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What adds up over the instances of one pattern. A monoid: {@link #add}. Not thread-safe. */
final class PatternTotals {

    private static final int ID_DIGITS = 12;

    private final long shape;
    private final Aggregation aggregation;
    private final List<StepTotals> steps;
    private final DelayDistribution duration = new DelayDistribution();
    private final Map<Long, PatternTotals> members = new TreeMap<>();
    private Examples examples = new Examples();
    private long count;
    private double expectedCount;
    private double maxProbability;

    /** A pattern with the hash of its shape and its steps in canonical order. */
    PatternTotals(long shape, Aggregation aggregation, List<StepTotals> steps) {
        this.shape = shape;
        this.aggregation = aggregation;
        this.steps = steps;
    }

    /** The identifier of a pattern with this hash of its shape. */
    static String id(long shape) {
        return HexFormat.of().toHexDigits(shape, ID_DIGITS);
    }

    /** Hash of the shape. */
    long shape() {
        return shape;
    }

    /** The step at this place of the canonical order. */
    StepTotals step(int place) {
        return steps.get(place);
    }

    /** Patterns by node within this one, by their shapes. */
    Map<Long, PatternTotals> members() {
        return members;
    }

    /** Sum of the probabilities of the instances. */
    double expectedCount() {
        return expectedCount;
    }

    /** Counts the instance of this root. */
    void count(int root, double probability, boolean isLikeliest, long durationNanos) {
        examples.add(root, durationNanos, probability);
        count += isLikeliest ? 1 : 0;
        expectedCount += probability;
        maxProbability = Math.max(maxProbability, probability);
        duration.add(durationNanos, probability);
    }

    /**
     * Adds the totals of the same pattern of another table. There are no examples then: rows are those of one table.
     */
    void add(PatternTotals other) {
        examples = new Examples();
        count += other.count;
        expectedCount += other.expectedCount;
        maxProbability = Math.max(maxProbability, other.maxProbability);
        duration.add(other.duration);
        for (int i = 0; i < steps.size(); i++) {
            steps.get(i).add(other.steps.get(i));
        }
        for (PatternTotals member : other.members.values()) {
            members.computeIfAbsent(member.shape, unseen -> member.empty()).add(member);
        }
    }

    /** These totals as they are kept, or those that stand there, without examples. */
    static PatternTotals keep(KeptForm form, @Nullable PatternTotals own) {
        long shape = form.whole(own == null ? 0 : own.shape);
        Aggregation aggregation =
                form.constant(own == null ? Aggregation.ROLES : own.aggregation, Aggregation.values());
        List<StepTotals> steps = new ArrayList<>();
        for (int i = 0, all = form.size(own == null ? 0 : own.steps.size()); i < all; i++) {
            steps.add(StepTotals.keep(form, own == null ? null : own.steps.get(i), i == 0, aggregation));
        }
        PatternTotals kept = own == null ? new PatternTotals(shape, aggregation, steps) : own;
        kept.keep(form);
        return kept;
    }

    private void keep(KeptForm form) {
        count = form.whole(count);
        expectedCount = form.number(expectedCount);
        maxProbability = form.number(maxProbability);
        duration.keep(form);
        Iterator<PatternTotals> member = List.copyOf(members.values()).iterator();
        for (int left = form.size(members.size()); left > 0; left--) {
            PatternTotals kept = keep(form, member.hasNext() ? member.next() : null);
            members.put(kept.shape, kept);
        }
    }

    /** A pattern of the same shape without instances. */
    PatternTotals empty() {
        return new PatternTotals(
                shape, aggregation, steps.stream().map(StepTotals::empty).toList());
    }

    /** The pattern as reports show it. */
    PathPattern pattern() {
        PatternStep root = tree();
        return new PathPattern(
                id(shape),
                PatternTitle.of(root),
                aggregation,
                root,
                count,
                expectedCount,
                maxProbability,
                duration,
                examples.all(),
                PatternTable.ranked(members.values()));
    }

    /**
     * Steps are numbered parents first, whichever of several it is ({@link StepTotals#countParent}), so going backwards
     * every step finds its children made, and is drawn once.
     */
    private PatternStep tree() {
        List<List<PatternStep>> children = new ArrayList<>();
        steps.forEach(step -> children.add(new ArrayList<>()));
        BitSet critical = critical();
        for (int i = steps.size() - 1; i > 0; i--) {
            PatternStep step = step(steps.get(i), critical.get(i), children.get(i));
            children.get(steps.get(i).parent()).add(step);
        }
        return step(steps.get(0), critical.get(0), children.get(0));
    }

    /**
     * What the answer of the root waited for, or where there is none the last message: causes are the latest of what
     * was waited for.
     */
    private BitSet critical() {
        MessageLabels.Label root = steps.get(0).label();
        int end = 0;
        boolean answered = false;
        for (int i = 1; i < steps.size(); i++) {
            MessageLabels.Label label = steps.get(i).label();
            boolean answers = label.role() == Role.RESPONSE
                    && label.from().equals(root.to())
                    && label.to().equals(root.from());
            boolean later = steps.get(i).meanStartNanos() > steps.get(end).meanStartNanos();
            if (answers && !answered || answers == answered && later) {
                end = i;
                answered = answers;
            }
        }
        BitSet critical = new BitSet();
        for (int at = end; at >= 0; at = steps.get(at).parent()) {
            critical.set(at);
        }
        return critical;
    }

    private List<PatternStep.Order> orders(StepTotals step) {
        Map<String, Double> byLast = new TreeMap<>();
        step.parents()
                .forEach((parent, weight) ->
                        byLast.merge(steps.get(parent).label().from(), weight, Double::sum));
        double all = byLast.values().stream().mapToDouble(Double::doubleValue).sum();
        return byLast.size() < 2
                ? List.of()
                : byLast.entrySet().stream()
                        .map(last -> new PatternStep.Order(last.getKey(), last.getValue() / all))
                        .sorted(Comparator.comparingDouble(PatternStep.Order::share)
                                .reversed()
                                .thenComparing(PatternStep.Order::last))
                        .toList();
    }

    private PatternStep step(StepTotals step, boolean critical, List<PatternStep> children) {
        children.sort(Comparator.comparingDouble(PatternStep::startNanos));
        MessageLabels.Label label = step.label();
        return new PatternStep(
                label.from(),
                label.to(),
                label.fromTraced(),
                label.toTraced(),
                label.port(),
                label.role(),
                step.protocol(),
                label.operation(),
                orders(step),
                critical,
                step.meanLinkProbability(),
                step.nodeDelay(),
                step.byNode(),
                step.networkDelay(),
                step.meanStartNanos(),
                List.copyOf(children));
    }
}

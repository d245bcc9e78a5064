package io.wirepath.analyze.nesting;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.explain.Explained;
import io.wirepath.analyze.explain.ExplainingAlgorithm;
import io.wirepath.analyze.explain.Explanation;
import io.wirepath.analyze.explain.Wanted;
import io.wirepath.analyze.linking.OwnerLinks;
import io.wirepath.analyze.linking.OwnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * The nesting algorithm of Project 5 (Aguilera et al., SOSP 2003, §5.1), in the steps of its Figure 4.
 *
 * <pre>
 *  1 FindCallPairs      {@link CallPairs}     calls with returns, and what each may be nested in
 *  2 ScoreNestings      {@link Scoreboard}    how common each delay is; N possible parents count 1/N each
 *  3 FindNestedPairs    {@link #findNestedPairs}  the parent with the best score, less penalties
 *  4 FindCallPaths      {@link OwnerLinks}, then io.wirepath.analyze.path: latency and call delay per node
 * </pre>
 *
 * <p>Linear in calls times parallelism. Stateless and thread-safe.
 */
public final class Nesting implements ExplainingAlgorithm {

    private final NestingSettings settings;

    /** Nests with these settings. */
    public Nesting(NestingSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "nesting";
    }

    @Override
    public Explained explain(MessageTable messages, Wanted wanted) {
        List<Explanation> explanations = new ArrayList<>();
        OwnerTable owners = owners(messages, wanted, explanations);
        return new Explained(OwnerLinks.of(messages, owners), wanted.choose(explanations));
    }

    /** The parent call of each call, as far as it is nested in one. */
    public OwnerTable owners(MessageTable messages) {
        return owners(messages, Wanted.NOTHING, new ArrayList<>());
    }

    private OwnerTable owners(MessageTable messages, Wanted wanted, List<Explanation> explanations) {
        CallPairs pairs = CallPairs.find(messages, settings.skewWindowNanos());
        Scoreboard scores = new Scoreboard(messages.nodes().size());
        int[] triple = new int[pairs.parent.length];
        short[] bin = new short[pairs.parent.length];
        scoreNestings(messages, pairs, scores, triple, bin);
        if (settings.smoothingBins() > 0) {
            scores.smooth(settings.smoothingBins());
        }
        double[] score = new double[pairs.parent.length];
        int[] chosen = findNestedPairs(messages, pairs, at -> scores.score(triple[at], bin[at]), score);
        OwnerTable owners = table(messages, pairs, chosen, score);
        if (!wanted.isNothing()) {
            explanations.addAll(
                    new NestingReasons(messages, pairs, owners, at -> scores.score(triple[at], bin[at]), score)
                            .of(wanted));
        }
        return owners;
    }

    private static void scoreNestings(
            MessageTable messages, CallPairs pairs, Scoreboard scores, int[] triple, short[] bin) {
        for (int p = 0; p < pairs.size; p++) {
            int row = pairs.call[p];
            long made = messages.timeNanos(row);
            double weight = 1.0 / pairs.parents(p);
            for (int at = pairs.first[p]; at < pairs.first[p + 1]; at++) {
                int above = pairs.call[pairs.parent[at]];
                triple[at] = scores.triple(messages.source(above), messages.source(row), messages.destination(row));
                bin[at] = (short) Scoreboard.bin(made - OwnerLinks.receivedNanos(messages, above));
                scores.add(triple[at], bin[at], weight);
            }
        }
    }

    /**
     * Step 3: takes the calls in order, and for each the parent with the highest score; the earliest one where several
     * have it.
     *
     * <p>A penalty multiplies the score by {@code c^-x}. The paper counts as {@code c} "the children already assigned";
     * as one such child would then cost nothing, and none would cost infinitely little, the call itself is counted too.
     *
     * @param score receives the score of each possible parent
     * @return per pair its parent pair, or {@link MessageTable#NONE}
     */
    private int[] findNestedPairs(MessageTable messages, CallPairs pairs, IntToDoubleFunction raw, double[] score) {
        int[] chosen = new int[pairs.size];
        Arrays.fill(chosen, MessageTable.NONE);
        int[] latestChild = new int[pairs.size];
        int[] earlierSibling = new int[pairs.size];
        Arrays.fill(latestChild, MessageTable.NONE);
        for (int p = 0; p < pairs.size; p++) {
            double most = 0;
            for (int at = pairs.first[p]; at < pairs.first[p + 1]; at++) {
                int parent = pairs.parent[at];
                score[at] = raw.applyAsDouble(at) * penalty(messages, pairs, p, latestChild[parent], earlierSibling);
                if (score[at] > most) {
                    most = score[at];
                    chosen[p] = parent;
                }
            }
            if (chosen[p] != MessageTable.NONE) {
                earlierSibling[p] = latestChild[chosen[p]];
                latestChild[chosen[p]] = p;
            }
        }
        return chosen;
    }

    private double penalty(MessageTable messages, CallPairs pairs, int p, int latestChild, int[] earlierSibling) {
        int overlapping = 1;
        int same = 1;
        int any = 1;
        long made = messages.timeNanos(pairs.call[p]);
        for (int c = latestChild; c != MessageTable.NONE; c = earlierSibling[c]) {
            any++;
            same += messages.destination(pairs.call[c]) == messages.destination(pairs.call[p]) ? 1 : 0;
            // Calls are taken in order of time, so an earlier one overlaps if it had not returned yet.
            overlapping += OwnerLinks.receivedNanos(messages, pairs.answer[c]) > made ? 1 : 0;
        }
        double scale = power(overlapping, settings.overlapPenalty());
        return scale * power(same, settings.samePenalty()) * power(any, settings.childPenalty());
    }

    private static double power(int count, double exponent) {
        return count == 1 || exponent == 0 ? 1 : Math.pow(count, -exponent);
    }

    private static OwnerTable table(MessageTable messages, CallPairs pairs, int[] chosen, double[] score) {
        OwnerTable.Builder owners = new OwnerTable.Builder(messages.size());
        int p = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (p == pairs.size || pairs.call[p] != row) {
                owners.skipRow();
                continue;
            }
            double sum = 0;
            for (int at = pairs.first[p]; at < pairs.first[p + 1]; at++) {
                sum += score[at];
            }
            for (int at = pairs.first[p]; at < pairs.first[p + 1] && sum > 0; at++) {
                owners.add(pairs.call[pairs.parent[at]], score[at] / sum);
            }
            int parent = chosen[p] == MessageTable.NONE ? MessageTable.NONE : pairs.call[chosen[p]];
            owners.endRow(parent, sum > 0 ? 0 : 1);
            p++;
        }
        return owners.build();
    }
}

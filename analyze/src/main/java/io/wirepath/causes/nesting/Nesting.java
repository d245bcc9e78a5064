package io.wirepath.causes.nesting;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.explain.ExplainingAlgorithm;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.causes.linking.OwnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nesting algorithm of Project 5 (Aguilera et al., SOSP 2003, §5.1), in the steps of its Figure 4.
 *
 * <pre>
 *  1 FindCallPairs      {@link CallPairs}     calls with returns, and what each may be nested in
 *  2 ScoreNestings      {@link Scoreboard}    how common each delay is; N possible parents count 1/N each
 *  3 FindNestedPairs    {@link NestedPairs}    the parent with the best score, less penalties
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
    public ExplainedLinks explain(MessageTable messages, ExplanationRequest wanted) {
        List<Explanation> explanations = new ArrayList<>();
        OwnerTable owners = owners(messages, wanted, explanations);
        return new ExplainedLinks(OwnerLinks.of(messages, owners), wanted.choose(explanations));
    }

    private OwnerTable owners(MessageTable messages, ExplanationRequest wanted, List<Explanation> explanations) {
        CallPairs pairs = CallPairs.find(messages, settings.skewWindowNanos());
        Scoreboard scores = new Scoreboard();
        int[] cell = scoreNestings(messages, pairs, scores);
        if (settings.smoothingBins() > 0) {
            scores.smooth(settings.smoothingBins());
        }
        double[] score = new double[cell.length];
        int[] chosen = new NestedPairs(messages, pairs, settings).find(at -> scores.score(cell[at]), score);
        OwnerTable owners = table(messages, pairs, chosen, score);
        if (!wanted.isNothing()) {
            explanations.addAll(
                    new NestingReasons(messages, pairs, owners, at -> scores.score(cell[at]), score).of(wanted));
        }
        return owners;
    }

    /** Step 2: the cell of each possible nesting. */
    private static int[] scoreNestings(MessageTable messages, CallPairs pairs, Scoreboard scores) {
        KeyNumbers links = new KeyNumbers();
        int[] link = Arrays.stream(pairs.call)
                .map(row -> links.of(KeyNumbers.pair(messages.source(row), messages.destination(row))))
                .toArray();
        int[] cell = new int[pairs.parent.length];
        for (int p = 0; p < pairs.size; p++) {
            double weight = 1.0 / pairs.parents(p);
            for (int at = pairs.first[p]; at < pairs.first[p + 1]; at++) {
                int above = pairs.parent[at];
                cell[at] = scores.cell(link[above], link[p], pairs.madeNanos[p] - pairs.receivedNanos[above]);
                scores.add(cell[at], weight);
            }
        }
        return cell;
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

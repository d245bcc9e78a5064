package io.wirepath.causes.nesting;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.Explanation.Answer;
import io.wirepath.causes.explain.Explanation.Term;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.explain.Words;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.causes.linking.OwnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Why the nesting algorithm chose a parent: the score of its delay on the scoreboard, and the penalty for the children
 * that it had already.
 *
 * @param raw score of a possible nesting on the board
 * @param score the same less the penalty
 */
record NestingReasons(
        MessageTable messages, CallPairs pairs, OwnerTable owners, IntToDoubleFunction raw, double[] score) {

    List<Explanation> of(ExplanationRequest wanted) {
        int[] pairOf = new int[messages.size()];
        Arrays.fill(pairOf, MessageTable.NONE);
        for (int p = 0; p < pairs.size; p++) {
            pairOf[pairs.call[p]] = p;
        }
        int[] rows = wanted.choose(
                Arrays.stream(pairs.call).filter(row -> wanted.names(row) || pairs.parents(pairOf[row]) > 0),
                this::probability);
        List<Explanation> explanations = new ArrayList<>();
        for (int row : rows) {
            explanations.add(explain(row, pairOf[row]));
        }
        return explanations;
    }

    private double probability(int row) {
        int chosen = owners.chosen(row);
        for (int at = owners.first(row); at < owners.end(row); at++) {
            if (owners.owner(at) == chosen) {
                return owners.probability(at);
            }
        }
        return owners.none(row);
    }

    private Explanation explain(int row, int pair) {
        List<Answer> answers = new ArrayList<>();
        for (int at = owners.first(row); at < owners.end(row); at++) {
            int cause = owners.owner(at);
            int nesting = pairs.first[pair];
            while (pairs.call[pairs.parent[nesting]] != cause) {
                nesting++;
            }
            answers.add(
                    new Answer(cause, owners.probability(at), cause == owners.chosen(row), terms(row, cause, nesting)));
        }
        boolean none = owners.chosen(row) == MessageTable.NONE;
        answers.add(new Answer(MessageTable.NONE, owners.none(row), none, List.of()));
        return new Explanation("nesting", row, answers);
    }

    private List<Term> terms(int row, int cause, int nesting) {
        double board = raw.applyAsDouble(nesting);
        long delay = messages.timeNanos(row) - OwnerLinks.receivedNanos(messages, cause);
        String common = String.format(
                Locale.ROOT, "%s after it came; calls at this delay score %.3g", Words.duration(delay), board);
        List<Term> terms = new ArrayList<>(List.of(new Term("score", Math.log(board), common)));
        if (score[nesting] < board) {
            String factor = String.format(Locale.ROOT, "its other children make it %.2g", score[nesting] / board);
            terms.add(new Term("penalty", Math.log(score[nesting] / board), factor + " as good"));
        }
        return terms;
    }
}

package io.wirepath.causes.explain;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.causes.explain.Explanation.Answer;
import io.wirepath.causes.explain.Explanation.Term;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Explains links by what stands in their table: each possible cause, how long before it came, and its probability. */
public final class LinkExplanations {

    private LinkExplanations() {}

    /** What is known of one possible cause of a row. */
    public interface Weighing {

        /** The terms of the cause at this row of the table, or of having none ({@link MessageTable#NONE}). */
        List<Term> terms(int row, int cause);
    }

    /** Explanations with the delay and nothing else. */
    static List<Explanation> of(String algorithm, MessageTable messages, LinkTable links, ExplanationRequest wanted) {
        NodeTimes times = new NodeTimes(messages);
        return of(algorithm, messages, links, wanted, (row, cause) -> {
            if (cause == MessageTable.NONE) {
                return List.of();
            }
            String after = Words.duration(times.delayNanos(cause, row)) + " after it came";
            return List.of(new Term("gap", 0, after));
        });
    }

    /** Explanations of the wanted rows with these terms. */
    public static List<Explanation> of(
            String algorithm, MessageTable messages, LinkTable links, ExplanationRequest wanted, Weighing weighing) {
        if (wanted.isNothing()) {
            return List.of();
        }
        int[] rows = wanted.choose(
                IntStream.range(0, messages.size())
                        .filter(row -> wanted.names(row)
                                || messages.role(row) == Role.REQUEST && links.first(row) < links.end(row)),
                links::likelyProbability);
        List<Explanation> explanations = new ArrayList<>();
        for (int row : rows) {
            int likely = links.likelyParent(row);
            List<Answer> answers = new ArrayList<>();
            for (int at = links.first(row); at < links.end(row); at++) {
                int cause = links.parent(at);
                answers.add(new Answer(cause, links.probability(at), cause == likely, weighing.terms(row, cause)));
            }
            answers.add(new Answer(
                    MessageTable.NONE,
                    links.spontaneous(row),
                    likely == MessageTable.NONE,
                    weighing.terms(row, MessageTable.NONE)));
            explanations.add(new Explanation(algorithm, row, answers));
        }
        return wanted.choose(explanations);
    }
}

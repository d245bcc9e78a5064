package io.wirepath.causes.explain;

import io.wirepath.causes.MessageTable;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Why one message is said to have its cause.
 *
 * @param algorithm name of the algorithm
 * @param row the message
 * @param answers its possible causes, the chosen one first, then by falling probability
 */
public record Explanation(String algorithm, int row, List<Answer> answers) {

    /**
     * One possible cause.
     *
     * @param cause row of the causing message (with algorithms that reason about calls, of the owner's request), or
     *     {@link MessageTable#NONE} for none
     * @param probability its probability, 0 to 1
     * @param chosen whether it is the answer
     * @param terms what speaks for it (above zero) and against it
     */
    public record Answer(int cause, double probability, boolean chosen, List<Term> terms) {

        /** Keeps its own copy. */
        public Answer {
            terms = List.copyOf(terms);
        }

        /** Sum of the terms, in nats: what matters are differences between answers. */
        public double totalNats() {
            return terms.stream().mapToDouble(Term::nats).sum();
        }

        Answer map(IntUnaryOperator rowOf) {
            return cause == MessageTable.NONE ? this : new Answer(rowOf.applyAsInt(cause), probability, chosen, terms);
        }
    }

    /**
     * One thing that was weighed.
     *
     * @param name short and stable: {@code gap}, {@code plan}, {@code request content}
     * @param nats its weight as a natural logarithm
     * @param detail what it rests on, for people
     */
    public record Term(String name, double nats, String detail) {}

    /** Puts the answers in order and keeps its own copy. */
    public Explanation {
        answers = answers.stream()
                .sorted(Comparator.comparing((Answer answer) -> !answer.chosen())
                        .thenComparing(
                                Comparator.comparingDouble(Answer::probability).reversed())
                        .thenComparingInt(Answer::cause))
                .toList();
    }

    /** Probability of the chosen answer; 1 where there is none. */
    public double probability() {
        return answers.isEmpty() ? 1 : answers.get(0).probability();
    }

    /** The same with other numbers for the rows. */
    public Explanation map(IntUnaryOperator rowOf) {
        return new Explanation(
                algorithm,
                rowOf.applyAsInt(row),
                answers.stream().map(answer -> answer.map(rowOf)).toList());
    }
}

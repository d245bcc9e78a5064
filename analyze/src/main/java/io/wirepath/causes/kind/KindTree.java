package io.wirepath.causes.kind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A classification tree over the calls of a link. A leaf is split by the question whose answers predict some
 * observation best, as long as the gain in log likelihood exceeds its cost by the Bayesian information criterion
 * (Schwarz, Annals of Statistics 6(2), 1978).
 *
 * <pre>
 *               has "POST"?                  gain = n · I(answer; observation) − (categories − 1)/2 · ln n − ln(questions · observations)
 *              /           \
 *     longer than 400 B?    kind 2
 *        /       \
 *     kind 0    kind 1
 * </pre>
 */
final class KindTree {

    /** Which message of a call tells something. A question is not judged by what stands in the same message. */
    enum Side {
        REQUEST,
        RESPONSE,
        OUTSIDE
    }

    /**
     * Something to ask of each call.
     *
     * @param side message that answers
     * @param answer per call {@link #NO}, {@link #YES} or {@link #UNKNOWN}
     */
    record Question(Side side, byte[] answer) {}

    /**
     * Something observed of each call.
     *
     * @param side message that it was seen in
     * @param category per call, from 0; negative where it was not seen
     * @param categories number of categories
     */
    record Observation(Side side, int[] category, int categories) {}

    static final byte NO = 0;
    static final byte YES = 1;
    static final byte UNKNOWN = 2;

    private final List<Question> questions;
    private final List<Observation> observations;
    private final int least;

    private KindTree(List<Question> questions, List<Observation> observations, int least) {
        this.questions = questions;
        this.observations = observations;
        this.least = least;
    }

    /** A leaf, and the best way to split it; {@code gain} is 0 where none pays. */
    private record Leaf(int[] calls, int question, double gain) {}

    /**
     * Kind of each call, from 0, the most frequent first.
     *
     * @param calls number of calls
     * @param most greatest number of kinds
     * @param least smallest number of calls of a kind
     */
    static int[] kinds(int calls, List<Question> questions, List<Observation> observations, int most, int least) {
        KindTree tree = new KindTree(questions, observations, least);
        int[] all = new int[calls];
        Arrays.setAll(all, x -> x);
        List<Leaf> leaves = new ArrayList<>(List.of(tree.leaf(all)));
        while (leaves.size() < most) {
            Leaf best = leaves.get(0);
            for (Leaf leaf : leaves) {
                best = leaf.gain > best.gain ? leaf : best;
            }
            if (best.gain <= 0) {
                break;
            }
            leaves.remove(best);
            leaves.add(tree.leaf(tree.part(best, false)));
            leaves.add(tree.leaf(tree.part(best, true)));
        }
        leaves.sort((a, b) -> Integer.compare(b.calls.length, a.calls.length));
        int[] kind = new int[calls];
        for (int k = 0; k < leaves.size(); k++) {
            for (int call : leaves.get(k).calls) {
                kind[call] = k;
            }
        }
        return kind;
    }

    private Leaf leaf(int[] calls) {
        int question = -1;
        double gain = 0;
        for (int q = 0; q < questions.size(); q++) {
            double own = gain(questions.get(q), calls, gain);
            if (own > gain) {
                gain = own;
                question = q;
            }
        }
        return new Leaf(calls, question, gain);
    }

    /** Calls whose answer is not known go where most go. */
    private int[] part(Leaf leaf, boolean yes) {
        byte[] answer = questions.get(leaf.question).answer;
        int balance = 0;
        for (int call : leaf.calls) {
            balance += answer[call] == YES ? 1 : answer[call] == NO ? -1 : 0;
        }
        byte unknown = balance > 0 ? YES : NO;
        return Arrays.stream(leaf.calls)
                .filter(call -> ((answer[call] == UNKNOWN ? unknown : answer[call]) == YES) == yes)
                .toArray();
    }

    /** Not told where it is no more than this: no answer tells more than what it would take to tell the answer. */
    private double gain(Question question, int[] calls, double beaten) {
        int yes = 0;
        int no = 0;
        for (int call : calls) {
            yes += question.answer[call] == YES ? 1 : 0;
            no += question.answer[call] == NO ? 1 : 0;
        }
        double cost = Math.log((double) questions.size() * observations.size());
        if (yes < least || no < least || xLogX(yes + no) - xLogX(yes) - xLogX(no) - cost <= beaten) {
            return 0;
        }
        double best = 0;
        for (Observation observation : observations) {
            if (observation.side != question.side) {
                best = Math.max(best, gain(question, observation, calls));
            }
        }
        return best - cost;
    }

    private static double gain(Question question, Observation observation, int[] calls) {
        int[][] count = new int[2][observation.categories];
        byte[] answer = question.answer;
        int[] category = observation.category;
        for (int call : calls) {
            if (answer[call] != UNKNOWN && category[call] >= 0) {
                count[answer[call]][category[call]]++;
            }
        }
        int no = Arrays.stream(count[NO]).sum();
        int yes = Arrays.stream(count[YES]).sum();
        int seen = 0;
        double gain = xLogX(no + yes) - xLogX(no) - xLogX(yes);
        for (int c = 0; c < observation.categories; c++) {
            int both = count[NO][c] + count[YES][c];
            seen += both > 0 ? 1 : 0;
            gain += xLogX(count[NO][c]) + xLogX(count[YES][c]) - xLogX(both);
        }
        return gain - (seen - 1) / 2.0 * Math.log(Math.max(1, no + yes));
    }

    private static double xLogX(double x) {
        return x > 0 ? x * Math.log(x) : 0;
    }
}

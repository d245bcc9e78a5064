package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.CandidateSets;
import java.util.Arrays;

/**
 * Makes probabilities of the posterior, so that of the links with probability p a share p is right. The only place that
 * does.
 *
 * <pre>
 *  p ──► (p + 1/(N n)) / (1 + 1/N)                 N tasks, n choices: one task more of which nothing is known
 *    ──► logistic(slope · logit p + shift)         the answer's; slope and shift go by the agreement of the chains
 *    ──► the answer at the mean of its own and all above that mean
 * </pre>
 *
 * <p>Tables that are learnt from wrong guesses make both chains too sure. Chains agree little where one does not
 * confirm what the other is sure of, and what they say is right less often there, also where both say it (Platt,
 * <em>Probabilistic outputs for support vector machines</em>, 1999, for the logistic map; Guo, Pleiss, Sun and
 * Weinberger, ICML 2017). The numbers were fitted by {@code bench/calibrate} on the corpus that docs/accuracy.md names,
 * which holds none of the sets reported there; they stand in docs/experiments/calibration.csv. They take no part in the
 * sampling: who is the answer does not depend on them.
 */
final class Calibration {

    /** Agreement of the chains, and the map there; in between on a line. */
    static final double[] AGREEMENT = {0.7, 0.85, 0.95, 1};

    static final double[] SLOPE = {0.42, 0.42, 0.42, 1};
    static final double[] SHIFT = {-0.2, 0.08, 0.46, 0};
    /** What the answer stands ahead of a rival that is as likely. */
    private static final double AHEAD = 1e-6;

    private final CandidateSets candidates;
    private final double slope;
    private final double shift;
    private final int tasks;

    private Calibration(ServiceAnswer answer) {
        candidates = answer.candidates();
        tasks = answer.scene().tasks;
        slope = at(answer.agreement(), SLOPE);
        shift = at(answer.agreement(), SHIFT);
    }

    /** A number between those at the agreements of the table. */
    static double at(double agreement, double[] of) {
        int x = 1;
        while (x < AGREEMENT.length - 1 && AGREEMENT[x] < agreement) {
            x++;
        }
        double part = (agreement - AGREEMENT[x - 1]) / (AGREEMENT[x] - AGREEMENT[x - 1]);
        return of[x - 1] + Math.max(0, Math.min(1, part)) * (of[x] - of[x - 1]);
    }

    /** The same answer with calibrated probabilities; those of a call still sum to one. */
    static ServiceAnswer calibrated(ServiceAnswer answer) {
        Calibration calibration = new Calibration(answer);
        double[] probability = answer.probability().clone();
        double[] orphan = answer.orphan().clone();
        for (int j = 0; j < orphan.length; j++) {
            calibration.calibrate(j, answer.slot()[j], probability, orphan);
        }
        return new ServiceAnswer(
                answer.scene(), answer.candidates(), answer.slot(), probability, orphan, answer.agreement());
    }

    private void calibrate(int call, int slot, double[] probability, double[] orphan) {
        int first = candidates.first[call];
        int n = candidates.count(call);
        double[] own = Arrays.copyOfRange(probability, first, first + n + 1);
        own[n] = orphan[call];
        int chosen = slot < 0 ? n : slot - first;
        if (n > 1) {
            Arrays.setAll(own, x -> possible(own[x], tasks, n + 1));
            double mapped = mapped(own[chosen], slope, shift);
            double others = (1 - mapped) / (1 - own[chosen]);
            Arrays.setAll(own, x -> x == chosen ? mapped : own[x] * others);
        }
        putFirst(own, chosen);
        System.arraycopy(own, 0, probability, first, n);
        orphan[call] = own[n];
    }

    /** A probability that so many tasks taught, as it is if nothing is known of one task more. */
    static double possible(double sampled, int tasks, int choices) {
        return (sampled + 1.0 / tasks / choices) / (1 + 1.0 / tasks);
    }

    static double mapped(double p, double slope, double shift) {
        return 1 / (1 + Math.exp(-shift) * Math.pow((1 - p) / p, slope));
    }

    /**
     * An assignment as a whole may choose what is not the likeliest for a call alone. It stands first nevertheless, at
     * the mean of its own probability and of all that are above that mean.
     */
    static void putFirst(double[] own, int chosen) {
        double[] others = own.clone();
        others[chosen] = 0;
        Arrays.sort(others);
        double level = own[chosen];
        int shared = 1;
        for (int x = others.length - 1; x >= 0 && others[x] > level; x--) {
            level += (others[x] - level) / ++shared;
        }
        for (int x = 0; x < own.length; x++) {
            own[x] = x == chosen ? level : Math.max(0, Math.min(own[x], level - AHEAD));
        }
    }
}

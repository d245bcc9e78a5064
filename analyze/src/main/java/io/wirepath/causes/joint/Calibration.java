package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;

/**
 * Makes probabilities of the posterior, so that of the links with probability p a share p is right. The only place that
 * does.
 *
 * <pre>
 *  p ──► (1 - d) p + d / n      n choices; with the doubt d the tables are wrong, and any choice is as good
 *    ──► the answer at the mean of its own and all above that mean
 * </pre>
 *
 * <p>Tables that are learnt from wrong guesses make both chains too sure. Chains agree little where one does not
 * confirm what the other is sure of, and what they say is right less often there, also where both say it: so the doubt
 * is {@link Priors#DOUBT} of what they do not agree in, and one task more of which nothing is known. Choices that are
 * equal stay equal, so of n equals none says more than 1/n. The share that there was no time to sample is doubt, too.
 * The number is fitted by {@code bench/calibrate}; it takes no part in the sampling: who is the answer does not depend
 * on it.
 */
final class Calibration {

    /** What the answer stands ahead of a rival that is as likely. */
    private static final double AHEAD = 1e-6;

    private Calibration() {}

    /** The doubt in a scene of so many tasks. */
    static double doubt(double ofDisagreement, double agreement, int tasks) {
        return 1 - (1 - ofDisagreement * (1 - agreement)) * tasks / (tasks + 1.0);
    }

    /** The same answer with calibrated probabilities; those of a call still sum to one. */
    static ServiceAnswer calibrated(ServiceAnswer answer) {
        double ofTables = doubt(Priors.DOUBT, answer.agreement(), answer.scene().tasks);
        double doubt = 1 - answer.visited() * (1 - ofTables);
        CandidateSets candidates = answer.candidates();
        double[] probability = answer.probability().clone();
        double[] orphan = answer.orphan().clone();
        for (int j = 0; j < orphan.length; j++) {
            int first = candidates.first[j];
            int n = candidates.count(j);
            double[] own = Arrays.copyOfRange(probability, first, first + n + 1);
            own[n] = orphan[j];
            if (n > 1) {
                Arrays.setAll(own, x -> doubted(own[x], doubt, n + 1));
            }
            putFirst(own, answer.slot()[j] < 0 ? n : answer.slot()[j] - first);
            System.arraycopy(own, 0, probability, first, n);
            orphan[j] = own[n];
        }
        return new ServiceAnswer(
                answer.scene(), candidates, answer.slot(), probability, orphan, answer.agreement(), answer.visited());
    }

    static double doubted(double p, double doubt, int choices) {
        return (1 - doubt) * p + doubt / choices;
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

package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Makes probabilities of the posterior, so that of the links with probability p a share p is right. The only place that
 * does.
 *
 * <pre>
 *  p ──► (p + 1/(N n))^(1/t) / sum      N tasks, n choices: one task more of which nothing is known;
 *                                       temperature scaling: t falls as the chains agree more
 *    ──► the answer at the mean of its own and all above that mean
 * </pre>
 *
 * <p>Tables that are learnt from wrong guesses make both chains too sure, and how far the chains agree tells how much
 * (Guo, Pleiss, Sun and Weinberger, <em>On calibration of modern neural networks</em>, ICML 2017, for scaling by a
 * temperature). The temperatures were fitted by {@code bench/calibrate} on the corpus that docs/accuracy.md names,
 * which holds none of the sets reported there; they stand in docs/experiments/calibration.csv. They take no part in the
 * sampling: who is the answer does not depend on them.
 */
final class Calibration {

    /** Agreement of the chains, and the temperature there; in between on a line. */
    static final double[] AGREEMENT = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1};

    static final double[] TEMPERATURE = {4, 4, 2.05, 2.05, 1.48, 1.13, 1, 1};
    /** What the answer stands ahead of a rival that is as likely. */
    private static final double AHEAD = 1e-6;

    private final CandidateSets candidates;
    private final double temperature;
    private final int tasks;

    private Calibration(ServiceAnswer answer) {
        candidates = answer.candidates();
        tasks = answer.scene().tasks;
        temperature = temperature(answer.agreement());
    }

    static double temperature(double agreement) {
        int x = 1;
        while (x < AGREEMENT.length - 1 && AGREEMENT[x] < agreement) {
            x++;
        }
        double part = (agreement - AGREEMENT[x - 1]) / (AGREEMENT[x] - AGREEMENT[x - 1]);
        double share = Math.max(0, Math.min(1, part));
        return TEMPERATURE[x - 1] + share * (TEMPERATURE[x] - TEMPERATURE[x - 1]);
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
        double[] its = Arrays.copyOfRange(probability, first, first + n + 1);
        its[n] = orphan[call];
        if (n > 1) {
            scale(its, tasks, temperature);
        }
        putFirst(its, slot < 0 ? n : slot - first);
        System.arraycopy(its, 0, probability, first, n);
        orphan[call] = its[n];
    }

    /** Scales the probabilities of one call, which come from tables of so many tasks, by a temperature. */
    static void scale(double[] its, int tasks, double temperature) {
        double least = 1.0 / tasks / its.length;
        double sum = 0;
        for (int x = 0; x < its.length; x++) {
            its[x] = Math.pow(its[x] + least, 1 / temperature);
            sum += its[x];
        }
        for (int x = 0; x < its.length; x++) {
            its[x] /= sum;
        }
    }

    /**
     * An assignment as a whole may choose what is not the likeliest for a call alone. It stands first nevertheless, at
     * the mean of its own probability and of all that are above that mean.
     */
    static void putFirst(double[] its, int chosen) {
        double[] others = its.clone();
        others[chosen] = 0;
        Arrays.sort(others);
        double level = its[chosen];
        int shared = 1;
        for (int x = others.length - 1; x >= 0 && others[x] > level; x--) {
            level += (others[x] - level) / ++shared;
        }
        for (int x = 0; x < its.length; x++) {
            its[x] = x == chosen ? level : Math.max(0, Math.min(its[x], level - AHEAD));
        }
    }
}

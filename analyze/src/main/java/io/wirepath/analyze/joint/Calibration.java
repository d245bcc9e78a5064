package io.wirepath.analyze.joint;

/**
 * Makes probabilities of what the sampler counted, so that of the links with probability p a share p is right.
 *
 * <p>The sampler's posterior holds if the tables are right. Two things are missing:
 *
 * <pre>
 *  p ──► sharpened: p^s / sum      the posterior's temperature makes up for tasks that depend on each other; spread over
 *                                  many owners it takes too much
 *    ──► doubted:  (1 - d) p + d / owners      tables learnt where little is certain are learnt from wrong guesses as well,
 *                                  and make the sampler sure of some of them
 * </pre>
 *
 * <p>{@code s} rises from 1 to 1.5 as the possible owners of a call rise from 2 to 4 on average; {@code d} grows with the square of
 * how far the certainty of the scene is below 0.92. Both were learnt on generated traces (docs/accuracy.md), and are no part of
 * the sampling: who is the answer does not depend on them.
 */
final class Calibration {

    private static final double MOST_SHARPENED = 0.5;
    private static final double SOME_OWNERS = 2;
    private static final double MANY_OWNERS = 4;
    private static final double CERTAIN = 0.92;
    private static final double DOUBT = 2.5;

    private Calibration() {}

    /** The same answer with calibrated probabilities; those of a call still sum to one. */
    static ServiceAnswer calibrated(ServiceAnswer answer) {
        double sharpness = sharpness(answer.candidates().perCall());
        double doubt = doubt(certainty(answer));
        if (sharpness == 1 && doubt == 0) {
            return answer;
        }
        double[] probability = answer.probability().clone();
        double[] orphan = answer.orphan().clone();
        for (int j = 0; j < orphan.length; j++) {
            if (answer.candidates().count(j) > 1) {
                calibrate(answer.candidates(), j, sharpness, doubt, probability, orphan);
            }
        }
        return new ServiceAnswer(answer.scene(), answer.candidates(), answer.slot(), probability, orphan);
    }

    private static void calibrate(
            CandidateSets candidates, int call, double sharpness, double doubt, double[] probability, double[] orphan) {
        double sum = Math.pow(orphan[call], sharpness);
        for (int s = candidates.first[call]; s < candidates.first[call + 1]; s++) {
            sum += Math.pow(probability[s], sharpness);
        }
        orphan[call] = (1 - doubt) * Math.pow(orphan[call], sharpness) / sum;
        for (int s = candidates.first[call]; s < candidates.first[call + 1]; s++) {
            double sharpened = Math.pow(probability[s], sharpness) / sum;
            probability[s] = (1 - doubt) * sharpened + doubt / candidates.count(call);
        }
    }

    /** To which power probabilities are taken, by the possible owners of a call on average. */
    static double sharpness(double ownersPerCall) {
        double share = (ownersPerCall - SOME_OWNERS) / (MANY_OWNERS - SOME_OWNERS);
        return 1 + MOST_SHARPENED * Math.max(0, Math.min(1, share));
    }

    /** Share of the probability that goes to all possible owners alike. */
    static double doubt(double certainty) {
        double below = Math.max(0, CERTAIN - certainty);
        return DOUBT * below * below;
    }

    /** Mean of two certainties of the calls that more than one task could have made: of the owners in the answer, and of the likeliest. */
    private static double certainty(ServiceAnswer answer) {
        CandidateSets candidates = answer.candidates();
        double sum = 0;
        int open = 0;
        for (int j = 0; j < answer.slot().length; j++) {
            if (candidates.count(j) > 1) {
                double most = answer.orphan()[j];
                for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
                    most = Math.max(most, answer.probability()[s]);
                }
                sum += most;
                open++;
            }
        }
        return open == 0 ? 1 : (answer.certainty() + sum / open) / 2;
    }
}

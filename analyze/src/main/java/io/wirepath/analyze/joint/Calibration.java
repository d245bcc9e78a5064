package io.wirepath.analyze.joint;

/**
 * Makes probabilities of what the sampler counted, so that of the links with probability p a share p is right.
 *
 * <p>The sampler's posterior holds if the tables are right. What it lacks:
 *
 * <pre>
 *  p ──► sharpened: p^s / sum      the posterior's temperature makes up for tasks that depend on each other; spread over
 *                                  many owners it takes too much
 *    ──► doubted:  (1 - d) p + d / owners      tables learnt where little is certain are learnt from wrong guesses as well,
 *                                  and make the sampler sure of some of them
 *    ──► chosen:   p + a (1 - p)   for the owner in the answer, (1 - a) p for others: an assignment of all calls together knows
 *                                  more than what each call alone has been seen with
 * </pre>
 *
 * <p>{@code s} and {@code a} rise to 1.25 and 0.2 as the possible owners of a call rise from 2 to 4 on average and the certainty of the
 * scene from 0.4 to 0.65; {@code d} is 0.35 times what that certainty lacks to 0.88. They were learnt on generated traces and
 * recordings other than those that they are judged on, but for 0.88 (docs/accuracy.md), and are no part of the sampling: who is
 * the answer does not depend on them.
 */
final class Calibration {

    private static final double MOST_SHARPENED = 0.25;
    private static final double MOST_CHOSEN = 0.2;
    private static final double SOME_OWNERS = 2;
    private static final double MANY_OWNERS = 4;
    private static final double HARDLY_CERTAIN = 0.4;
    private static final double CERTAIN_ENOUGH = 0.65;
    private static final double CERTAIN = 0.88;
    private static final double DOUBT = 0.35;

    private final CandidateSets candidates;
    private final double sharpness;
    private final double doubt;
    private final double chosen;

    /** @param certainty mean probability of the owners, see {@link #certainty} */
    Calibration(CandidateSets candidates, double certainty) {
        double share = share(candidates.perCall(), SOME_OWNERS, MANY_OWNERS)
                * share(certainty, HARDLY_CERTAIN, CERTAIN_ENOUGH);
        this.candidates = candidates;
        sharpness = 1 + MOST_SHARPENED * share;
        chosen = MOST_CHOSEN * share;
        doubt = DOUBT * Math.max(0, CERTAIN - certainty);
    }

    private static double share(double of, double from, double to) {
        return Math.max(0, Math.min(1, (of - from) / (to - from)));
    }

    /** The same answer with calibrated probabilities; those of a call still sum to one. */
    static ServiceAnswer calibrated(ServiceAnswer answer) {
        return new Calibration(answer.candidates(), certainty(answer)).of(answer);
    }

    private ServiceAnswer of(ServiceAnswer answer) {
        if (sharpness == 1 && doubt == 0) {
            return answer;
        }
        double[] probability = answer.probability().clone();
        double[] orphan = answer.orphan().clone();
        for (int j = 0; j < orphan.length; j++) {
            if (candidates.count(j) > 1) {
                calibrate(j, answer.slot()[j], probability, orphan);
            }
        }
        return new ServiceAnswer(answer.scene(), candidates, answer.slot(), probability, orphan);
    }

    private void calibrate(int call, int answer, double[] probability, double[] orphan) {
        int from = candidates.first[call];
        int to = candidates.first[call + 1];
        double sum = Math.pow(orphan[call], sharpness);
        for (int s = from; s < to; s++) {
            sum += Math.pow(probability[s], sharpness);
        }
        orphan[call] = (1 - chosen) * (1 - doubt) * Math.pow(orphan[call], sharpness) / sum;
        for (int s = from; s < to; s++) {
            double sharpened = Math.pow(probability[s], sharpness) / sum;
            probability[s] = (1 - chosen) * ((1 - doubt) * sharpened + doubt / (to - from));
        }
        if (answer < 0) {
            orphan[call] += chosen;
        } else {
            probability[answer] += chosen;
        }
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

package io.wirepath.analyze.joint;

import io.wirepath.analyze.joint.evidence.PairFeature;
import java.util.List;

/**
 * A solved scene, and who solved it.
 *
 * <p>Expectation and maximisation finds one of several explanations that each hold themselves up. Where the one that is
 * found leaves about half in doubt or to nobody, its many plans are often an artefact. Then two further attempts are made, from
 * other beginnings, and the one counts whose {@linkplain ServiceLinker#expectedFit expected fit} is best: the mean of the
 * log-likelihood of tasks and owners <em>together</em>. The likelihood of the times alone is no guide, because wrong plans
 * fit the gaps that they made up, and pays no price for doubt; this does (the criterion that chooses the number of clusters:
 * Biernacki, Celeux and Govaert, <em>Assessing a mixture model for clustering with the integrated completed
 * likelihood</em>, IEEE Trans. PAMI 2000).
 *
 * <pre>
 *  owners a call   first attempt          second                     third
 *  up to 8         guess, heat            guess, sharpened plans     delays beyond chance, sharpened plans
 *  8 to 16         guess, heat            delays beyond chance,      delays beyond chance
 *                                         sharpened plans
 *  more            delays beyond chance   none                       none
 * </pre>
 *
 * @param linker knows the reasons
 * @param answer the owners
 */
record Attempt(ServiceLinker linker, ServiceAnswer answer) {

    /** A mean probability of the owners below this calls for further attempts. */
    private static final double DOUBTFUL = 0.55;

    private static final int ATTEMPTS = 3;
    /** Far from the seeds of other scenes. */
    private static final long OTHER_SEED = 1_000_003;

    /** Solves a scene, several times where it is hard. */
    static Attempt at(
            Scene scene, CandidateSets candidates, List<PairFeature> features, SamplingSchedule schedule, long seed) {
        if (StartingOwners.isCrowded(scene, candidates)) {
            return once(scene, candidates, features, schedule.crowded(), true, seed);
        }
        SamplingSchedule suited = schedule.suiting(candidates.perCall());
        Attempt best = once(scene, candidates, features, suited, false, seed);
        if (best.answer().certainty() >= DOUBTFUL) {
            return best;
        }
        double fit = best.fit();
        boolean busy = StartingOwners.isBusy(scene, candidates);
        for (int n = 1; n < ATTEMPTS; n++) {
            boolean beyondChance = busy || n > 1;
            SamplingSchedule its = busy && n > 1 ? suited.unheated() : suited.sharpened();
            Attempt next = once(scene, candidates, features, its, beyondChance, seed + n * OTHER_SEED);
            double itsFit = next.fit();
            if (itsFit > fit) {
                best = next;
                fit = itsFit;
            }
        }
        return best;
    }

    private static Attempt once(
            Scene scene,
            CandidateSets candidates,
            List<PairFeature> features,
            SamplingSchedule schedule,
            boolean beyondChance,
            long seed) {
        ServiceLinker linker = new ServiceLinker(scene, candidates, features, schedule, beyondChance, seed);
        return new Attempt(linker, linker.solve());
    }

    private double fit() {
        return linker.expectedFit(answer);
    }
}

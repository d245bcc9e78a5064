package io.wirepath.analyze.joint;

import io.wirepath.analyze.joint.evidence.PairFeature;
import java.util.List;

/**
 * A solved scene, and who solved it.
 *
 * <p>Expectation and maximisation finds one of several explanations that each hold themselves up. Where the one that is
 * found leaves more than half in doubt, its many plans are an artefact. Then further attempts are made, with other random
 * numbers, in turn with plans that sharpen each other and without, until one is in less doubt; the one in least doubt
 * counts. Likelihood cannot choose between them, because wrong plans fit the gaps that they made up.
 *
 * @param linker knows the reasons
 * @param answer the owners
 */
record Attempt(ServiceLinker linker, ServiceAnswer answer) {

    /** A mean probability of the answers below this calls for another attempt. */
    private static final double DOUBTFUL = 0.5;

    private static final int MOST = 6;
    /** Far from the seeds of other scenes. */
    private static final long OTHER_SEED = 1_000_003;

    /** Solves a scene, several times where it is hard. */
    static Attempt at(
            Scene scene, CandidateSets candidates, List<PairFeature> features, SamplingSchedule schedule, long seed) {
        if (StartingOwners.isCrowded(scene, candidates)) {
            return once(scene, candidates, features, schedule.crowded(), seed);
        }
        SamplingSchedule suited = schedule.suiting((double) candidates.slots() / Math.max(1, scene.calls));
        Attempt best = once(scene, candidates, features, suited, seed);
        double certainty = best.certainty();
        for (int n = 1; n < MOST && certainty < DOUBTFUL; n++) {
            SamplingSchedule its = n % 2 == 1 ? suited.sharpened() : suited;
            Attempt next = once(scene, candidates, features, its, seed + n * OTHER_SEED);
            if (next.certainty() > certainty) {
                best = next;
                certainty = next.certainty();
            }
        }
        return best;
    }

    private static Attempt once(
            Scene scene, CandidateSets candidates, List<PairFeature> features, SamplingSchedule schedule, long seed) {
        ServiceLinker linker = new ServiceLinker(scene, candidates, features, schedule, seed);
        return new Attempt(linker, linker.solve());
    }

    /** Mean probability of the answers, of calls that more than one task could have made. */
    private double certainty() {
        double sum = 0;
        int open = 0;
        for (int j = 0; j < answer.slot().length; j++) {
            if (answer.candidates().count(j) > 1) {
                int slot = answer.slot()[j];
                sum += slot < 0 ? answer.orphan()[j] : answer.probability()[slot];
                open++;
            }
        }
        return open == 0 ? 1 : sum / open;
    }
}

package io.wirepath.analyze.joint;

import io.wirepath.analyze.joint.evidence.PairFeature;
import java.util.List;

/**
 * A solved scene, and who solved it.
 *
 * <p>Expectation and maximisation finds one of several explanations that each hold themselves up. Where the one that is
 * found leaves more than half in doubt, its many plans are an artefact: a second attempt in which plans sharpen each other
 * counts instead. Likelihood cannot choose between the two, because the wrong plans fit the gaps that they made up.
 *
 * @param linker knows the reasons
 * @param answer the owners
 */
record Attempt(ServiceLinker linker, ServiceAnswer answer) {

    /** A mean probability of the answers below this calls for a second attempt. */
    private static final double DOUBTFUL = 0.5;

    /** Solves a scene, twice where it is hard. */
    static Attempt at(
            Scene scene, CandidateSets candidates, List<PairFeature> features, SamplingSchedule schedule, long seed) {
        Attempt first = once(scene, candidates, features, schedule, seed);
        if (first.certainty() >= DOUBTFUL) {
            return first;
        }
        return once(scene, candidates, features, schedule.sharpened(), seed);
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

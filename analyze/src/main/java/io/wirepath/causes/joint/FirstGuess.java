package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * First guess of the owners, and how far each task can be trusted to teach the first tables: in proportion to one over
 * the most possible owners that any of its calls has.
 */
final class FirstGuess {

    private final Scene scene;
    private final CandidateSets candidates;
    /** Slot of each call, or {@link CandidateSets#NONE}. */
    final int[] slot;
    /** Per task: from 0 to 1. */
    final double[] trust;

    /**
     * Guesses: oldest task first. A call goes to the candidate with the fewest calls of its label so far, among those
     * that can have waited for the response if there are any.
     *
     * @param evidence counts beside that, per slot, in nats
     */
    FirstGuess(Scene scene, CandidateSets candidates, double[] evidence) {
        this.scene = scene;
        this.candidates = candidates;
        slot = new int[scene.calls];
        trust = new double[scene.tasks];
        Arrays.fill(trust, 1);
        int[] callsSoFar = new int[scene.tasks * scene.labels];
        for (int j = 0; j < scene.calls; j++) {
            boolean nesting = anyNests(j);
            int best = CandidateSets.NONE;
            double bestScore = Double.NEGATIVE_INFINITY;
            int eligible = 0;
            for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
                if (isEligible(s, nesting)) {
                    eligible++;
                    int cell = candidates.task[s] * scene.labels + scene.label[j];
                    double score = evidence[s] - callsSoFar[cell];
                    if (score > bestScore) {
                        best = s;
                        bestScore = score;
                    }
                }
            }
            doubt(j, nesting, eligible);
            slot[j] = best;
            if (best >= 0) {
                callsSoFar[candidates.task[best] * scene.labels + scene.label[j]]++;
            }
        }
    }

    private boolean isEligible(int s, boolean nesting) {
        return !nesting || scene.returnsInTime(candidates.call[s], candidates.task[s]);
    }

    private boolean anyNests(int j) {
        for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
            if (scene.returnsInTime(j, candidates.task[s])) {
                return true;
            }
        }
        return false;
    }

    private void doubt(int j, boolean nesting, int eligible) {
        for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
            int i = candidates.task[s];
            if (isEligible(s, nesting) && !scene.closed[i]) {
                trust[i] = Math.min(trust[i], 1.0 / eligible);
            }
        }
    }
}

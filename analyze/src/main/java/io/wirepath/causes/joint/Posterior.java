package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import java.util.ArrayList;
import java.util.List;

/**
 * The posterior of the answer to one call before calibration.
 *
 * @param call row of the call's request
 * @param owners rows of the requests of the tasks that could have made it, two or more
 * @param answer number of the owner in the answer, or the number of owners for none
 * @param sampled the posterior of the answer
 * @param agreement how far the chains agree in its scene, from 0 to 1
 * @param tasks number of tasks of its scene
 */
public record Posterior(int call, int[] owners, int answer, double sampled, double agreement, int tasks) {

    /** Of all calls of a scene that several tasks could have made. */
    static List<Posterior> of(ServiceAnswer answer) {
        CandidateSets candidates = answer.candidates();
        Scene scene = answer.scene();
        List<Posterior> posteriors = new ArrayList<>();
        for (int j = 0; j < scene.calls; j++) {
            int first = candidates.first[j];
            int n = candidates.count(j);
            if (n > 1) {
                int[] owners = new int[n];
                for (int x = 0; x < n; x++) {
                    owners[x] = scene.taskRequest[candidates.task[first + x]];
                }
                int slot = answer.slot()[j];
                double sampled = slot < 0 ? answer.orphan()[j] : answer.probability()[slot];
                posteriors.add(new Posterior(
                        scene.callRequest[j],
                        owners,
                        slot < 0 ? n : slot - first,
                        sampled,
                        answer.agreement(),
                        scene.tasks));
            }
        }
        return posteriors;
    }

    /** Its probability with such a share of the disagreement as doubt. */
    public double doubted(double ofDisagreement) {
        return Calibration.doubted(sampled, Calibration.doubt(ofDisagreement, agreement, tasks), owners.length + 1);
    }
}

package io.wirepath.analyze.joint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the chains believe of one call before calibration.
 *
 * @param call row of the call's request
 * @param owners rows of the requests of the tasks that could have made it, two or more
 * @param probability of each of them, and last of none
 * @param tasks number of tasks of its scene
 * @param agreement how far the chains agree in its scene, from 0 to 1
 */
public record Posterior(int call, int[] owners, double[] probability, int tasks, double agreement) {

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
                Arrays.setAll(owners, x -> scene.taskRequest[candidates.task[first + x]]);
                double[] probability = Arrays.copyOfRange(answer.probability(), first, first + n + 1);
                probability[n] = answer.orphan()[j];
                posteriors.add(
                        new Posterior(scene.callRequest[j], owners, probability, scene.tasks, answer.agreement()));
            }
        }
        return posteriors;
    }

    /**
     * Log-likelihood of an owner, or of none where it is the number of owners, with probabilities scaled by this
     * temperature.
     */
    public double log(int owner, double temperature) {
        double[] its = probability.clone();
        Calibration.scale(its, tasks, temperature);
        return Math.log(its[owner]);
    }
}

package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;

/**
 * Who owns the calls of one scene.
 *
 * @param scene what was explained
 * @param candidates the slots
 * @param slot per call the slot of the most likely assignment as a whole, or {@link CandidateSets#NONE}
 * @param probability posterior of each slot
 * @param orphan posterior of each call having no owner
 * @param agreement how far one chain confirms what the other is sure of, from 0 to 1
 * @param visited share of the samples of the posterior that there was time for, from 0 to 1
 */
record ServiceAnswer(
        Scene scene,
        CandidateSets candidates,
        int[] slot,
        double[] probability,
        double[] orphan,
        double agreement,
        double visited) {}

package io.wirepath.causes.joint;

import io.wirepath.causes.DisjointSets;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;

/**
 * Takes the best of two assignments, part by part.
 *
 * <p>Calls that have another owner in one than in the other, and the tasks that are concerned, fall into groups:
 *
 * <pre>
 *  one      a ─ 1   b ─ 2   c ─ 3   d ─ 4   e ─ 5        calls and their tasks
 *  other    a ─ 2   b ─ 1   c ─ 3   d ─ 5   e ─ 4
 *           └── group ──┘           └── group ──┘
 * </pre>
 *
 * <p>The score of a task depends on its own calls alone, so each group is decided on its own, and of the 2^n
 * assignments that n groups make the likeliest is found at once: what would be moves of many tasks at a time (Whitley,
 * Hains and Howe, <em>Tunneling between optima: partition crossover for the traveling salesman problem</em>, GECCO
 * 2009). Not thread-safe.
 */
final class PartitionCrossover {

    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final JointDensity density;

    PartitionCrossover(Scene scene, CandidateSets candidates, Owners owners, JointDensity density) {
        this.scene = scene;
        this.candidates = candidates;
        this.owners = owners;
        this.density = density;
    }

    /**
     * The likeliest slots under the present tables that can be made of these two, group by group; the first one's where
     * both are as likely. The owners are those of either afterwards.
     */
    int[] best(int[] one, int[] other) {
        DisjointSets groups = groups(one, other);
        double[] gain = gains(one, other, groups);
        int[] best = one.clone();
        for (int j = 0; j < best.length; j++) {
            if (one[j] != other[j] && gain[groups.find(anyTask(one[j], other[j]))] > 0) {
                best[j] = other[j];
            }
        }
        return best;
    }

    private DisjointSets groups(int[] one, int[] other) {
        DisjointSets groups = new DisjointSets(scene.tasks);
        for (int j = 0; j < one.length; j++) {
            if (one[j] != other[j] && one[j] >= 0 && other[j] >= 0) {
                groups.join(candidates.task[one[j]], candidates.task[other[j]]);
            }
        }
        return groups;
    }

    /** By how much the other assignment is likelier, in each group. */
    private double[] gains(int[] one, int[] other, DisjointSets groups) {
        double[] gain = new double[scene.tasks];
        addScores(one, -1, groups, gain);
        addScores(other, 1, groups, gain);
        for (int j = 0; j < one.length; j++) {
            if (one[j] != other[j]) {
                gain[groups.find(anyTask(one[j], other[j]))] += density.ofCall(j, other[j]) - density.ofCall(j, one[j]);
            }
        }
        return gain;
    }

    private void addScores(int[] slots, double weight, DisjointSets groups, double[] to) {
        owners.assign(slots);
        for (int i = 0; i < scene.tasks; i++) {
            to[groups.find(i)] += weight * density.ofTask(i, owners.calls[i], owners.count[i]);
        }
    }

    private int anyTask(int slot, int orElse) {
        return candidates.task[slot >= 0 ? slot : orElse];
    }
}

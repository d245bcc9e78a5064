package io.wirepath.causes.joint;

import io.wirepath.causes.DisjointSets;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntArrayList;

/**
 * The calls that are still to be decided, in components that do not depend on each other: tasks that can own one call
 * belong together. A call with one possible owner is frozen once having none is much less likely. Not thread-safe.
 */
final class OpenCalls {

    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final JointDensity density;
    private final ScoreMemo scores;
    private final WorkBudget budget;
    private final CallList trial = new CallList();
    /** Per call whether it is still to be decided. */
    final boolean[] active;
    /** Per task whether it can own such a call. */
    final boolean[] undecided;

    /** Per call whether it was certain once: nobody asks again. */
    private final boolean[] frozen;

    private final boolean[] found;

    OpenCalls(
            Scene scene,
            CandidateSets candidates,
            Owners owners,
            JointDensity density,
            ScoreMemo scores,
            WorkBudget budget) {
        this.scene = scene;
        this.candidates = candidates;
        this.owners = owners;
        this.density = density;
        this.scores = scores;
        this.budget = budget;
        active = new boolean[scene.calls];
        undecided = new boolean[scene.tasks];
        frozen = new boolean[scene.calls];
        found = new boolean[scene.tasks];
    }

    /** Decides which calls are certain under the present tables; the others by component, each in order of sending. */
    List<int[]> components() {
        Arrays.fill(undecided, false);
        DisjointSets groups = new DisjointSets(scene.tasks);
        budget.grant(scene.calls);
        for (int j = 0; j < scene.calls; j++) {
            active[j] = !scene.isDecided(j) && candidates.count(j) > 0 && !frozen[j] && !isCertain(j);
            for (int s = candidates.first[j]; active[j] && s < candidates.first[j + 1]; s++) {
                undecided[candidates.task[s]] = true;
                groups.join(candidates.task[candidates.first[j]], candidates.task[s]);
            }
        }
        budget.settle();
        IntArrayList[] calls = new IntArrayList[scene.tasks];
        List<IntArrayList> components = new ArrayList<>();
        for (int j = 0; j < scene.calls; j++) {
            if (active[j]) {
                int group = groups.find(candidates.task[candidates.first[j]]);
                if (calls[group] == null) {
                    calls[group] = new IntArrayList();
                    components.add(calls[group]);
                }
                calls[group].addInt(j);
            }
        }
        return components.stream().map(IntArrayList::toIntArray).toList();
    }

    private boolean isCertain(int j) {
        int slot = candidates.first[j];
        if (candidates.count(j) > 1 || owners.slot[j] != slot || !budget.hasRoom()) {
            return false;
        }
        int i = candidates.task[slot];
        long key = owners.setKey[i];
        trial.take(owners.calls[i], owners.count[i]);
        double with = scores.of(i, key, trial.calls, trial.count) + density.ofCall(j, slot);
        trial.remove(j);
        double without =
                scores.of(i, key - owners.keyOf(j), trial.calls, trial.count) + density.ofCall(j, CandidateSets.NONE);
        frozen[j] = with - without > Priors.CERTAIN;
        return frozen[j];
    }

    /** The tasks that can own a call of a component. */
    int[] tasksOf(int[] component) {
        IntArrayList tasks = new IntArrayList();
        for (int j : component) {
            for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
                if (!found[candidates.task[s]]) {
                    found[candidates.task[s]] = true;
                    tasks.addInt(candidates.task[s]);
                }
            }
        }
        int[] own = tasks.toIntArray();
        for (int i : own) {
            found[i] = false;
        }
        return own;
    }
}

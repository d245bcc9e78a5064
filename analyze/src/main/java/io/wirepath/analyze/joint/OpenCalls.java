package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Which calls are still to be decided, and which tasks that concerns: a call with one possible owner is frozen while having none is
 * much less likely. Not thread-safe.
 */
final class OpenCalls {

    /** A call with one candidate is frozen when having no owner is less likely by this, in nats. */
    private static final double CERTAIN = 16;

    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    /** Per call whether it is still to be decided. */
    final boolean[] active;
    /** Per task whether it can own such a call. */
    final boolean[] undecided;
    /** Calls that are certain by so much that nobody asks again before the end. */
    private final boolean[] beyondDoubt;

    private final TaskMarks marks;

    OpenCalls(Scene scene, CandidateSets candidates, Owners owners) {
        this.scene = scene;
        this.candidates = candidates;
        this.owners = owners;
        active = new boolean[scene.calls];
        undecided = new boolean[scene.tasks];
        beyondDoubt = new boolean[scene.calls];
        marks = new TaskMarks(candidates, scene.tasks);
    }

    /** Decides which calls are certain and groups the others; scores the tasks that are still undecided. */
    Components components(Sampler sampler) {
        marks.clear();
        Arrays.fill(undecided, false);
        for (int j = 0; j < scene.calls; j++) {
            int n = candidates.count(j);
            active[j] = !scene.isDecided(j) && (n > 1 || n == 1 && !beyondDoubt[j] && !isCertain(j, sampler));
            for (int s = candidates.first[j]; active[j] && s < candidates.first[j + 1]; s++) {
                undecided[candidates.task[s]] = true;
            }
        }
        for (int i = 0; i < scene.tasks; i++) {
            if (undecided[i]) {
                rescoreOnce(i, sampler);
            }
        }
        return Components.of(scene, candidates, active);
    }

    private boolean isCertain(int j, Sampler sampler) {
        int slot = candidates.first[j];
        if (owners.slot[j] != slot) {
            return false;
        }
        int i = candidates.task[slot];
        rescoreOnce(i, sampler);
        double with = sampler.score(i) + sampler.scoreOf(j, slot);
        double without = sampler.scoreWithout(i, j) + sampler.scoreOf(j, CandidateSets.NONE);
        beyondDoubt[j] = with - without > 2 * CERTAIN;
        return with - without > CERTAIN;
    }

    private void rescoreOnce(int task, Sampler sampler) {
        if (marks.set(task)) {
            sampler.rescore(task);
        }
    }

    /** Asks of every call again next time. */
    void askAgain() {
        Arrays.fill(beyondDoubt, false);
    }

    /** The tasks that can own a call of a component. */
    int[] tasksOf(int[] component) {
        return marks.tasksOf(component);
    }
}

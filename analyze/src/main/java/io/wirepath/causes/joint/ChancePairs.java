package io.wirepath.causes.joint;

import io.wirepath.causes.joint.evidence.SlotPairs;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import org.agrona.collections.IntArrayList;

/** Pairs of a call and a task that are near in time but impossible: they show what chance alone looks like. */
final class ChancePairs {

    private static final int PER_CALL = 8;

    private final Scene scene;
    private final IntArrayList task = new IntArrayList();
    private final IntArrayList call = new IntArrayList();

    private ChancePairs(Scene scene) {
        this.scene = scene;
    }

    /**
     * The slots of a scene together with chance pairs: per call up to {@value #PER_CALL} tasks that arrived nearest.
     */
    static SlotPairs of(Scene scene, CandidateSets candidates) {
        ChancePairs chance = new ChancePairs(scene);
        int next = 0;
        for (int j = 0; j < scene.calls; j++) {
            while (next < scene.tasks && scene.arrival[next] <= scene.sent[j]) {
                next++;
            }
            chance.collect(j, next);
        }
        int[] group = new int[candidates.slots()];
        for (int s = 0; s < group.length; s++) {
            group[s] = groupOf(scene, candidates.task[s], candidates.call[s]);
        }
        int[] chanceTask = chance.task.toIntArray();
        int[] chanceCall = chance.call.toIntArray();
        int[] chanceGroup = new int[chanceTask.length];
        for (int x = 0; x < chanceGroup.length; x++) {
            chanceGroup[x] = groupOf(scene, chanceTask[x], chanceCall[x]);
        }
        return new SlotPairs(
                group,
                candidates.task,
                candidates.call,
                chanceGroup,
                chanceTask,
                chanceCall,
                scene.classes * scene.labels);
    }

    private static int groupOf(Scene scene, int task, int call) {
        return scene.taskClass[task] * scene.labels + scene.label[call];
    }

    private void collect(int j, int next) {
        int found = 0;
        for (int x = 1; x <= Priors.FEW && found < PER_CALL; x++) {
            found += add(j, next - x) ? 1 : 0;
            found += found < PER_CALL && add(j, next + x - 1) ? 1 : 0;
        }
    }

    private boolean add(int j, int i) {
        boolean isImpossible = i >= 0
                && i < scene.tasks
                && scene.taskRequest[i] != scene.callRequest[j]
                && (scene.arrival[i] > received(j) || scene.lastSending(i, scene.label[j]) < scene.sent[j]);
        if (isImpossible) {
            task.addInt(i);
            call.addInt(j);
        }
        return isImpossible;
    }

    private long received(int j) {
        return scene.received[j] == Scene.NEVER ? scene.sent[j] : scene.received[j];
    }
}

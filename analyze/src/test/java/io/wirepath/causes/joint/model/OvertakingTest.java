package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OvertakingTest {

    private static final int TASKS = 600;
    private static final GapBins BINS = new GapBins(8);

    private static int[] callOf(Scene scene) {
        int[] callOf = new int[scene.tasks];
        for (int j = 0; j < scene.calls; j++) {
            callOf[scene.callRequest[j] - scene.tasks] = j;
        }
        return callOf;
    }

    /** What is learnt from the true owners. */
    private static Overtaking learnt(Scene scene, TaskWalk walk) {
        GapDensities gaps = new GapDensities(scene, BINS);
        Overtaking overtaking = new Overtaking(scene, gaps, BINS);
        int[] callOf = callOf(scene);
        overtaking.clear();
        for (int i = 0; i < scene.tasks; i++) {
            walk.lay(i, new int[] {callOf[i]}, 1);
            overtaking.observe(walk, 1);
            for (int x = 0; x < walk.events; x++) {
                if (!walk.isReceipt(x)) {
                    gaps.count(walk.state[x], walk.next[x], walk.bin[x], 1);
                }
            }
        }
        gaps.fit(Scenes.marginals(1));
        overtaking.fit(Scenes.marginals(1));
        return overtaking;
    }

    private static double log(Overtaking overtaking, TaskWalk walk, int task, int call) {
        walk.lay(task, new int[] {call}, 1);
        return overtaking.log(walk);
    }

    @Test
    void knowsASingleThreadByItsOrder() {
        Scene scene = Scenes.bursts(TASKS, true);
        TaskWalk walk = new TaskWalk(scene, BINS);
        Overtaking overtaking = learnt(scene, walk);
        int[] callOf = callOf(scene);
        int waitTogether = 0;
        for (int i = 0; i + 1 < TASKS; i++) {
            if (scene.arrival[i + 1] < scene.sent[callOf[i]] && scene.sent[callOf[i + 1]] < scene.departure[i]) {
                assertEquals(0, log(overtaking, walk, i, callOf[i]), 1e-9, "task " + i);
                double exchanged = log(overtaking, walk, i, callOf[i + 1]) + log(overtaking, walk, i + 1, callOf[i]);
                assertTrue(exchanged < -4, "tasks " + i + " and " + (i + 1) + ": " + exchanged);
                waitTogether++;
            }
        }
        assertTrue(waitTogether > TASKS / 4, waitTogether + " pairs");
    }

    @Test
    void costsNothingWhereNobodyWaitsForAnother() {
        Scene scene = Scenes.bursts(TASKS, false);
        TaskWalk walk = new TaskWalk(scene, BINS);
        Overtaking overtaking = learnt(scene, walk);
        int[] callOf = callOf(scene);
        for (int i = 0; i + 1 < TASKS; i++) {
            assertEquals(0, log(overtaking, walk, i, callOf[i + 1]), 1e-9);
        }
    }

    @Test
    void comparesWithWhatTheSameNodeSends() {
        Scene scene = Scenes.bursts(TASKS, true);
        Arrays.setAll(scene.taskNode, i -> i);
        Arrays.setAll(scene.callNode, j -> scene.callRequest[j] - scene.tasks);
        TaskWalk walk = new TaskWalk(scene, BINS);
        Overtaking overtaking = learnt(scene, walk);
        int[] callOf = callOf(scene);
        for (int i = 0; i + 1 < TASKS; i++) {
            assertEquals(0, log(overtaking, walk, i, callOf[i + 1]), 1e-9);
        }
    }
}

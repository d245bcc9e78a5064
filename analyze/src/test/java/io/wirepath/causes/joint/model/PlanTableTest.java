package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import org.junit.jupiter.api.Test;

class PlanTableTest {

    private static TaskWalk walk(Scene scene) {
        return new TaskWalk(scene, new GapBins(5));
    }

    /** What one task alone did is no plan: the guess that it did so must not speak for itself. */
    @Test
    void givesLittleToAPlanThatOneTaskAloneHas() {
        Scene scene = Scenes.of(new long[][] {{0, 100}}, new long[][] {{10, 20}, {30, 40}});
        TaskWalk walk = walk(scene);
        double[] once = new double[2];
        for (int times = 1; times <= 2; times++) {
            PlanTable plans = new PlanTable(1, 1);
            walk.lay(0, new int[] {0}, 1);
            plans.observe(walk, 50);
            walk.lay(0, new int[] {0, 1}, 2);
            plans.observe(walk, times);
            plans.fit(Scenes.marginals(1));
            once[times - 1] = plans.log(walk);
        }
        assertTrue(once[0] < Math.log(1.0 / 50) - 3, "one of 51: " + once[0]);
        assertTrue(once[1] < Math.log(2.0 / 50), "two of 52: " + once[1]);
    }
}

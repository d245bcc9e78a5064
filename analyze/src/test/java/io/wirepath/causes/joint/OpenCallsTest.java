package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenCallsTest {

    @Test
    void keepsApartWhatSharesNoTask() {
        Scene scene = Scenes.of(
                new long[][] {{0, 10}, {5, 15}, {100, 110}, {105, 115}},
                new long[][] {{6, 8}, {7, 9}, {106, 107}, {112, 113}});
        scene.decided[3] = Scene.ORPHAN;
        CandidateSets candidates = CandidateSets.of(scene);
        JointDensity density = Scenes.density(scene, candidates, new GapBins(5));
        OpenCalls open = new OpenCalls(
                scene,
                candidates,
                new Owners(candidates, 4),
                density,
                new ScoreMemo(4, density),
                new WorkBudget(scene, density.walk));
        List<int[]> groups = open.components();
        assertEquals(2, groups.size());
        assertArrayEquals(new int[] {0, 1}, groups.get(0));
        assertArrayEquals(new int[] {2}, groups.get(1));
        assertArrayEquals(new int[] {0, 1}, open.tasksOf(groups.get(0)));
    }
}

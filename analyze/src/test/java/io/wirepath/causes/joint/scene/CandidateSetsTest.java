package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CandidateSetsTest {

    @Test
    void takesAsCandidatesTheTasksOpenWhenTheCallWasSent() {
        Scene scene = Scenes.of(
                new long[][] {{0, 100}, {10, 20}, {15, 60}}, new long[][] {{5, 8}, {17, 30}, {50, 70}, {101, 110}});
        CandidateSets candidates = CandidateSets.of(scene);
        assertArrayEquals(new int[] {0, 1, 4, 6, 6}, candidates.first);
        assertArrayEquals(new int[] {0, 0, 1, 2, 0, 2}, candidates.task);
        assertEquals(3, candidates.slot(1, 2));
        assertEquals(CandidateSets.NONE, candidates.slot(2, 1));
    }

    @Test
    void neverMakesACallItsOwnCause() {
        Scene scene = Scenes.of(new long[][] {{0, 100}}, new long[][] {{0, 100}});
        scene.callRequest[0] = scene.taskRequest[0];
        assertEquals(0, CandidateSets.of(scene).slots());
    }
}

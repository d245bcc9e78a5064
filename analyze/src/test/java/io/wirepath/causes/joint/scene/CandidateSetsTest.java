package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /** Whoever leaves requests open at a node that calls others: what is kept of each call does not grow with them. */
    @Test
    void ofThousandsOfOpenTasksEachCallHasThoseThatCameLast() {
        int many = 3000;
        long[][] tasks = new long[many][];
        long[][] calls = new long[many][];
        for (int i = 0; i < many; i++) {
            tasks[i] = new long[] {i, 1_000_000};
            calls[i] = new long[] {10_000 + i, 10_001 + i};
        }
        CandidateSets candidates = CandidateSets.of(Scenes.of(tasks, calls));
        assertTrue(candidates.slots() <= CandidateSets.maxSlots(), () -> candidates.slots() + " slots");
        assertTrue(candidates.count(0) > 300, () -> candidates.count(0) + " of a call");
        assertEquals(many - 1, candidates.task[candidates.first[1] - 1]);
        assertTrue(candidates.task[0] >= many - candidates.count(0) - 1, () -> candidates.task[0] + " is the first");
    }
}

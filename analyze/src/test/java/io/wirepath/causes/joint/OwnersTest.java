package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OwnersTest {

    @Test
    void movesCallsBetweenTasksInOrder() {
        Scene scene = Scenes.of(new long[][] {{0, 100}, {0, 100}}, new long[][] {{1, 2}, {3, 4}, {5, 6}});
        CandidateSets candidates = CandidateSets.of(scene);
        Owners owners = new Owners(candidates, 2);
        owners.assign(new int[] {candidates.slot(0, 0), CandidateSets.NONE, candidates.slot(2, 0)});
        owners.move(1, candidates.slot(1, 0));
        assertArrayEquals(new int[] {0, 1, 2}, Arrays.copyOf(owners.calls[0], owners.count[0]));
        owners.move(0, candidates.slot(0, 1));
        assertArrayEquals(new int[] {1, 2}, Arrays.copyOf(owners.calls[0], owners.count[0]));
        assertEquals(1, owners.owner(0));
        owners.move(0, CandidateSets.NONE);
        assertEquals(0, owners.count[1]);
    }
}

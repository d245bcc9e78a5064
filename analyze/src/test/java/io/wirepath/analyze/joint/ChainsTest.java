package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChainsTest {

    private CandidateSets candidates;
    private Owners owners;

    /** Two tasks, either of which can own the one call. */
    @BeforeEach
    void makeScene() {
        Scene scene = new Scene(1, 2, 1, 1, 1);
        scene.departure[0] = 100;
        scene.departure[1] = 100;
        scene.taskRequest[1] = 1;
        scene.sent[0] = 10;
        scene.received[0] = 20;
        scene.callRequest[0] = 2;
        candidates = CandidateSets.of(scene);
        owners = new Owners(candidates, 2);
    }

    @Test
    void letsEachGoOnWhereItStood() {
        Chains chains = new Chains(owners);
        chains.begin(new int[] {candidates.slot(0, 0)});
        owners.move(0, candidates.slot(0, 1));
        chains.change();
        assertEquals(0, owners.owner(0));
        assertArrayEquals(new int[] {1, 0}, owners.count);
        chains.change();
        assertEquals(1, owners.owner(0));
        assertArrayEquals(new int[] {0, 1}, owners.count);
    }
}

package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionCrossoverTest {

    private static final int TASKS = 400;

    private final Random random = new Random(5);
    private final Scene scene = scene();
    private final CandidateSets candidates = CandidateSets.of(scene);
    private final Owners owners = new Owners(candidates, TASKS);
    private final JointDensity density = Scenes.density(scene, candidates, new GapBins(8));
    private final int[] truth = truth();
    private final PartitionCrossover crossover = new PartitionCrossover(scene, candidates, owners, density);

    /** Tasks that overlap their neighbours; call i, some 30 ticks after task i came, is its own. */
    private Scene scene() {
        Scene made = new Scene(1, TASKS, TASKS, 1, 1);
        long now = 0;
        for (int i = 0; i < TASKS; i++) {
            now += 5 + random.nextInt(12);
            made.taskRequest[i] = i;
            made.arrival[i] = now;
            made.departure[i] = now + 200;
            made.endIsKnown[i] = true;
            made.sent[i] = now + 30 + random.nextInt(4);
            made.received[i] = now + 170;
            made.callRequest[i] = TASKS + i;
        }
        return made;
    }

    /** The true owners, which the tables are learnt from. */
    private int[] truth() {
        int[] slots = new int[TASKS];
        Arrays.setAll(slots, j -> candidates.slot(j, j));
        owners.assign(slots);
        for (int i = 0; i < TASKS; i++) {
            density.observe(i, owners.calls[i], owners.count[i], 1);
        }
        density.fit(Scenes.marginals(1, new double[scene.calls]));
        return slots;
    }

    /** The truth with calls of neighbours exchanged, here and there in a part of it. */
    private int[] exchanged(int from, int to) {
        int[] slots = truth.clone();
        for (int j = from; j + 2 < to; j += 3) {
            int later = j + 1 + random.nextInt(2);
            if (candidates.slot(j, later) >= 0 && candidates.slot(later, j) >= 0) {
                slots[j] = candidates.slot(j, later);
                slots[later] = candidates.slot(later, j);
            }
        }
        return slots;
    }

    @Test
    void takesWhatEitherHasRight() {
        int[] one = exchanged(0, TASKS / 2);
        int[] other = exchanged(TASKS / 2, TASKS);
        assertFalse(Arrays.equals(truth, one) || Arrays.equals(truth, other));
        assertArrayEquals(truth, crossover.best(one, other));
        assertArrayEquals(truth, crossover.best(other, one));
    }

    /** Three calls that have gone round three tasks come back together, though no exchange of two leads there. */
    @Test
    void movesManyTasksAtATime() {
        int[] round = truth.clone();
        for (int x = 0; x < 3; x++) {
            round[100 + x] = candidates.slot(100 + x, 100 + (x + 1) % 3);
        }
        assertTrue(Arrays.stream(round).allMatch(slot -> slot >= 0));
        assertArrayEquals(truth, crossover.best(round, truth));
    }

    /**
     * What nobody owns in one of the two belongs to the group of its owner in the other; evidence decides with the
     * times.
     */
    @Test
    void givesWhatIsNobodysToWhoeverItIsLikelierOf() {
        int[] none = truth.clone();
        none[7] = CandidateSets.NONE;
        assertArrayEquals(truth, crossover.best(none, truth));
        assertArrayEquals(truth, crossover.best(truth, none));
        density.evidence[truth[7]] = -1000;
        assertArrayEquals(none, crossover.best(truth, none));
        assertArrayEquals(none, crossover.best(none, truth));
    }

    @Test
    void keepsTheFirstWhereBothAreAlike() {
        assertArrayEquals(truth, crossover.best(truth, truth.clone()));
    }
}

package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CrowdedSceneTest {

    private static final int TASKS = 1500;
    private static final int FIRST = 50_000;
    private static final int CALL = 30_000;
    private static final int LAST = 10_000;

    /** Each task makes one call, some 50 ms after it came, and ends some 10 ms after the answer; the true owners are i. */
    private static Scene scene(int apart) {
        Random random = new Random(5);
        Scene scene = new Scene(1000, TASKS, TASKS, 1, 1);
        long clock = 0;
        for (int i = 0; i < TASKS; i++) {
            scene.taskRequest[i] = i;
            clock += (long) (-apart * Math.log(1 - random.nextDouble()));
            scene.arrival[i] = clock;
            long sent = scene.arrival[i] + FIRST + (long) (random.nextGaussian() * FIRST / 20);
            long received = sent + CALL;
            scene.departure[i] = received + LAST + (long) (random.nextGaussian() * LAST / 20);
            scene.endIsKnown[i] = true;
            add(scene, i, sent, received);
        }
        return scene;
    }

    /** Keeps calls in order of sending. */
    private static void add(Scene scene, int call, long sent, long received) {
        int at = call;
        for (; at > 0 && scene.sent[at - 1] > sent; at--) {
            scene.sent[at] = scene.sent[at - 1];
            scene.received[at] = scene.received[at - 1];
            scene.callRequest[at] = scene.callRequest[at - 1];
        }
        scene.sent[at] = sent;
        scene.received[at] = received;
        scene.callRequest[at] = TASKS + call;
    }

    @Test
    void knowsHowLongTasksTakeThoughNobodyKnowsWhoseCallsTheyAre() {
        Scene scene = scene(2_000);
        assertTrue(StartingOwners.isCrowded(scene, CandidateSets.of(scene)));
        GapBins bins = new GapBins(5);
        GapDensities gaps = new GapDensities(scene, bins);
        DelaysBeyondChance.count(scene, bins, gaps);
        gaps.learn(1);
        int arrived = 0;
        int received = 2;
        assertEquals(bins.of(FIRST), likeliest(gaps, bins, arrived, 0), 1);
        assertEquals(bins.of(LAST), likeliest(gaps, bins, received, 1), 1);
    }

    private static int likeliest(GapDensities gaps, GapBins bins, int state, int next) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int b = 0; b <= bins.of(FIRST + CALL + LAST); b++) {
            double logMass = gaps.log(state, next, b) + Math.log(bins.width(b));
            best = logMass > most ? b : best;
            most = Math.max(most, logMass);
        }
        return best;
    }

    @Test
    void knowsWhomTimesSuitBeforeAnyoneIsAnOwner() {
        Scene scene = scene(2_000);
        CandidateSets candidates = CandidateSets.of(scene);
        GapBins bins = new GapBins(5);
        GapDensities gaps = new GapDensities(scene, bins);
        DelaysBeyondChance.count(scene, bins, gaps);
        gaps.learn(1);
        double[] evidence = new double[candidates.slots()];
        TimesWithin times = new TimesWithin(scene, candidates, bins, evidence);
        float[] share = times.learn(gaps);
        // A choice among 45 at random would give the true owners 1/45 of the calls.
        double atFirst = ofTrueOwners(scene, candidates, share);
        assertTrue(atFirst > TASKS / 6.0, atFirst + " of " + TASKS);
        double[] belief = new double[candidates.slots()];
        for (int s = 0; s < belief.length; s++) {
            belief[s] = isTrue(scene, candidates, s) ? 1 : 0;
        }
        double whenKnown = ofTrueOwners(scene, candidates, times.learn(belief));
        assertTrue(whenKnown > TASKS / 6.0, whenKnown + " of " + TASKS);
        assertEquals(TASKS, sum(share), 0.01);
        Arrays.setAll(evidence, s -> isTrue(scene, candidates, s) ? 1 : 0);
        double withEvidence = ofTrueOwners(scene, candidates, times.learn(belief));
        assertTrue(withEvidence > 1.5 * whenKnown, withEvidence + " of " + TASKS);
        assertEquals(TASKS, sum(share), 0.01);
    }

    private static double ofTrueOwners(Scene scene, CandidateSets candidates, float[] share) {
        double sum = 0;
        for (int s = 0; s < share.length; s++) {
            sum += isTrue(scene, candidates, s) ? share[s] : 0;
        }
        return sum;
    }

    private static double sum(float[] share) {
        double sum = 0;
        for (float its : share) {
            sum += its;
        }
        return sum;
    }

    private static boolean isTrue(Scene scene, CandidateSets candidates, int slot) {
        return candidates.task[slot] == scene.callRequest[candidates.call[slot]] - TASKS;
    }

    @Test
    void findsOwnersAmongDozensOfTasks() {
        Scene scene = scene(2_000);
        CandidateSets candidates = CandidateSets.of(scene);
        int[] slots = new ServiceLinker(scene, candidates, List.of(), SamplingSchedule.defaults(), 1)
                .solve()
                .slot();
        int right = 0;
        for (int j = 0; j < scene.calls; j++) {
            int slot = slots[j];
            right += slot >= 0 && candidates.task[slot] == scene.callRequest[j] - TASKS ? 1 : 0;
        }
        // 45 tasks are open at a time; seven or so fit the delay before the call and the one after it.
        assertTrue(right > TASKS / 3, right + " of " + TASKS);
    }

    @Test
    void trustsTasksWhereFewAreOpen() {
        Scene scene = scene(30_000);
        assertFalse(StartingOwners.isCrowded(scene, CandidateSets.of(scene)));
    }
}

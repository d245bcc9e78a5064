package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.model.DelaysBeyondChance;
import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.GapDensities;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CrowdedSceneTest {

    private static final int TASKS = 1500;
    private static final int FIRST = 50_000;
    private static final int CALL = 30_000;
    private static final int LAST = 10_000;

    /**
     * Each task makes one call, some 50 ms after it came, and ends some 10 ms after the answer; the true owners are i.
     */
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
        GapBins bins = new GapBins(5);
        GapDensities gaps = new GapDensities(scene, bins);
        DelaysBeyondChance.count(scene, bins, gaps);
        gaps.fit(Scenes.marginals(1));
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
    void proposesWhomTimesAndEvidenceSuit() {
        Scene scene = scene(2_000);
        CandidateSets candidates = CandidateSets.of(scene);
        double[] evidence = new double[candidates.slots()];
        OwnerProposals proposals = new OwnerProposals(scene, candidates, new GapBins(5), evidence);
        proposals.learn(new double[candidates.slots()]);
        // A choice among 45 at random gives the true owners 1/45 of the calls.
        double atFirst = ofTrueOwners(scene, candidates, proposals);
        double[] some = new double[candidates.slots()];
        for (int s = 0; s < some.length; s++) {
            some[s] = candidates.call[s] % 2 == 0 && isTrue(scene, candidates, s) ? 1 : 0;
        }
        proposals.learn(some);
        double ofOthers = ofTrueOwners(scene, candidates, proposals);
        assertTrue(ofOthers > 3 * atFirst, ofOthers + " of calls without a marginal, at first " + atFirst);
        Arrays.setAll(evidence, s -> isTrue(scene, candidates, s) ? 1 : 0);
        proposals.learn(some);
        double withEvidence = ofTrueOwners(scene, candidates, proposals);
        assertTrue(withEvidence > 1.3 * ofOthers, withEvidence + " with evidence");
    }

    /** Share of the proposals that go to the true owners of every second call. */
    private static double ofTrueOwners(Scene scene, CandidateSets candidates, OwnerProposals proposals) {
        double sum = 0;
        for (int s = 0; s < candidates.slots(); s++) {
            boolean counts = candidates.call[s] % 2 == 1 && isTrue(scene, candidates, s);
            sum += counts ? Math.exp(proposals.log(s)) : 0;
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
        int[] slots = new ServiceLinker(scene, candidates, List.of(), Set.of(), 1)
                .solve(false)
                .slot();
        int right = 0;
        for (int j = 0; j < scene.calls; j++) {
            int slot = slots[j];
            right += slot >= 0 && candidates.task[slot] == scene.callRequest[j] - TASKS ? 1 : 0;
        }
        // 45 tasks are open at a time; seven or so fit the delay before the call and the one after it.
        assertTrue(right > TASKS / 3, right + " of " + TASKS);
    }

    /**
     * Tasks of two plans call one after the other, each call some 0.5 ms after an answer that takes 2 ms on average; a
     * state that may not climb for long has a third of the calls with others.
     */
    @Test
    void untanglesTasksThatHaveEachOthersCalls() {
        int[][] plans = {{0, 1, 2, 0, 1, 2, 0, 1, 2}, {2, 2, 1, 1, 0, 0, 2, 1, 0}};
        int tasks = 60;
        Random random = new Random(3);
        int length = plans[0].length;
        long[][] calls = new long[tasks * length][];
        Scene scene = new Scene(1000, tasks, calls.length, 1, 3);
        long clock = 0;
        for (int i = 0; i < tasks; i++) {
            scene.taskRequest[i] = i;
            scene.endIsKnown[i] = true;
            clock += (long) (-3_500 * Math.log(1 - random.nextDouble()));
            scene.arrival[i] = clock;
            long now = clock;
            for (int x = 0; x < length; x++) {
                now += 400 + random.nextInt(200);
                long answered = now + 100 + (long) (-2_000 * Math.log(1 - random.nextDouble()));
                calls[i * length + x] = new long[] {now, answered, plans[i % 2][x], i};
                now = answered;
            }
            scene.departure[i] = now + 400 + random.nextInt(200);
        }
        Arrays.sort(calls, (one, other) -> Long.compare(one[0], other[0]));
        for (int j = 0; j < calls.length; j++) {
            scene.sent[j] = calls[j][0];
            scene.received[j] = calls[j][1];
            scene.label[j] = (int) calls[j][2];
            scene.callRequest[j] = tasks + j;
        }
        CandidateSets candidates = CandidateSets.of(scene);
        int[] slots = new ServiceLinker(scene, candidates, List.of(), Set.of(), 1)
                .solve(false)
                .slot();
        int right = 0;
        for (int j = 0; j < calls.length; j++) {
            right += slots[j] >= 0 && candidates.task[slots[j]] == calls[j][3] ? 1 : 0;
        }
        assertTrue(right > 0.9 * calls.length, right + " of " + calls.length);
    }
}

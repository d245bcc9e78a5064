package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {

    private static final int PAIRS = 600;
    private static final GapBins BINS = new GapBins(8);

    private static int owner(Scene scene, int call) {
        return scene.callRequest[call] - 2 * PAIRS;
    }

    private static TaskWalk walk(Scene scene) {
        return new TaskWalk(scene, BINS);
    }

    /** A pace that was learnt from the true owners. */
    private static Pace pace(Scene scene, TaskWalk walk) {
        GapDensities gaps = new GapDensities(scene, BINS);
        for (int j = 0; j < scene.calls; j++) {
            walk.lay(owner(scene, j), new int[] {j}, 1);
            for (int x = 0; x < walk.events; x++) {
                if (!walk.isReceipt(x)) {
                    gaps.count(walk.state[x], walk.next[x], walk.bin[x], 1);
                }
            }
        }
        gaps.fit(Scenes.marginals(1));
        Pace pace = new Pace(scene, gaps);
        pace.clear();
        for (int j = 0; j < scene.calls; j++) {
            walk.lay(owner(scene, j), new int[] {j}, 1);
            pace.observe(walk, 1);
        }
        pace.fit(Scenes.marginals(1));
        return pace;
    }

    @Test
    void knowsACallByHowSlowItsTaskIs() {
        Scene scene = Scenes.paced(PAIRS, true);
        TaskWalk walk = walk(scene);
        Pace pace = pace(scene, walk);
        assertTrue(pace.works());
        int[] callOf = new int[scene.tasks];
        Arrays.setAll(callOf, j -> j);
        for (int j = 0; j < scene.calls; j++) {
            callOf[owner(scene, j)] = j;
        }
        int better = 0;
        double sum = 0;
        for (int i = 0; i < scene.tasks; i += 2) {
            double right = log(pace, walk, i, callOf[i]) + log(pace, walk, i + 1, callOf[i + 1]);
            double exchanged = log(pace, walk, i, callOf[i + 1]) + log(pace, walk, i + 1, callOf[i]);
            better += right > exchanged ? 1 : 0;
            sum += right;
        }
        assertTrue(better > 0.85 * PAIRS, better + " of " + PAIRS);
        // Correlations of 16/17 leave 0.11 of the variance, 0.2 are kept: 0.5 (log 5 + 1 - 0.11 / 0.2) for each of
        // two delays.
        assertEquals(2.06, sum / scene.tasks, 0.1);
    }

    private static double log(Pace pace, TaskWalk walk, int task, int call) {
        walk.lay(task, new int[] {call}, 1);
        return pace.log(walk);
    }

    @Test
    void tellsNothingWhereDelaysDoNotGoTogether() {
        Scene scene = Scenes.paced(PAIRS, false);
        assertFalse(pace(scene, walk(scene)).works());
    }

    /** Explanations show the terms apart, and they are the whole score. */
    @Test
    void showsThePaceApartFromTheGaps() {
        Scene scene = Scenes.paced(PAIRS, true);
        CandidateSets candidates = CandidateSets.of(scene);
        JointDensity density = Scenes.density(scene, candidates, BINS);
        int[][] calls = new int[scene.tasks][];
        Arrays.setAll(
                calls,
                i -> IntStream.range(0, scene.calls)
                        .filter(j -> owner(scene, j) == i)
                        .toArray());
        int[] counts = Arrays.stream(calls).mapToInt(own -> own.length).toArray();
        for (int i = 0; i < scene.tasks; i++) {
            density.observe(i, calls[i], counts[i], 1);
        }
        density.fit(Scenes.marginals(1, new double[scene.calls]));
        int last = scene.tasks - 1;
        double[] before = density.termsOfTask(last, calls[last], counts[last]);
        assertEquals(0, before[3]);
        density.fitState(Factor.Learns.LAST_STATE, calls, counts);
        double[] after = density.termsOfTask(last, calls[last], counts[last]);
        assertTrue(Math.abs(after[3]) > 0.01, "of the last task: " + after[3]);
        assertEquals(before[2], after[2], 1e-9);
        assertEquals(
                density.ofTask(last, calls[last], counts[last]),
                Arrays.stream(after).sum(),
                1e-9);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0", "0.025, -1.96", "0.975, 1.96", "0.8413, 1", "0, -3.090", "1, 3.090"})
    void knowsWhatANormalNumberIsAbove(double share, double number) {
        assertEquals(number, NormalScores.of(share), 0.001);
    }

    @Test
    void scoresByRankAloneAndEqualNumbersAlike() {
        double[] scores = new double[6];
        NormalScores.rank(new long[] {7, 1_000_000, -1, 7, 8, 9}, new int[] {0, 1, 3, 4}, scores);
        assertArrayEquals(
                new double[] {
                    NormalScores.of(0.25), NormalScores.of(0.875), 0, NormalScores.of(0.25), NormalScores.of(0.625), 0
                },
                scores);
    }

    @Test
    void learnsLittleOfAFewSamplesAndWhatItsKindHasElse() {
        PacePart kind = new PacePart();
        Random random = new Random(3);
        for (int n = 0; n < 10_000; n++) {
            double before = random.nextGaussian();
            kind.count(0.6 * before + 0.8 * random.nextGaussian(), before, random.nextGaussian());
        }
        kind.learn(new PacePart(), 5);
        // Half the log of what is left of the variance, 0.64, for each sample.
        assertEquals(0.223, kind.gain() / 10_000, 0.02);
        assertEquals(0.223 + 0.5 * (1.8 * 1.8 - 0.72 * 0.72 / 0.64), kind.log(1.8, 1.8, 0), 0.05);
        PacePart few = new PacePart();
        for (int n = 0; n < 3; n++) {
            few.count(1, -1, 0);
        }
        few.learn(kind, 100);
        assertEquals(kind.log(1.8, 1.8, 0), few.log(1.8, 1.8, 0), 0.3);
    }

    /** Where all delays are alike, a single wrong one must not become the measure of all. */
    @Test
    void tellsNothingOfDelaysThatAreAllAlike() {
        PacePart part = new PacePart();
        for (int n = 0; n < 1000; n++) {
            part.count(0.01, 0.01, 0);
        }
        part.count(3, 3, 0);
        part.learn(new PacePart(), 5);
        assertEquals(0, part.gain());
        assertEquals(0, part.log(3, -3, 0));
    }

    @Test
    void letsNoSingleDelayDecideAll() {
        PacePart part = new PacePart();
        Random random = new Random(3);
        for (int n = 0; n < 1000; n++) {
            double before = random.nextGaussian();
            part.count(before + 0.01 * random.nextGaussian(), before, 0);
        }
        part.learn(new PacePart(), 5);
        assertEquals(-2, part.log(3.7, -3.7, 0));
        assertEquals(2, part.log(3.7, 3.7, 0));
    }
}

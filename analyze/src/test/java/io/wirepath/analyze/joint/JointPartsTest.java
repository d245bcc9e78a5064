package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.MessageTable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JointPartsTest {

    /** A scene of one class and one label; tasks and calls are pairs of times. */
    private static Scene scene(long[][] tasks, long[][] calls) {
        Scene scene = new Scene(1, tasks.length, calls.length, 1, 1);
        for (int i = 0; i < tasks.length; i++) {
            scene.arrival[i] = tasks[i][0];
            scene.departure[i] = tasks[i][1];
            scene.endIsKnown[i] = true;
            scene.taskRequest[i] = i;
        }
        for (int j = 0; j < calls.length; j++) {
            scene.sent[j] = calls[j][0];
            scene.received[j] = calls[j][1];
            scene.callRequest[j] = 1000 + j;
        }
        return scene;
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "6, 6", "7, 7", "8, 7", "9, 8", "-5, 0"})
    void givesEachTickABinUntilLogarithmicOnesAreWider(long gap, int bin) {
        assertEquals(bin, new GapBins(5).of(gap));
    }

    @Test
    void neverLetsBinsFallAsDelaysGrow() {
        GapBins bins = new GapBins(5);
        int last = 0;
        for (long gap = 0; gap < 1L << 50; gap += 1 + gap / 50) {
            int bin = bins.of(gap);
            assertTrue(bin == last || bin == last + 1 || gap == 0, "at " + gap);
            last = bin;
        }
        assertEquals(bins.count() - 1, bins.of(Long.MAX_VALUE));
    }

    @Test
    void takesAsCandidatesTheTasksOpenWhenTheCallWasSent() {
        Scene scene = scene(
                new long[][] {{0, 100}, {10, 20}, {15, 60}}, new long[][] {{5, 8}, {17, 30}, {50, 70}, {101, 110}});
        CandidateSets candidates = CandidateSets.of(scene);
        assertArrayEquals(new int[] {0, 1, 4, 6, 6}, candidates.first);
        assertArrayEquals(new int[] {0, 0, 1, 2, 0, 2}, candidates.task);
        assertEquals(3, candidates.slot(1, 2));
        assertEquals(CandidateSets.NONE, candidates.slot(2, 1));
    }

    @Test
    void neverMakesACallItsOwnCause() {
        Scene scene = scene(new long[][] {{0, 100}}, new long[][] {{0, 100}});
        scene.callRequest[0] = scene.taskRequest[0];
        assertEquals(0, CandidateSets.of(scene).slots());
    }

    @Test
    void keepsApartWhatSharesNoTask() {
        Scene scene = scene(
                new long[][] {{0, 10}, {5, 15}, {100, 110}, {105, 115}},
                new long[][] {{6, 8}, {7, 9}, {106, 107}, {112, 113}});
        scene.decided[3] = Scene.ORPHAN;
        CandidateSets candidates = CandidateSets.of(scene);
        JointDensity density = new JointDensity(scene, candidates, new GapBins(5));
        OpenCalls open = new OpenCalls(scene, candidates, new Owners(candidates, 4), density);
        List<int[]> groups = open.components();
        assertEquals(2, groups.size());
        assertArrayEquals(new int[] {0, 1}, groups.get(0));
        assertArrayEquals(new int[] {2}, groups.get(1));
        assertArrayEquals(new int[] {0, 1}, open.tasksOf(groups.get(0)));
    }

    @Test
    void movesCallsBetweenTasksInOrder() {
        Scene scene = scene(new long[][] {{0, 100}, {0, 100}}, new long[][] {{1, 2}, {3, 4}, {5, 6}});
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

    @Test
    void findsTheTickOfCoarseClocksAndNoneFinerThanAMicrosecond() {
        assertEquals(1_000_000, ClockTick.nanosOf(new long[] {5_000_000, 7_000_000, 11_000_000, MessageTable.NIL}));
        assertEquals(1000, ClockTick.nanosOf(new long[] {123, 456, 789}));
    }

    /** The exact solution and the sampler must agree on who owns what. */
    @Test
    void agreesWithTheSamplerWhereItSolvesExactly() {
        Random random = new Random(5);
        long[][] tasks = new long[300][];
        long[][] calls = new long[300][];
        long now = 0;
        for (int i = 0; i < tasks.length; i++) {
            now += 20 + random.nextInt(100);
            tasks[i] = new long[] {now, now + 90};
            calls[i] = new long[] {now + 30 + random.nextInt(8), now + 80};
        }
        Arrays.sort(calls, (x, y) -> Long.compare(x[0], y[0]));
        Scene scene = scene(tasks, calls);
        ServiceAnswer answer = new ServiceLinker(scene, CandidateSets.of(scene), List.of(), 1).solve(false);
        int right = 0;
        for (int j = 0; j < calls.length; j++) {
            int slot = answer.slot()[j];
            right += slot >= 0 && calls[j][1] == scene.arrival[answer.candidates().task[slot]] + 80 ? 1 : 0;
            double sum = answer.orphan()[j];
            for (int s = answer.candidates().first[j]; s < answer.candidates().first[j + 1]; s++) {
                sum += answer.probability()[s];
            }
            assertEquals(1, sum, 1e-6);
        }
        assertEquals(calls.length, right);
    }

    /**
     * Two kinds of tasks call one service, one an eighth later than the other, which bins of a fifth of an octave take
     * for one delay. Tasks that come 20 ticks apart could have made each other's calls, and either kind comes first as
     * often, so nothing but the delay tells whose is whose.
     */
    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void tellsDelaysApartThatDifferByAnEighth(long seed) {
        long[] delay = {2100, 2350};
        assertEquals(new GapBins(5).of(delay[0]), new GapBins(5).of(delay[1]));
        int alone = 200;
        int count = 2 * alone;
        Scene scene = new Scene(1, count, count, 2, 1);
        for (int i = 0; i < count; i++) {
            boolean second = i % 2 == 1;
            boolean late = i < alone || i % 4 < 2 ? second : !second;
            scene.taskClass[i] = late ? 1 : 0;
            scene.arrival[i] = i < alone ? i * 100_000L : i / 2 * 200_000L + (second ? 20 : 0);
            scene.departure[i] = scene.arrival[i] + 60_000;
            scene.endIsKnown[i] = true;
            scene.taskRequest[i] = i;
        }
        int[] owner = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingLong(i -> scene.arrival[i] + delay[scene.taskClass[i]]))
                .mapToInt(i -> i)
                .toArray();
        for (int j = 0; j < count; j++) {
            scene.sent[j] = scene.arrival[owner[j]] + delay[scene.taskClass[owner[j]]];
            scene.received[j] = scene.sent[j] + 100;
            scene.callRequest[j] = count + j;
        }
        CandidateSets candidates = CandidateSets.of(scene);
        assertEquals(200 + 2 * 200, candidates.slots());
        int[] slot = new ServiceLinker(scene, candidates, List.of(), seed)
                .solve(false)
                .slot();
        int[] found = Arrays.stream(slot).map(s -> candidates.task[s]).toArray();
        assertArrayEquals(owner, found);
    }

    private static TaskWalk walk(Scene scene) {
        return new TaskWalk(scene, new GapBins(5));
    }

    /** What one task alone did is no plan: the guess that it did so must not speak for itself. */
    @Test
    void believesNoPlanThatOneTaskAloneHas() {
        Scene scene = scene(new long[][] {{0, 100}}, new long[][] {{10, 20}, {30, 40}});
        TaskWalk walk = walk(scene);
        double[] once = new double[2];
        for (int times = 1; times <= 2; times++) {
            PlanTable plans = new PlanTable(1, 1);
            walk.lay(0, new int[] {0}, 1);
            plans.count(walk, 50);
            walk.lay(0, new int[] {0, 1}, 2);
            plans.count(walk, times);
            plans.learn(1);
            once[times - 1] = plans.log(walk);
        }
        assertTrue(once[0] < Math.log(1.0 / 50) - 3, "one of 51: " + once[0]);
        assertTrue(once[1] < Math.log(2.0 / 50), "two of 52: " + once[1]);
    }

    @Test
    void believesADelayLessThanAsOftenAsItWasSeen() {
        Scene scene = scene(new long[][] {{0, 1 << 20}}, new long[][] {{10, 20}});
        GapBins bins = new GapBins(5);
        GapDensities gaps = new GapDensities(scene, bins);
        int usual = bins.of(100);
        int rare = bins.of(100_000);
        gaps.count(0, 0, usual, 1000);
        gaps.count(0, 0, rare, 1);
        gaps.learn(1);
        double inWindow = 0;
        for (int bin = rare - 15; bin <= rare + 15; bin++) {
            inWindow += Math.exp(gaps.log(0, 0, bin)) * bins.width(bin);
        }
        assertTrue(inWindow * 1001 < 0.9, "one delay counts as " + inWindow * 1001);
        assertTrue(inWindow * 1001 > 0.1, "one delay counts as " + inWindow * 1001);
        double total = 0;
        for (int bin = 0; bin <= bins.of(1 << 21); bin++) {
            total += Math.exp(gaps.log(0, 0, bin)) * bins.width(bin);
        }
        assertEquals(1, total, 0.02);
    }

    @Test
    void readsAListOfEvidence() {
        assertEquals(EnumSet.of(Evidence.TIMES, Evidence.SIZES), Evidence.parse("times,sizes"));
        assertEquals(EnumSet.of(Evidence.TIMES, Evidence.CONTENT), Evidence.parse("Content"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Evidence.parse("times,luck"));
        assertTrue(String.valueOf(e.getMessage()).contains("\"luck\""));
    }
}

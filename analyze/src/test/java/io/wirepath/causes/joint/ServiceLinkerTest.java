package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceLinkerTest {

    /** By the gaps alone, whose turn it is cannot be told: 59 % are right. */
    @Test
    void followsTheOrderInWhichASingleThreadWorks() {
        Scene scene = Scenes.bursts(900, true);
        CandidateSets candidates = CandidateSets.of(scene);
        ServiceAnswer answer = new ServiceLinker(scene, candidates, List.of(), Set.of(), 1).solve(false);
        int right = 0;
        for (int j = 0; j < scene.calls; j++) {
            int slot = answer.slot()[j];
            right += slot >= 0 && candidates.task[slot] == scene.callRequest[j] - scene.tasks ? 1 : 0;
        }
        assertTrue(right > 0.98 * scene.calls, right + " of " + scene.calls + " calls have the right owner");
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
        Scene scene = Scenes.of(tasks, calls);
        ServiceAnswer answer = new ServiceLinker(scene, CandidateSets.of(scene), List.of(), Set.of(), 1).solve(false);
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
        int[] slot = new ServiceLinker(scene, candidates, List.of(), Set.of(), seed)
                .solve(false)
                .slot();
        int[] found = Arrays.stream(slot).map(s -> candidates.task[s]).toArray();
        assertArrayEquals(owner, found);
    }

    /** Of two tasks that came together each could have made both calls: 70 % are found without the pace. */
    @Test
    void findsTheOwnersOfCallsByTheirPace() {
        int pairs = 600;
        Scene scene = Scenes.paced(pairs, true);
        ServiceAnswer answer = new ServiceLinker(scene, CandidateSets.of(scene), List.of(), Set.of(), 1).solve(false);
        long right = IntStream.range(0, scene.calls)
                .filter(j -> answer.slot()[j] >= 0)
                .filter(j -> answer.candidates().task[answer.slot()[j]] == scene.callRequest[j] - scene.tasks)
                .count();
        assertTrue(right > 0.85 * scene.calls, right + " are right");
    }

    /** Each task can have made each call, so each visit lays out as many calls as there are; nothing is to spare. */
    @Test
    void costsTwiceWhereRequestsThatStayOpenHaveTwiceTheCalls() {
        assertTrue(spentOnOpenRequests(1000) < 2.2 * spentOnOpenRequests(500));
    }

    private static long spentOnOpenRequests(int count) {
        Random random = new Random(7);
        long[][] tasks = new long[4][];
        Arrays.setAll(tasks, i -> new long[] {i, 100L * count + i});
        long[][] calls = new long[count][];
        Arrays.setAll(calls, j -> new long[] {100L * j + 20 + random.nextInt(40), 100L * j + 90});
        Scene scene = Scenes.of(tasks, calls);
        scene.callsOfAll = Long.MAX_VALUE;
        ServiceLinker linker = new ServiceLinker(scene, CandidateSets.of(scene), List.of(), Set.of(), 1);
        assertTrue(linker.solve(false).visited() < 1);
        return linker.spent();
    }
}

package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskWalkTest {

    private static final int DEPARTURE = -1;

    /** One task that makes all calls, each sent a tick after the one before and answered after so many ticks. */
    private static TaskWalk laid(long departure, long[] took) {
        long[][] calls = new long[took.length][];
        Arrays.setAll(calls, j -> new long[] {10 + j, 10 + j + took[j]});
        Scene scene = Scenes.of(new long[][] {{0, departure}}, calls);
        TaskWalk walk = new TaskWalk(scene, new GapBins(8));
        walk.lay(0, IntStream.range(0, took.length).toArray(), took.length);
        return walk;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void laysEventsInOrderOfTimeHoweverManyCallsWaitForAnAnswer(long seed) {
        Random random = new Random(seed);
        int calls = 40;
        int[] places = random.ints(0, 10_000).distinct().limit(calls).toArray();
        long[] took = new long[calls];
        Arrays.setAll(took, j -> 1000 + places[j]);
        TaskWalk walk = laid(100_000, took);
        long[] times = new long[2 * calls];
        for (int x = 0; x < times.length; x++) {
            times[x] = 10 + walk.call[x] + (walk.isReceipt(x) ? took[walk.call[x]] : 0);
        }
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        assertArrayEquals(sorted, times);
        assertEquals(2 * calls + 1, walk.events);
        assertEquals(DEPARTURE, walk.call[2 * calls]);
        assertArrayEquals(
                IntStream.range(0, calls).toArray(),
                IntStream.range(0, 2 * calls)
                        .filter(walk::isReceipt)
                        .map(x -> walk.call[x])
                        .sorted()
                        .toArray());
        assertEquals(calls, walk.open[calls]);
    }
}

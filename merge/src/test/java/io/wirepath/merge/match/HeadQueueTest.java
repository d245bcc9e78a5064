package io.wirepath.merge.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HeadQueueTest {

    @Test
    void keepsTheOrderWhileItGrowsAndTurnsRound() {
        Random random = new Random(3);
        HeadQueue queue = new HeadQueue();
        List<Integer> wanted = new ArrayList<>();
        int next = 0;
        for (int round = 0; round < 60; round++) {
            // first it grows past its room at an odd place, then it runs empty
            int more = random.nextInt(round < 40 ? 900 : 100);
            for (int i = 0; i < more; i++) {
                queue.add(next);
                wanted.add(next++);
            }
            for (int i = random.nextInt(round < 40 ? 500 : 2000); i > 0 && !wanted.isEmpty(); i--) {
                assertEquals(wanted.get(0), queue.first());
                assertEquals(wanted.remove(0), queue.poll());
            }
            assertEquals(wanted.size(), queue.size());
        }
        assertTrue(next > 10_000);
        assertTrue(queue.isEmpty());
        assertEquals(OpenSightings.NONE, queue.poll());
    }
}

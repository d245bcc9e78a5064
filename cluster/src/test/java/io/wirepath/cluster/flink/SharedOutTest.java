package io.wirepath.cluster.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedOutTest {

    @Test
    void noSlotIsGivenMoreThanItsShareAndTheDearestPiece() {
        Random random = new Random(5);
        for (int slots : new int[] {1, 2, 4, 7}) {
            SharedOut shared = new SharedOut(slots, slots - 1);
            long[] given = new long[slots];
            long all = 0;
            long dearest = 0;
            for (int slice = 0; slice < 20; slice++) {
                List<Long> nodes = new ArrayList<>();
                for (int node = 0; node < 6; node++) {
                    long effort = 1L + random.nextInt(node == 0 ? 1000 : 100);
                    nodes.add(effort);
                    all += effort;
                    dearest = Math.max(dearest, effort);
                }
                List<Long> handed = new ArrayList<>();
                shared.share(nodes, Long::longValue, (effort, slot) -> {
                    given[slot] += effort;
                    handed.add(effort);
                });
                assertEquals(nodes.stream().sorted((a, b) -> Long.compare(b, a)).toList(), handed);
            }
            for (long own : given) {
                assertTrue(own <= all / slots + dearest, own + " of " + all + " in " + slots);
            }
        }
    }
}

package io.wirepath.analyze.query.cause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.fanin.BatchedMessages;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What came of a call, and what it came of, on random trees with links in doubt. */
final class CausalWalkTest {

    private static final int CALLS = 120;

    private static CausalOrder order(Random random) {
        CallTrace trace = new CallTrace();
        for (int call = 0; call < CALLS; call++) {
            trace.call("a", "a", call, 1000 + call);
        }
        MessageTable messages = trace.build();
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            double none = 1;
            if (row < CALLS && row > 0 && random.nextInt(5) > 0) {
                double p = random.nextInt(3) == 0 ? 0.25 + 0.5 * random.nextDouble() : 1;
                links.add(random.nextInt(row), p);
                none -= p;
                if (p < 1) {
                    double other = none * random.nextDouble();
                    links.add(random.nextInt(row), other);
                    none -= other;
                }
            }
            links.endChild(none);
        }
        LinkTable built = links.build();
        CallTable calls = CallForest.of(messages, built);
        return CausalOrder.stated(messages, calls, built, BatchedMessages.of(messages));
    }

    @Test
    void whatCameOfACallCameOfItInTheSameWorldsSeenFromBelow() {
        for (int seed = 0; seed < 50; seed++) {
            CausalOrder order = order(new Random(seed));
            CausalWalk walk = new CausalWalk(order);
            Map<Integer, Long> down = new HashMap<>();
            Map<Integer, Long> up = new HashMap<>();
            for (int call = 0; call < order.size(); call++) {
                walk.down(call);
                for (int at = 0; at < walk.found(); at++) {
                    down.put(call * CALLS + walk.call(at), walk.worlds(at));
                    assertTrue(walk.probability(at) > 0 && walk.probability(at) <= 1);
                }
                walk.up(call);
                for (int at = 0; at < walk.found(); at++) {
                    up.put(walk.call(at) * CALLS + call, walk.worlds(at));
                }
            }
            assertEquals(up, down, "seed " + seed);
            assertTrue(order.edgesBeyondTrees() > 0);
        }
    }

    @Test
    void labelsTellWhatIsSettled() {
        CausalOrder order = order(new Random(7));
        CausalWalk walk = new CausalWalk(order);
        for (int call = 0; call < order.size(); call++) {
            walk.down(call);
            for (int at = 0; at < walk.found(); at++) {
                if (order.isWithin(walk.call(at), call)) {
                    assertEquals(Worlds.ALL, walk.worlds(at));
                }
            }
        }
    }

    @Test
    void worldsAreSharedOutAsProbabilitiesSay() {
        long[] drawn = new long[3];
        int[] sum = new int[3];
        for (int seed = 0; seed < 1000; seed++) {
            new Worlds(seed).draw(new double[] {0.7, 0.2, 0.05}, 3, drawn);
            assertEquals(0, drawn[0] & drawn[1] | drawn[0] & drawn[2] | drawn[1] & drawn[2], "they exclude each other");
            for (int i = 0; i < 3; i++) {
                sum[i] += Long.bitCount(drawn[i]);
            }
        }
        assertEquals(0.7, sum[0] / 64_000.0, 0.001);
        assertEquals(0.2, sum[1] / 64_000.0, 0.001);
        assertEquals(0.05, sum[2] / 64_000.0, 0.001);
    }
}

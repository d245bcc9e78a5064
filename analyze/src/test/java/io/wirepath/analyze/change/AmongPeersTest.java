package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Two replicas on one host, whose pace wanders for both. */
class AmongPeersTest {

    private static final int NODES = 2;
    private static final double CHANCE = 0.001 / 50;
    private static final double SECONDS = 36;
    private static final double ONSET = 26;
    private static final double PER_SECOND = 60;
    /** The pace is alike for so long, in seconds, and this much faster or slower, as a logarithm. */
    private static final double ALIKE = 3;

    private static final double WANDERS = 0.3;

    /** Own times in ms of both replicas; from the onset on longer by so much at each. */
    private static Observations role(long seed, double extraAtFirst, double extraAtSecond) {
        Random random = new Random(seed);
        Observations role = new Observations();
        double pace = random.nextGaussian();
        double gap;
        for (double t = 0; t < SECONDS; t += gap) {
            gap = -Math.log(1 - random.nextDouble()) / PER_SECOND;
            double same = Math.exp(-gap / ALIKE);
            pace = same * pace + Math.sqrt(1 - same * same) * random.nextGaussian();
            int node = random.nextInt(NODES);
            int kind = random.nextInt(3);
            double extra = t < ONSET ? 0 : node == 0 ? extraAtFirst : extraAtSecond;
            double took = (kind == 0 ? 12 : 5) * Math.exp(WANDERS * pace + 0.25 * random.nextGaussian()) + extra;
            role.add(Math.round(t * 1e9), (long) kind * NODES + node, took, 0);
        }
        return role;
    }

    private static int found(int node, double extraAtFirst, double extraAtSecond) {
        int found = 0;
        for (int seed = 0; seed < 40; seed++) {
            Observations own = AmongPeers.of(role(seed, extraAtFirst, extraAtSecond), NODES)
                    .getOrDefault(node, new Observations());
            List<Change> changes = LevelChange.of(own, CHANCE);
            found += changes.isEmpty() ? 0 : 1;
            assertTrue(extraAtFirst > 0 || extraAtSecond > 0 || changes.isEmpty(), "seed " + seed + ": " + changes);
        }
        return found;
    }

    @Test
    void whatWandersForAllHidesNoSlowReplica() {
        assertTrue(found(1, 0, 4) >= 36);
        int alone = 0;
        for (int seed = 0; seed < 40; seed++) {
            Observations role = role(seed, 0, 4);
            Observations second = new Observations();
            for (int at = 0; at < role.size(); at++) {
                if (role.kindKey(at) % NODES == 1) {
                    second.add(role.nanos(at), role.kindKey(at), role.value(at), 0);
                }
            }
            alone += LevelChange.of(second, CHANCE).isEmpty() ? 0 : 1;
        }
        assertTrue(alone <= 30, "found without peers in " + alone);
    }

    @Test
    void whatChangesForAllIsNoChangeAmongPeers() {
        assertEquals(0, found(1, 0, 0));
        assertTrue(found(1, 6, 6) <= 1);
    }

    /** Multiples grow by a multiple each second, and times by so much of what peers take. */
    @Test
    void whatGrowsGrowsByTimes() {
        int grow = 0;
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Observations role = new Observations();
            Observations second = new Observations();
            for (double t = 0; t < 120; t -= Math.log(1 - random.nextDouble()) / 20) {
                int node = random.nextInt(NODES);
                double took = 8 * Math.exp(0.25 * random.nextGaussian());
                double added = node == 0 ? 0 : 0.2 * Math.max(0, t - 60);
                long nanos = Math.round(t * 1e9);
                role.add(nanos, node, 1e6 * (took + added), 0);
                if (node == 1) {
                    second.add(nanos, node, 1e6 * (took + added), 0);
                }
            }
            Observations multiples = AmongPeers.of(role, NODES).get(1);
            for (Change change : LevelChange.of(multiples, CHANCE)) {
                double each = second.medianElsewhere(change) / multiples.medianElsewhere(change);
                double growth = change.ofUnits(each).growth();
                if (growth > 0) {
                    assertEquals(0.2e6, growth, 0.1e6, "seed " + seed);
                    grow++;
                }
            }
        }
        assertTrue(grow >= 10, grow + " of 20");
    }

    @Test
    void whoHasNoPeersHasNoMultiples() {
        Observations alone = new Observations();
        for (int i = 0; i < 100; i++) {
            alone.add(i, 1, 5, 0);
        }
        assertEquals(Map.of(), AmongPeers.of(alone, NODES));
    }
}

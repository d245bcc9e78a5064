package io.wirepath.causes.joint.evidence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.model.Factor;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class ConnectionFeatureTest {

    private static final int PAIRS = 2000;
    private static final int WORKERS = 4;

    @Test
    void favoursTheConnectionsOfOneWorker() {
        double[] evidence = evidence(WORKERS, pair -> pair % WORKERS);

        assertEquals(Math.log(WORKERS), evidence[0], 0.05);
        assertEquals(Math.log(WORKERS), evidence[PAIRS - 1], 0.05);
    }

    /**
     * 58 % of the pairs instead of 50: 26 nats in all, but a pool that hands out its connections in turn does as much.
     */
    @Test
    void isOffWhereTheTieIsFaint() {
        double[] evidence = evidence(2, pair -> pair % 100 < 58 ? pair % 2 : 1 - pair % 2);

        assertArrayEquals(new double[PAIRS], evidence);
    }

    /** One task that was given all calls of one connection, among many others that use all alike. */
    @Test
    void doesNotLetATaskSpeakForItself() {
        int[] task = new int[PAIRS];
        Arrays.setAll(task, pair -> pair % WORKERS == 0 ? 0 : pair);

        double[] evidence = evidence(task, WORKERS, pair -> pair % WORKERS == 0 ? 0 : pair / WORKERS % WORKERS);

        assertTrue(evidence[0] <= 0, "500 of its own say " + evidence[0]);
    }

    /** Evidence of slots whose marginals are all 1: task's connection is its number modulo {@code connections}. */
    private static double[] evidence(int connections, IntUnaryOperator callConnection) {
        int[] each = new int[PAIRS];
        Arrays.setAll(each, pair -> pair);
        return evidence(each, connections, callConnection);
    }

    private static double[] evidence(int[] task, int connections, IntUnaryOperator callConnection) {
        int[] each = new int[PAIRS];
        Arrays.setAll(each, pair -> pair);
        int[] group = new int[PAIRS];
        int[] taskConnection = new int[2 * PAIRS];
        int[] callOf = new int[2 * PAIRS];
        Arrays.setAll(taskConnection, pair -> pair % connections);
        // By chance, every connection meets every other one equally often.
        Arrays.setAll(
                callOf, pair -> pair < PAIRS ? callConnection.applyAsInt(pair) : pair / connections % connections);
        SlotPairs pairs = new SlotPairs(group, task, each, group, each, each, 1);
        double[] marginal = new double[PAIRS];
        Arrays.fill(marginal, 1);
        double[] evidence = new double[PAIRS];
        ConnectionFeature feature = new ConnectionFeature(pairs, taskConnection, callOf);
        feature.fit(new Factor.Marginals(1, marginal, new double[0]));
        feature.addTo(evidence);
        return evidence;
    }
}

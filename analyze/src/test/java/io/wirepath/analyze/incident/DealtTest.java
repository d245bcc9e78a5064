package io.wirepath.analyze.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DealtTest {

    private static final int REQUESTS = 2000;
    private static final int TRACES = 300;
    private static final long TOOK = 10_000_000;

    /** Who gets a request, and on which connection. */
    private interface Balancer {
        int replica(int request, int connection, int caller);
    }

    private static @Nullable UnevenShare judged(
            Random random, int replicas, int callers, int perConnection, Balancer balancer, double... speed) {
        List<Integer> nodes = replicas == 2 ? List.of(5, 6) : List.of(5, 6, 7);
        ReplicaShares dealt = new ReplicaShares(nodes);
        for (int i = 0; i < REQUESTS; i++) {
            int connection = i / perConnection;
            int caller = perConnection == 1 ? random.nextInt(callers) : connection % callers;
            int at = balancer.replica(i, connection, caller);
            dealt.add(nodes.get(at), 80, caller, connection, Math.round(TOOK / (speed.length == 0 ? 1 : speed[at])));
        }
        return dealt.judged(0, replicas);
    }

    @Test
    void weightsAreToldWhereEachRequestIsAConnection() {
        Random random = new Random(1);
        UnevenShare own = judged(random, 3, 4, 1, (i, c, caller) -> random.nextDouble() < 0.6 ? 1 : 2 * (i % 2));
        assertNotNull(own);
        assertEquals(6, own.node());
        assertEquals(0.6, own.shares().get(1), 0.04);
        assertTrue(own.ofConnections(), own.toString());
    }

    @Test
    void aReplicaThatGetsLessIsNamed() {
        Random random = new Random(2);
        UnevenShare own = judged(random, 3, 4, 1, (i, c, caller) -> random.nextDouble() < 0.05 ? 2 : i % 2);
        assertNotNull(own);
        assertEquals(7, own.node());
    }

    @Test
    void fewConnectionsAreNoEvidenceOfTheirOwn() {
        UnevenShare own = judged(new Random(3), 2, 1, REQUESTS, (i, c, caller) -> 0);
        assertNull(own, "a replica that gets nothing has no kind that is dealt");
        Random random = new Random(3);
        ReplicaShares dealt = new ReplicaShares(List.of(5, 6));
        for (int i = 0; i < REQUESTS; i++) {
            int connection = random.nextInt(10);
            dealt.add(connection < 7 ? 5 : 6, 80, 1, connection, TOOK);
        }
        own = dealt.judged(0, 2);
        assertNotNull(own);
        assertFalse(own.ofConnections(), own.toString());
    }

    @Test
    void newConnectionsTellThoughOldOnesCarryMost() {
        Random random = new Random(8);
        ReplicaShares dealt = new ReplicaShares(List.of(5, 6));
        for (int i = 0; i < REQUESTS; i++) {
            int connection = random.nextInt(3) == 0 ? 10 + random.nextInt(200) : i % 10;
            boolean first = connection < 10 ? connection < 6 : connection % 5 < 4;
            dealt.add(first ? 5 : 6, 80, i % 3, connection, TOOK);
        }
        UnevenShare own = dealt.judged(0, 2);
        assertNotNull(own);
        assertTrue(own.ofConnections(), own.toString());
        assertEquals(0.8, own.shares().get(0), 0.05);
    }

    @Test
    void callersThatStayWithAReplicaAreTheUnit() {
        Random random = new Random(4);
        assertNull(judged(random, 2, 3, 1, (i, c, caller) -> caller == 0 ? 0 : 1));
        assertNull(judged(random, 2, 3, 1, (i, c, caller) -> caller == 0 == random.nextDouble() < 0.97 ? 0 : 1));
    }

    @Test
    void whoIsFasterMayGetMore() {
        Random random = new Random(5);
        Balancer leastConnections = (i, c, caller) -> random.nextInt(4) == 0 ? 1 : 0;
        assertNull(judged(random, 2, 4, 1, leastConnections, 3, 1));
        assertNotNull(judged(random, 2, 4, 1, leastConnections, 1, 1));
    }

    @Test
    void kindsThatOnlyOneReplicaServesAreLeftOut() {
        ReplicaShares dealt = new ReplicaShares(List.of(5, 6));
        for (int i = 0; i < REQUESTS; i++) {
            boolean write = i % 3 == 0;
            dealt.add(write || i % 2 == 0 ? 5 : 6, write ? 1 : 2, i % 3, i, TOOK);
        }
        assertNull(dealt.judged(0, 2));
    }

    /** Shares that only chance makes: by request, by connection, in bursts, by turns. */
    @Test
    void evenBalancersAreNotBlamed() {
        int[] told = new int[5];
        for (int seed = 0; seed < TRACES; seed++) {
            Random random = new Random(seed);
            int[] of = random.ints(REQUESTS, 0, 6).toArray();
            told[0] += judged(random, 3, 4, 1, (i, c, caller) -> of[i] % 3) == null ? 0 : 1;
            told[1] += isSure(judged(random, 3, 4, 40, (i, c, caller) -> of[c] % 3)) ? 1 : 0;
            told[2] += judged(random, 3, 4, 1, (i, c, caller) -> i % 3) == null ? 0 : 1;
            told[3] += judged(random, 2, 20, 1, (i, c, caller) -> of[caller] % 2) == null ? 0 : 1;
            told[4] += isSure(judged(random, 2, 4, 10, (i, c, caller) -> of[c / 8] % 2)) ? 1 : 0;
        }
        assertEquals(List.of(0, 0, 0, 0, 0), Arrays.stream(told).boxed().toList());
    }

    private static boolean isSure(@Nullable UnevenShare own) {
        return own != null && own.ofConnections();
    }
}

package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.truth.Workload;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers with a pool of known size, with few threads, or with nothing that is held. */
class PooledCallsTest {

    private static final String POOL = "pool";

    /** The clocks of two hosts disagree. */
    @Test
    void answersBeforeTheirRequestsAreNoPool() {
        long[] sent = new long[200];
        long[] answered = new long[200];
        Arrays.setAll(sent, call -> 1000L * call);
        Arrays.setAll(answered, call -> sent[call] - call % 3 * 500L);
        assertNull(new PooledCalls(sent, sent, answered, new int[200]).find(new long[0]));
    }

    private static GeneratedTrace trace(CallTemplate page, int size, int clients, double thinkMillis, int seed) {
        Workload users = new Workload("user", List.of(page), clients, Delay.exponential(thinkMillis));
        TraceConfiguration shop = new TraceConfiguration(
                "shop",
                List.of(users),
                Map.of("app", List.of("app1", "app2")),
                Delay.fixed(0.1),
                List.of(),
                Map.of(POOL, size));
        return TraceGenerator.generate(shop, 800, seed);
    }

    private static CallTemplate cache() {
        return CallTemplate.call("cache", Delay.uniform(0, 2), Delay.exponential(1));
    }

    private static CallTemplate query(Delay before, Delay answer) {
        return CallTemplate.call("db", before, answer);
    }

    private static CallTemplate page(CallTemplate... queries) {
        CallTemplate page =
                CallTemplate.call("app", Delay.fixed(0), Delay.gaussian(3, 0.5)).serially(cache());
        return page.serially(queries);
    }

    static DetectorInput input(GeneratedTrace trace) {
        Analysis found = Analyzer.analyze(
                trace.table(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
        return new DetectorInput(
                found.messages(),
                found.links(),
                found.calls(),
                new ServedCalls(found.messages(), found.calls()),
                found.patterns(),
                Map.of(),
                0,
                0,
                found.nodes(),
                found.roles(),
                found.joins(),
                null,
                List.of());
    }

    static List<Claim> claims(DetectorInput input) {
        return new TurnClaims(input.messages(), input.calls(), input.served()).claims();
    }

    /** Number of a call in the truth. */
    private static int trueCall(GeneratedTrace trace, DetectorInput input, int call) {
        int request = input.calls().request()[call];
        return trace.messages().get((int) input.messages().record(request)).call();
    }

    /** Holders that are claimed, those that are right, and all. */
    record Score(int claimed, int right, int all) {}

    static Score score(GeneratedTrace trace, DetectorInput input, List<Claim> claims) {
        Map<Integer, Integer> holders = new HashMap<>();
        trace.waits().forEach(wait -> holders.put(wait.waiter(), wait.holder()));
        int claimed = 0;
        int right = 0;
        for (Claim claim : claims) {
            int[] calls = claim.calls();
            for (int i = 0; i < calls.length; i++) {
                int holder = claim.turn().holder()[i];
                if (holder >= 0) {
                    claimed++;
                    Integer is = holders.get(trueCall(trace, input, calls[i]));
                    right += is != null && is == trueCall(trace, input, calls[holder]) ? 1 : 0;
                }
            }
        }
        return new Score(claimed, right, holders.size());
    }

    @ParameterizedTest
    @CsvSource({"1, 10, 80", "2, 12, 60", "3, 20, 80", "6, 40, 40", "12, 60, 20"})
    void namesThePoolAndWhoHeldIt(int size, int clients, double thinkMillis) {
        for (Delay answer : List.of(Delay.lognormal(12, 6), Delay.exponential(12))) {
            GeneratedTrace trace =
                    trace(page(query(Delay.gaussian(2, 0.3), answer).taking(POOL)), size, clients, thinkMillis, size);
            DetectorInput input = input(trace);
            List<Claim> claims = claims(input);
            Set<String> pools = new HashSet<>();
            claims.forEach(claim -> pools.add(input.name(claim.held().node())
                    + '>'
                    + (claim.held().isPool() ? input.name(claim.held().callee()) : "")
                    + claim.turn().atOnce()));
            assertEquals(Set.of("app1>db" + size, "app2>db" + size), pools);
            Score score = score(trace, input, claims);
            assertTrue(score.right() >= 0.9 * score.claimed(), score::toString);
            assertTrue(score.right() >= 0.98 * score.all(), score::toString);
        }
    }

    /** Of neither of two replicas do enough calls wait; together they show the pool. */
    @Test
    void replicasShowTheirPoolTogether() {
        CallTemplate asking =
                page(query(Delay.uniform(0, 3), Delay.lognormal(8, 4)).taking(POOL));
        DetectorInput input = input(trace(asking, 2, 6, 50, 3));
        assertEquals(List.of(), claims(input));
        TurnClaims turns = new TurnClaims(input.messages(), input.calls(), input.served());
        String[] roles = input.nodes().stream().map(NodeSummary::role).toArray(String[]::new);
        List<PoolClaims.RolePool> pools = turns.poolsOfRoles(roles).stream()
                .filter(PoolClaims.RolePool::isShown)
                .toList();
        assertEquals(1, pools.size(), () -> turns.poolsOfRoles(roles).toString());
        assertEquals(2, pools.get(0).atOnce());
        assertEquals(2, pools.get(0).held().size());
        assertEquals(2, turns.claims(pools).size());
        String[] apart =
                IntStream.range(0, roles.length).mapToObj(node -> "n" + node).toArray(String[]::new);
        assertTrue(turns.poolsOfRoles(apart).stream().noneMatch(PoolClaims.RolePool::isShown));
        DetectorInput free = input(trace(asking, 100, 6, 50, 3));
        assertTrue(new TurnClaims(free.messages(), free.calls(), free.served())
                .poolsOfRoles(roles).stream().noneMatch(pool -> pool.evidence() > 6));
    }

    @Test
    void namesThePoolWhereEachRequestAsksTwice() {
        CallTemplate query = query(Delay.uniform(0, 3), Delay.lognormal(8, 4)).taking(POOL);
        GeneratedTrace trace = trace(page(query, query), 4, 40, 60, 1);
        DetectorInput input = input(trace);
        List<Claim> claims = claims(input);
        assertEquals(2, claims.size());
        assertTrue(claims.stream()
                .allMatch(claim -> claim.held().isPool() && claim.turn().atOnce() == 4));
        Score score = score(trace, input, claims);
        assertTrue(score.right() >= 0.9 * score.claimed(), score::toString);
        assertTrue(score.right() >= 0.98 * score.all(), score::toString);
    }

    @Test
    void fewThreadsAreNoPool() {
        CallTemplate page = page(query(Delay.gaussian(2, 0.3), Delay.lognormal(12, 6)));
        List<Claim> claims = claims(input(trace(page.holding(POOL), 4, 40, 60, 1)));
        assertTrue(claims.stream().noneMatch(claim -> claim.held().isPool()));
        assertEquals(2, claims.size());
    }

    @ParameterizedTest
    @CsvSource({"4, 5", "10, 20", "40, 80"})
    void claimsNothingWhereNothingIsHeld(int clients, double thinkMillis) {
        for (int seed = 0; seed < 2; seed++) {
            for (Delay answer : List.of(Delay.lognormal(12, 6), Delay.exponential(10), Delay.fixed(8))) {
                CallTemplate query = query(Delay.gaussian(2, 0.3), answer);
                assertEquals(List.of(), claims(input(trace(page(query, query), 1, clients, thinkMillis, seed))));
            }
        }
    }

    @Test
    void whoHoldsAndWaitsForALockOfTheDatabaseIsToldThereAlone() {
        CallTemplate query =
                query(Delay.gaussian(2, 0.3), Delay.gaussian(4, 1)).taking(POOL).holding("lock");
        List<Claim> claims = claims(input(trace(page(query), 3, 20, 60, 1)));
        assertEquals(1, claims.size());
        assertEquals(1, claims.get(0).turn().atOnce());
        assertTrue(!claims.get(0).held().isPool());
    }
}

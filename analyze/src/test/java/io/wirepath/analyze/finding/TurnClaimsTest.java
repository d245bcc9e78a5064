package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.truth.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers of which requests of some kinds hold what others of the same kind, or of another, wait for. */
class TurnClaimsTest {

    private static final int[] REQUEST_BYTES = {90, 100, 110, 120};

    /** Clients of a kind each; of it, and of what it holds there. */
    private static GeneratedTrace trace(List<String> holds, double thinkMillis, int seed) {
        List<Workload> users = new ArrayList<>();
        for (int kind = 0; kind < holds.size(); kind++) {
            CallTemplate query = new CallTemplate(
                    "db",
                    Delay.fixed(0),
                    List.of(),
                    Delay.lognormal(8, 4),
                    REQUEST_BYTES[kind],
                    200,
                    holds.get(kind).equals("nothing") ? null : holds.get(kind),
                    null,
                    1,
                    List.of());
            users.add(new Workload("user" + kind, List.of(query), 4, Delay.exponential(thinkMillis)));
        }
        TraceConfiguration shop = new TraceConfiguration(
                "shop", users, Map.of("db", List.of("db")), Delay.fixed(0.1), List.of(), Map.of());
        return TraceGenerator.generate(shop, 1500, seed);
    }

    @Test
    void replicasThatShowTheSameAreToldTogether() {
        CallTemplate query = new CallTemplate(
                "db", Delay.fixed(0), List.of(), Delay.lognormal(8, 4), 90, 200, "stock", null, 1, List.of());
        TraceConfiguration shop = new TraceConfiguration(
                "shop",
                List.of(new Workload("user", List.of(query), 8, Delay.exponential(40))),
                Map.of("db", List.of("db1", "db2")),
                Delay.fixed(0.1),
                List.of(),
                Map.of());
        List<Finding> told = new WaitsInTurn().detect(PooledCallsTest.input(TraceGenerator.generate(shop, 1500, 1)));
        assertEquals(1, told.size(), told::toString);
        assertTrue(
                told.get(0).title().startsWith("Each of the 2 nodes of db has its requests one at a time: "),
                told::toString);
        assertEquals(
                List.of("db1", "db2"), told.get(0).nodes().stream().sorted().toList());
    }

    private static String kinds(List<Claim> told) {
        return told.stream().map(claim -> claim.held().kind()).sorted().collect(Collectors.joining(" | "));
    }

    /** What each kind holds, what is told, and the mean pause. */
    @ParameterizedTest
    @CsvSource({
        "stock stock nothing, '100 bytes, 90 bytes', 40", "stock cart nothing, 100 bytes | 90 bytes, 40",
        "stock nothing nothing, 90 bytes, 20", "stock stock stock, '', 60"
    })
    void kindsThatHoldTheSameAreToldAsOne(String holds, String told, double thinkMillis) {
        GeneratedTrace trace = trace(List.of(holds.split(" ", -1)), thinkMillis, 1);
        DetectorInput input = PooledCallsTest.input(trace);
        List<Claim> claims = PooledCallsTest.claims(input);
        assertEquals(told, kinds(claims));
        PooledCallsTest.Score score = PooledCallsTest.score(trace, input, claims);
        assertTrue(score.right() == score.claimed() && score.right() == score.all(), score::toString);
    }

    /** Locks that are always held show in all requests together, and not whose they are: no kind is told alone. */
    @ParameterizedTest
    @CsvSource({"stock cart nothing, 20", "stock stock cart nothing, 40", "nothing nothing nothing, 20"})
    void noKindIsToldWhereOthersMayHoldWhatItWaitsFor(String holds, double thinkMillis) {
        GeneratedTrace trace = trace(List.of(holds.split(" ", -1)), thinkMillis, 1);
        assertEquals("", kinds(PooledCallsTest.claims(PooledCallsTest.input(trace))));
        assertEquals(holds.startsWith("nothing"), trace.waits().isEmpty(), "there are locks, and they are waited for");
    }
}

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
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.TraceText;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

    /** One caller has a connection to each of two ports of a host: these are two pools, and it is one node. */
    @Test
    void poolsToTwoPortsAreNoReplicas() {
        Random random = new Random(5);
        StringBuilder trace = new StringBuilder();
        double[] free = new double[2];
        int call = 0;
        for (double time = 0; time < 20_000; time -= 7 * Math.log(1 - random.nextDouble())) {
            int pool = random.nextInt(2);
            double begin = Math.max(time + 1, free[pool]);
            free[pool] = begin + 8 * Math.exp(0.3 * random.nextGaussian());
            int port = 20_000 + ++call;
            trace.append("cl:%d app:8%d request %.4f%n".formatted(port, pool, time));
            trace.append("app:4%d db:9%d request %.4f%n".formatted(pool, pool, begin));
            trace.append("db:9%d app:4%d response %.4f%n".formatted(pool, pool, free[pool]));
            trace.append("app:8%d cl:%d response %.4f%n".formatted(pool, port, free[pool] + 0.5));
        }
        List<String> told = Analyzer.analyze(
                        new TraceText().add(trace.toString()).build(),
                        new JointLinking(JointSettings.defaults()),
                        AnalysisSettings.defaults())
                .findings()
                .stream()
                .filter(own -> own.kind().equals("waits-in-turn"))
                .map(own -> own.title().replaceFirst(":.*", ""))
                .toList();
        assertEquals(List.of("app has at most 1 call to db open", "app has at most 1 call to db open"), told);
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

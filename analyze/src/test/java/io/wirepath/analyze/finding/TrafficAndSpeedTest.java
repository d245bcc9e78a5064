package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A change of load, of mix and of speed look alike in the mean of all requests: each is told as what it is, and nothing
 * else with it.
 */
class TrafficAndSpeedTest {

    private static final double ONSET_MILLIS = 24_000;

    /** What is done to the system from the onset on. */
    private enum What {
        NOTHING(null, null),
        /** Three times as many requests. */
        LOAD("load-since", null),
        /** The slow kind of request, a fifth before, is two thirds. */
        MIX("mix-since", null),
        /** As is what the web asks the database for and the cache cannot answer: same words, more done for it. */
        MISSES("calls-since", null),
        /** The web takes 6 ms longer. */
        SPEED("slower-since", "web"),
        /** The database takes 15 ms longer. */
        SPEED_BEHIND("slower-since", "db"),
        /** The slow kind comes more often, and the database takes 15 ms longer. */
        MIX_AND_SPEED("mix-since slower-since", "db");

        final String kinds;
        final String blamed;

        What(String kinds, String blamed) {
            this.kinds = kinds == null ? "" : kinds;
            this.blamed = blamed;
        }
    }

    /**
     * Clients ask the web for something quick, or for something slow; it asks the cache and, if need be, a database.
     */
    private static List<Finding> findings(What what, int seed) {
        Random random = new Random(seed);
        CallTrace trace = new CallTrace();
        for (double time = 0; time < 40_000; ) {
            boolean late = time >= ONSET_MILLIS;
            time -= (late && what == What.LOAD ? 12 : 36) * Math.log(1 - random.nextDouble());
            boolean mix = late && (what == What.MIX || what == What.MIX_AND_SPEED);
            boolean slowKind = random.nextDouble() < (mix ? 0.67 : 0.2);
            boolean miss = random.nextDouble() < (late && what == What.MISSES ? 0.8 : 0.3);
            double work =
                    (slowKind ? 30 : 5) * Math.exp(0.25 * random.nextGaussian()) + (late && what == What.SPEED ? 6 : 0);
            double query = 6 * Math.exp(0.25 * random.nextGaussian())
                    + (late && (what == What.SPEED_BEHIND || what == What.MIX_AND_SPEED) ? 15 : 0);
            double asked = time + 1 + work / 2;
            double known = asked + 0.5 * Math.exp(0.2 * random.nextGaussian());
            double read = miss ? known + 0.2 + query : known;
            int ok = Outcome.of(Outcome.Kind.HTTP, 200);
            trace.asks(80, slowKind ? 1 : 2).call("cl" + random.nextInt(3), "web", time, read + work / 2, ok);
            trace.asks(6379, 3).call("web", "cache", asked, known, ok);
            if (miss) {
                trace.asks(5432, 4).call("web", "db", known + 0.2, known + 0.2 + query, ok);
            }
        }
        return changes(trace);
    }

    private static List<Finding> changes(CallTrace trace) {
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .stream()
                .filter(finding -> finding.change() != null)
                .toList();
    }

    /** Two replicas have their requests one at a time; for a while so many come that they wait for each other. */
    @ParameterizedTest
    @CsvSource({"7, 12.55", "16, 13"})
    void aSurgeThatMakesRequestsWaitIsLoadAndNoSlowerService(int seed, double workMillis) {
        Random random = new Random(seed);
        CallTrace trace = new CallTrace();
        double[] free = new double[2];
        for (double time = 0; time < 54_000; ) {
            boolean surge = time >= 25_000 && time < 42_000;
            time -= (surge ? 6.7 : 25) * Math.log(1 - random.nextDouble());
            int replica = random.nextInt(2);
            double begin = Math.max(time + 1, free[replica]);
            free[replica] = begin + workMillis * Math.exp(0.4 * random.nextGaussian());
            int ok = Outcome.of(Outcome.Kind.HTTP, 200);
            trace.asks(80, 1).call("cl" + random.nextInt(3), "web", time, free[replica] + 1, ok);
            trace.asks(8080, 2).call("web", "api" + replica, time + 1, free[replica], ok);
        }
        List<Finding> findings = changes(trace);
        assertEquals("load-since", findings.get(0).kind(), findings::toString);
        assertTrue(findings.get(0).title().matches(".*; they take \\d+ ms longer then"), findings::toString);
        assertTrue(findings.stream().noneMatch(own -> own.severity() == Severity.PROBLEM), findings::toString);
    }

    @ParameterizedTest
    @EnumSource
    void isToldAsWhatItIs(What what) {
        for (int seed = 0; seed < 5; seed++) {
            List<Finding> findings = findings(what, seed);
            assertEquals(
                    Stream.of(what.kinds.split(" ", -1))
                            .filter(kind -> !kind.isEmpty())
                            .toList(),
                    findings.stream().map(Finding::kind).distinct().sorted().toList(),
                    what + ": " + findings);
            assertEquals(
                    what.blamed == null ? List.of() : List.of(List.of(what.blamed)),
                    findings.stream()
                            .filter(finding -> finding.severity() == Severity.PROBLEM)
                            .map(Finding::nodes)
                            .toList());
            findings.forEach(
                    finding -> assertEquals(ONSET_MILLIS, finding.change().onsetNanos() / 1e6, 1000, finding.title()));
        }
    }
}

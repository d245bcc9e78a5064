package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.RunSums;
import io.wirepath.analyze.incident.WindowRequests;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WindowFindingsTest {

    private static final double MIDDLE_MILLIS = 20_000;

    /** A run, and who has which role in it. */
    private record Run(Sums baseline, Map<String, String> roleOf) {

        WindowRequests incidents() {
            WindowRequests incidents = new WindowRequests();
            incidents.add(baseline, roleOf);
            return incidents;
        }
    }

    /** Clients call app1 and app2; from the middle on app2 takes longer, and segments to app are lost. */
    private static Run run(long seed, double extraMillis, double lost) {
        Random random = new Random(seed);
        CallTrace trace = new CallTrace();
        for (double time = 0; time < 40_000; time -= 30 * Math.log(1 - random.nextDouble())) {
            boolean late = time >= MIDDLE_MILLIS;
            String app = random.nextBoolean() ? "app1" : "app2";
            double took = 6 * Math.exp(0.3 * random.nextGaussian()) + (late && app.equals("app2") ? extraMillis : 0);
            double wait = late && random.nextDouble() < lost ? 200 : 0;
            trace.call("cl" + random.nextInt(3), app, time, time + took + wait, 0, (int) wait, 0);
        }
        return run(trace);
    }

    private static Run run(CallTrace trace) {
        Analysis own =
                Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults());
        Map<String, String> roleOf = new TreeMap<>();
        for (RoleSummary role : own.roles()) {
            role.nodes()
                    .forEach(node -> roleOf.put(own.messages().nodes().get(node).name(), role.name()));
        }
        Sums baseline = new RunSums(
                        own.messages(),
                        own.calls(),
                        own.nodes(),
                        own.roles(),
                        own.patterns(),
                        own.counted(),
                        own.table().roots())
                .of(TimeSpan.ALWAYS);
        return new Run(baseline, roleOf);
    }

    private static List<Finding> changes(Run run, Run other) {
        return WindowFindings.changesOf(run.incidents(), other.incidents());
    }

    /** Half of a run is as the other run, so the whole of both is alike as far as its blocks vary. */
    @Test
    void tellsWhatChangedInTheMidstOfOneOfTwoRuns() {
        Run steady = run(1, 0, 0);
        Run changed = run(2, 40, 0);
        assertEquals(
                List.of(), Comparison.of(steady.baseline(), changed.baseline()).differences());
        List<Finding> found = changes(changed, steady);
        assertEquals(1, found.size(), found::toString);
        assertEquals("slower-since", found.get(0).kind());
        assertEquals(List.of("app2"), found.get(0).nodes());
        assertEquals(MIDDLE_MILLIS, found.get(0).change().onsetNanos() / 1e6, 1500);
        assertTrue(
                found.get(0).title().endsWith("app1 did not change"),
                found.get(0).title());
        assertEquals(List.of(), changes(steady, changed));
    }

    /** One of three requests waits from the middle on: hardly anything for the median. */
    @Test
    void tellsOfSomeRequestsThatBecameMuchSlowerWithinARun() {
        Random random = new Random(8);
        CallTrace trace = new CallTrace();
        for (double time = 0; time < 40_000; time -= 60 * Math.log(1 - random.nextDouble())) {
            boolean waits = time >= MIDDLE_MILLIS && random.nextInt(3) == 0;
            double took = 6 * Math.exp(0.3 * random.nextGaussian()) + (waits ? 200 : 0);
            trace.call("cl" + random.nextInt(3), "app1", time, time + took, 0, 0, 0);
        }
        List<Finding> found = changes(run(trace), run(1, 0, 0));
        assertEquals(1, found.size(), found::toString);
        assertEquals(List.of("app1"), found.get(0).nodes());
        assertEquals(MIDDLE_MILLIS, found.get(0).change().onsetNanos() / 1e6, 3000);
    }

    @Test
    void whatBothRunsDoIsNoDifference() {
        assertEquals(List.of(), changes(run(3, 40, 0), run(4, 40, 0)));
    }

    @Test
    void tellsOfLossBetweenRolesThatIsTooRareBetweenTwoNodes() {
        List<Finding> found = changes(run(5, 0, 0.04), run(6, 0, 0));
        assertEquals(1, found.size(), found::toString);
        assertEquals("network-loss-since", found.get(0).kind());
        assertEquals(MIDDLE_MILLIS, found.get(0).change().onsetNanos() / 1e6, 3000);
    }

    @Test
    void aSteadyRunHasNoChange() {
        for (int seed = 10; seed < 20; seed++) {
            assertEquals(List.of(), changes(run(seed, 0, 0), run(7, 0, 0)));
        }
    }

    /** Clients are dealt between web1 and web2, which ask db, over two windows of twenty seconds. */
    private static List<Finding> shares(long seed, double before, double after, int perConnection) {
        return shares(seed, before, after, perConnection, false);
    }

    private static List<Finding> shares(long seed, double before, double after, int perConnection, boolean balancer) {
        Random random = new Random(seed);
        WindowRequests incidents = new WindowRequests();
        int left = 0;
        boolean first = false;
        for (int window = 0; window < 2; window++) {
            CallTrace trace = new CallTrace();
            double from = window * MIDDLE_MILLIS;
            for (double time = from; time < from + MIDDLE_MILLIS; time -= 15 * Math.log(1 - random.nextDouble())) {
                first = left-- > 0 ? first : random.nextDouble() < (window == 0 ? before : after);
                left = left < 0 ? perConnection - 1 : left;
                double took = 4 * Math.exp(0.2 * random.nextGaussian());
                String web = first ? "web1" : "web2";
                String client = "cl" + random.nextInt(3);
                if (balancer) {
                    trace.call(client, "lb", time - 0.2, time + 4.2 + took);
                }
                trace.call(balancer ? "lb" : client, web, time, time + 4 + took);
                trace.call(web, "db", time + 1, time + 2);
            }
            Run run = run(trace);
            incidents.add(run.baseline(), run.roleOf());
        }
        return WindowFindings.of(incidents);
    }

    @Test
    void tellsOfAShareThatChangedBetweenTwoWindows() {
        List<Finding> found = shares(20, 0.5, 0.8, 1);
        assertEquals(1, found.size(), found::toString);
        assertEquals("balance-since", found.get(0).kind());
        assertEquals(List.of("web1"), found.get(0).nodes());
        assertEquals(MIDDLE_MILLIS, found.get(0).change().onsetNanos() / 1e6, 1500);
    }

    @Test
    void tellsOfAShareThatIsUnevenInAllWindows() {
        List<Finding> found = shares(21, 0.75, 0.75, 1, true);
        assertEquals(1, found.size(), found::toString);
        assertEquals("uneven-share", found.get(0).kind());
        assertEquals(Finding.Severity.FACT, found.get(0).severity());
        assertTrue(
                found.get(0).title().matches("web1 gets 7\\d % of the requests to .* all the time, .* is 50 %"),
                found.get(0).title());
    }

    /** Clients are one in a baseline, so it may be that some of them stay with one replica. */
    @Test
    void saysNothingOfSharesThatClientsMayMake() {
        assertEquals(List.of(), shares(21, 0.75, 0.75, 1));
    }

    /** Requests that are dealt one by one, and connections of ten and of forty requests. */
    @Test
    void blamesNoEvenBalancer() {
        for (int perConnection : new int[] {1, 10, 40}) {
            for (int seed = 0; seed < 20; seed++) {
                assertEquals(List.of(), shares(seed, 0.5, 0.5, perConnection), perConnection + " " + seed);
                assertEquals(List.of(), shares(seed, 0.5, 0.5, perConnection, true), perConnection + " " + seed);
            }
        }
    }
}

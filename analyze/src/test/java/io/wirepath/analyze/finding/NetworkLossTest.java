package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NetworkLossTest {

    /** Every 20th request from the given one on waits 200 ms: for a segment from web to app, or because app is slow. */
    private static List<Finding> findings(int first, boolean lost) {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 400; i++) {
            double at = 300.0 * i;
            boolean slow = i >= first && i % 20 == 0;
            double wait = slow ? 200 : 0;
            trace.call("cl" + i % 3, "web", at, at + 9 + wait);
            trace.call("web", "app", at + 1, at + 8 + wait, 0, slow && lost ? 200 : 0, 0);
            trace.call("app", "db", at + 3 + wait, at + 5 + wait);
        }
        return findings(trace).stream()
                .filter(finding -> finding.kind().equals("network-loss"))
                .toList();
    }

    private static List<Finding> findings(CallTrace trace) {
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings();
    }

    @Test
    void namesTheLinkAndHowManySlowRequestsWaitedForIt() {
        List<Finding> found = findings(0, true);
        assertEquals(1, found.size(), found::toString);
        Finding finding = found.get(0);
        assertEquals(Finding.Severity.PROBLEM, finding.severity());
        assertEquals(List.of("app", "web"), finding.nodes());
        assertTrue(
                finding.title()
                        .endsWith("(2.5 % are sent again): of the 20 requests slower than 200 ms all waited for one"),
                finding.title());
        assertEquals(200e6, finding.effectNanos(), 1e6);
    }

    @Test
    void saysSinceWhenWhereItBeganLate() {
        Finding finding = findings(200, true).get(0);
        assertTrue(finding.title().contains("2.5 % are sent again since 00:01:00"), finding.title());
        assertTrue(finding.title().contains("of the 10 requests"), finding.title());
        assertEquals(60e9, (double) finding.change().onsetNanos(), 1e9);
        assertTrue(finding.change().onsetFromNanos() < 60e9 && finding.change().lasts());
    }

    /** A busy machine holds requests up all the time; from the onset on some also wait for a lost segment. */
    @Test
    void whatABusyMachineHoldsUpHidesNoLossThatBegins() {
        Random random = new Random(3);
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 2000; i++) {
            double at = 20.0 * i;
            boolean lost = i >= 1500 && i % 40 == 0;
            boolean held = !lost && random.nextInt(50) == 0;
            trace.takesOnItsWay(lost ? 200 : held ? 60 : 0.3);
            trace.call("web", "app", at, at + 8 + (lost ? 200 : held ? 60 : 0), 0, lost ? 200 : 0, 0);
        }
        Finding first = Analyzer.analyze(
                        trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .get(0);
        assertEquals("network-loss-since", first.kind(), first::title);
        assertEquals(30e9, (double) first.change().onsetNanos(), 1e9);
    }

    /** Seen by one sniffer, which knows no time on the way. */
    @Test
    void callsThatShowItHaveWaitedForIt() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 2000; i++) {
            boolean lost = i >= 1000 && i % 20 == 7;
            trace.call("web", "app", 20.0 * i, 20.0 * i + 8 + (lost ? 200 : 0), 0, lost ? 200 : 0, 0);
        }
        ToldIncident held = findings(trace).stream()
                .map(Finding::incident)
                .filter(own -> own != null && own.what() == Incident.Kind.STALLS)
                .findFirst()
                .orElseThrow();
        List<Integer> shown = held.examples().stream()
                .filter(own -> !own.isUsual())
                .map(own -> own.call() % 20)
                .toList();
        assertEquals(List.of(7, 7, 7), shown);
    }

    @Test
    void aSlowServerIsNotTheNetwork() {
        assertEquals(List.of(), findings(0, false));
    }
}

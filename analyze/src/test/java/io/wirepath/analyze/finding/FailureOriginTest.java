package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureOriginTest {

    private static final int OK = Outcome.of(Outcome.Kind.HTTP, 200);
    private static final int REFUSED = Outcome.of(Outcome.Kind.HTTP, 404);
    private static final int FAILED = Outcome.of(Outcome.Kind.HTTP, 500);
    private static final int BAD_GATEWAY = Outcome.of(Outcome.Kind.HTTP, 502);

    /**
     * Clients call web, which calls app, which calls auth; every fifth answer of auth is this, and web passes it on as
     * that.
     */
    private static Analysis analysis(int ofAuth, int ofWeb) {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 200; i++) {
            double at = 20.0 * i;
            boolean fifth = i % 5 == 0;
            trace.call("cl" + i % 3, "web", at, at + 9, fifth ? ofWeb : OK);
            trace.call("web", "app", at + 1, at + 8, fifth ? ofWeb : OK);
            trace.call("app", "auth", at + 2, at + 4, fifth ? ofAuth : OK);
            trace.call("app", "db", at + 5, at + 7, OK);
        }
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults());
    }

    private static List<Finding> found(Analysis analysis) {
        return analysis.findings().stream()
                .filter(finding -> finding.kind().equals("failures-begin"))
                .toList();
    }

    @Test
    void namesTheDeepestNodeAndNotThoseThatPassTheErrorOn() {
        Analysis analysis = analysis(FAILED, BAD_GATEWAY);
        List<Finding> found = found(analysis);
        assertEquals(1, found.size(), found::toString);
        Finding finding = found.get(0);
        assertEquals(Finding.Severity.PROBLEM, finding.severity());
        assertEquals(List.of("auth"), finding.nodes());
        assertEquals(
                "auth answers 20 % of its requests with an error; 20 % of the clients' requests fail because of it",
                finding.title());
        assertTrue(finding.detail().contains("40 × http 500"), finding.detail());
        assertEquals(
                40,
                analysis.nodes().stream()
                        .filter(node -> analysis.messages()
                                .nodes()
                                .get(node.node())
                                .name()
                                .equals("web"))
                        .mapToLong(NodeSummary::callsFailed)
                        .sum());
    }

    @Test
    void anErrorThatClientsNeverSeeIsToldWithoutThem() {
        List<Finding> found = found(analysis(FAILED, OK));
        assertEquals(
                "auth answers 20 % of its requests with an error", found.get(0).title());
    }

    /** The app fails by itself where it does not pass on what auth answers: the share is of what it begins. */
    @Test
    void tellsOwnErrorsFromThosePassedOn() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 200; i++) {
            double at = 20.0 * i;
            boolean passedOn = i % 10 == 3;
            trace.call("cl" + i % 3, "app", at, at + 8, i % 5 == 3 ? FAILED : OK);
            trace.call("app", "auth", at + 2, at + 4, passedOn ? FAILED : OK);
        }
        Finding app = found(Analyzer.analyze(
                        trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults()))
                .stream()
                .filter(finding -> finding.nodes().equals(List.of("app")))
                .findFirst()
                .orElseThrow();
        assertTrue(app.title().startsWith("app answers 10 % of its requests with an error of its own"), app.title());
        assertTrue(app.detail().contains("20 more pass on what failed that it called."), app.detail());
    }

    /** A stranger meets errors of the app; others do, too, but of auth. */
    @Test
    void whatOthersGetPassedOnIsNotDenied() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 200; i++) {
            double at = 20.0 * i;
            int ofAuth = i % 10 == 3 ? FAILED : OK;
            trace.call("cl" + i % 3, "app", at, at + 8, ofAuth);
            trace.call("app", "auth", at + 2, at + 4, ofAuth);
            if (i % 4 == 0) {
                trace.call("x", "app", at + 10, at + 14, FAILED);
            }
        }
        Finding app = found(Analyzer.analyze(
                        trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults()))
                .stream()
                .filter(finding -> finding.nodes().equals(List.of("app")))
                .findFirst()
                .orElseThrow();
        assertEquals("app answers 50 of 50 requests of x with an error of its own, and none of others", app.title());
        assertTrue(app.detail().contains("200 answers to others are no errors of its own."), app.detail());
        assertTrue(app.detail().contains("20 more pass on what failed that it called."), app.detail());
    }

    @Test
    void aRefusalIsNoFailure() {
        assertEquals(List.of(), found(analysis(REFUSED, REFUSED)));
    }
}

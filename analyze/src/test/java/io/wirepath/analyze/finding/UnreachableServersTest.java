package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.series.TimeSeries;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnreachableServersTest {

    private static final int OK = Outcome.of(Outcome.Kind.HTTP, 200);
    private static final int FAILED = Outcome.of(Outcome.Kind.HTTP, 503);
    private static final int PORT = 80;
    private static final int REQUESTS = 500;
    private static final int DOWN_FROM = 300;
    private static final double EVERY = 40;

    private final CallTrace trace = new CallTrace();

    /** Clients call app, which calls pg; from some request on it fails to connect. */
    private void calls(int downFrom) {
        for (int i = 0; i < REQUESTS; i++) {
            double at = EVERY * i;
            boolean down = i >= downFrom;
            trace.call("cl" + i % 3, "app", at, at + 9, down ? FAILED : OK);
            if (!down) {
                trace.call("app", "pg", at + 2, at + 7, OK);
            }
        }
    }

    private Analysis analysis() {
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults());
    }

    private static List<Finding> troubles(Analysis analysis) {
        return analysis.findings().stream()
                .filter(own -> own.severity() != Finding.Severity.FACT)
                .toList();
    }

    /** It runs, and nobody gets in. */
    @Test
    void whoIsRefusedAtItsLogInCannotLogIn() {
        calls(DOWN_FROM);
        for (int i = DOWN_FROM; i < REQUESTS; i++) {
            trace.logIn("app", "pg", EVERY * i + 2, Outcome.ofSqlState('2', '8'));
        }
        Finding found = troubles(analysis()).get(0);
        assertEquals("unreachable-since", found.kind());
        assertTrue(found.title().startsWith("app cannot log in to pg since 00:00:12"), found.title());
        assertFalse(found.detail().contains("runs"), found.detail());
        assertTrue(found.detail().contains("The pool of app is refused by pg: wrong user or password"), found.detail());
    }

    @Test
    void tellsSinceWhenAServerCannotBeReachedAndNotThatItsCallersFail() {
        calls(DOWN_FROM);
        for (int i = DOWN_FROM; i < REQUESTS; i++) {
            trace.attempt("app", "pg", PORT, EVERY * i + 2);
        }
        Analysis analysis = analysis();
        List<Finding> found = troubles(analysis);
        assertEquals("unreachable-since", found.get(0).kind(), found::toString);
        assertEquals(List.of("pg", "app"), found.get(0).nodes());
        assertTrue(
                found.get(0).title().startsWith("app cannot connect to pg since 00:00:12"),
                found.get(0).title());
        assertTrue(
                found.get(0).title().endsWith("100 % of the clients' requests fail because of it"),
                found.get(0).title());
        assertTrue(
                found.get(0).detail().contains("200 refused: the machine is up"),
                found.get(0).detail());
        assertEquals(1, found.size(), found::toString);
        TimeSeries edge = analysis.series().series().stream()
                .filter(own -> own.kind() == TimeSeries.Kind.EDGE && own.peer().equals("pg"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                REQUESTS - DOWN_FROM,
                edge.sums().values().stream()
                        .mapToLong(own -> own.connectionsRefused())
                        .sum());
    }

    @Test
    void tellsOfAServerThatNeverAnswered() {
        calls(0);
        for (int i = 0; i < REQUESTS; i++) {
            trace.attempt("app", "10.0.0.7", PORT, EVERY * i + 2);
        }
        Analysis analysis = analysis();
        List<Finding> found = troubles(analysis);
        assertEquals(
                "port 80 cannot connect to 10.0.0.7 since 00:00:00: 500 attempts refused",
                found.get(0).title());
        assertEquals(1, found.size(), found::toString);
    }

    @Test
    void namesAServerThatOnlyCalls() {
        for (int i = 0; i < REQUESTS; i++) {
            trace.call("cl" + i % 3, "web", EVERY * i, EVERY * i + 9, FAILED);
            trace.call("app", "pg", EVERY * i + 2, EVERY * i + 7, OK);
            trace.attempt("web", "app", PORT, EVERY * i + 2);
        }
        assertEquals(
                List.of("port 80 cannot connect to app since 00:00:00: 500 attempts refused"),
                troubles(analysis()).stream()
                        .filter(own -> own.kind().equals("connections-fail"))
                        .map(Finding::title)
                        .toList());
    }

    @Test
    void aScanIsNoFaultOfTheSystem() {
        calls(REQUESTS);
        for (int port = 1; port < 5000; port++) {
            trace.attempt("cl1", "pg", port == PORT ? PORT + 5000 : port, port);
            trace.attempt("app", "10.0.0." + port % 250, port, port);
            trace.attempt("10.9.9.9", "app", port == PORT ? PORT + 5000 : port, port);
        }
        Analysis analysis = analysis();
        assertEquals(List.of(), troubles(analysis));
    }
}

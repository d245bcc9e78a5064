package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusedLogInsTest {

    private static final int OK = Outcome.of(Outcome.Kind.SQL, 0);

    private final CallTrace trace = new CallTrace();

    /** App serves clients and asks pg, so that both have a role; of twelve log-ins of app some are refused. */
    private List<Finding> found(int refused, int outcome) {
        for (int i = 0; i < 20; i++) {
            trace.call("client", "app", 40 * i, 40 * i + 9);
            trace.call("app", "pg", 40 * i + 2, 40 * i + 7, OK);
        }
        for (int i = 0; i < 12; i++) {
            trace.logIn("app", "pg", 3 * i, i < refused ? outcome : OK);
        }
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .stream()
                .filter(finding -> finding.kind().equals("log-ins-refused"))
                .toList();
    }

    @Test
    void tellsHowManyAttemptsAreRefusedAndWhy() {
        List<Finding> found = found(7, Outcome.ofSqlState('5', '3'));
        assertEquals(1, found.size());
        assertEquals(
                "The pool of app is refused by pg: too many clients, 7 of 12 attempts",
                found.get(0).title());
        assertEquals(Finding.Severity.PROBLEM, found.get(0).severity());
        assertEquals(List.of("pg", "app"), found.get(0).nodes());
    }

    @Test
    void aWrongPasswordOnceIsANotice() {
        List<Finding> found = found(1, Outcome.ofSqlState('2', '8'));
        assertEquals(
                "The pool of app is refused by pg: wrong user or password, 1 of 12 attempts",
                found.get(0).title());
        assertEquals(Finding.Severity.NOTICE, found.get(0).severity());
    }

    @Test
    void whereAllComeInNothingIsSaid() {
        assertEquals(List.of(), found(0, OK));
    }

    @Test
    void turnedAwayInClearByWhatHasNoLogInOfItsOwn() {
        assertEquals(
                "The pool of app is refused by pg: too many clients, 7 of 12 attempts",
                found(7, Outcome.of(Outcome.Kind.SSH, 1)).get(0).title());
    }

    /** A bind may be a call, so it is no set-up; a connection begins with one. */
    @Test
    void theFirstBindOfAConnectionIsAnAttempt() {
        for (int i = 0; i < 10; i++) {
            trace.call("app" + i, "directory", 5 * i, 5 * i + 1, Outcome.of(Outcome.Kind.LDAP, i < 7 ? 49 : 0));
        }
        List<Finding> found = found(0, OK);
        assertEquals(1, found.size());
        String title = found.get(0).title();
        assertTrue(title.endsWith("by directory: wrong user or password, 7 of 10 attempts"), title);
    }
}

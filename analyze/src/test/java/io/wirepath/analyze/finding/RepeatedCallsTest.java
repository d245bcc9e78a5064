package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedCallsTest {

    private static final int OK = Outcome.of(Outcome.Kind.HTTP, 200);
    private static final int UNAVAILABLE = Outcome.of(Outcome.Kind.HTTP, 503);

    private static List<String> told(CallTrace trace) {
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .stream()
                .filter(finding -> finding.kind().equals("calls-made-again"))
                .map(Finding::title)
                .toList();
    }

    /**
     * A hundred requests, each of which asks pay; every tenth is told no and asks again, every twentieth asks twice.
     */
    @Test
    void tellsRetriesAndHedgesApart() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 100; i++) {
            int at = 1000 * i;
            trace.call("cl", "api", at, at + 200, OK);
            if (i % 10 == 3) {
                trace.says(i).call("api", "pay1", at + 10, at + 30, UNAVAILABLE);
                trace.says(i).call("api", "pay1", at + 40, at + 60, OK);
            } else if (i % 20 == 5) {
                trace.says(i).call("api", "pay1", at + 10, at + 190, OK);
                trace.says(i).call("api", "pay1", at + 110, at + 130, OK);
            } else {
                trace.says(i).call("api", "pay1", at + 10, at + 30, OK);
            }
        }
        assertEquals(
                List.of(
                        "port 80 api makes at least 13 % of its calls to port 80 pay1 again: 10 after a failure, 5 while it waits for the first"),
                told(trace));
    }

    /** Calls that are made at once and ask for other things, or for the same, are a fan-out. */
    @Test
    void aFanOutIsNoRepetition() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 100; i++) {
            int at = 1000 * i;
            trace.call("cl", "api", at, at + 200, OK);
            trace.says(2 * i).call("api", "inv", at + 10, at + 30, OK);
            trace.says(2 * i).call("api", "inv", at + 11, at + 31, OK);
            trace.says(2 * i + 1).call("api", "inv", at + 25, at + 60, OK);
        }
        assertEquals(List.of(), told(trace));
    }
}

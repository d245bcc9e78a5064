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
import org.junit.jupiter.api.Test;

class UnevenSharesTest {

    /** Clients call web1 with this probability, up to this time and after it, and else web2. */
    private static List<Finding> findings(double before, double after) {
        return findings(new CallTrace(), before, after);
    }

    private static List<Finding> findings(CallTrace trace, double before, double after) {
        Random random = new Random(17);
        for (double time = 0; time < 40_000; time -= 30 * Math.log(1 - random.nextDouble())) {
            String web = random.nextDouble() < (time < 20_000 ? before : after) ? "web1" : "web2";
            double took = 4 * Math.exp(0.2 * random.nextGaussian());
            trace.call("cl", web, time, time + 4 + took, Outcome.of(Outcome.Kind.HTTP, 200));
        }
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .stream()
                .filter(finding -> finding.kind().equals("uneven-share"))
                .toList();
    }

    /** Forty connections carry all requests: what is uneven is their load, and chance may have dealt them so. */
    @Test
    void namesWhoGetsMoreFromTheBeginning() {
        List<Finding> findings = findings(0.75, 0.75);
        assertEquals(1, findings.size());
        assertEquals(List.of("web1"), findings.get(0).nodes());
        assertEquals(Severity.FACT, findings.get(0).severity());
        String title = findings.get(0).title();
        assertTrue(title.matches("web1 gets 7\\d % of the requests to .* all the time, .* even share is 50 %"), title);
    }

    @Test
    void saysNothingOfEvenSharesNorOfWhatIsToldWithItsTime() {
        assertEquals(List.of(), findings(0.5, 0.5));
        assertEquals(List.of(), findings(0.5, 0.9));
    }

    /** Two hundred addresses that ask web1 alone, on a connection a request, deal nothing. */
    @Test
    void whoStaysWithOneReplicaMakesNoShareUneven() {
        assertEquals(List.of(), findings(staying(), 0.5, 0.5));
    }

    @Test
    void whoStaysWithOneReplicaIsNobodyThatAShareRestsOn() {
        List<Finding> findings = findings(staying(), 0.75, 0.75);
        assertEquals(List.of(1), findings.stream().map(Finding::callers).toList());
    }

    private static CallTrace staying() {
        CallTrace trace = new CallTrace();
        for (int call = 0; call < 1500; call++) {
            double time = 25.0 * call;
            trace.call("x" + call % 200, "web1", time, time + 30, Outcome.of(Outcome.Kind.HTTP, 200));
        }
        return trace;
    }
}

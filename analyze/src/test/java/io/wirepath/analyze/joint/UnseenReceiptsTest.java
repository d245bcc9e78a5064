package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.AnalysisSettings;
import io.wirepath.analyze.CallTrace;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.path.PatternRoots;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnseenReceiptsTest {

    private static final int REQUESTS = 400;

    private final Random random = new Random(3);
    private final CallTrace trace = new CallTrace();
    private final int[] owner = new int[4 * REQUESTS];

    /** Clients call api, api calls inv where nobody looks, and inv calls db. */
    private Analysis partly() {
        double now = 0;
        for (int n = 0; n < REQUESTS; n++) {
            now += 5 + 40 * random.nextDouble();
            double sent = now + 3 + random.nextDouble();
            double answered = sent + 2 + random.nextDouble();
            int request = trace.call("client" + n % 3, "api" + n % 2, now, answered + 4 + random.nextDouble());
            owner[trace.call("inv" + random.nextInt(2), "db", sent, answered)] = request;
        }
        return Analyzer.analyze(trace.build(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
    }

    @Test
    void linksCallsOfANodeThatNobodySawReceiveToTheTasksThatHoldThem() {
        Analysis analysis = partly();
        MessageTable messages = analysis.messages();
        int right = 0;
        for (int call = 1; call < 2 * REQUESTS; call += 2) {
            right += CallTrace.owner(messages, analysis.links(), call) == owner[call] ? 1 : 0;
        }
        assertTrue(right >= 0.95 * REQUESTS, right + " of " + REQUESTS + " are right");
    }

    @Test
    void saysWhoWorksUnseenAndForWhom() {
        Finding finding = partly().findings().stream()
                .filter(its -> its.kind().equals("unseen-receivers"))
                .findFirst()
                .orElseThrow();
        assertEquals("inv0, inv1 work for port 80 api0 +1, and no capture shows what they receive", finding.title());
    }

    /** Who looks for the requests of a path knows the same roles, and so the same paths. */
    @Test
    void findsTheRequestsOfItsPaths() {
        Analysis analysis = partly();
        Set<String> found = PatternRoots.of(
                        analysis.messages(), analysis.links(), AnalysisSettings.defaults(), analysis.counted())
                .keySet();
        assertTrue(found.contains(analysis.patterns().get(0).id()), () -> "only " + found);
    }

    @Test
    void takesNoClientForAWorker() {
        double now = 0;
        for (int n = 0; n < REQUESTS; n++) {
            now += 5 + 40 * random.nextDouble();
            double sent = now + 1;
            trace.call("client" + n % 3, "web", now, now + 12);
            trace.call("web", "app", sent, sent + 9);
            trace.call("app", "db", sent + 2, sent + 4);
        }
        Analysis analysis = Analyzer.analyze(
                trace.build(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
        assertTrue(analysis.findings().stream().noneMatch(its -> its.kind().equals("unseen-receivers")));
    }
}

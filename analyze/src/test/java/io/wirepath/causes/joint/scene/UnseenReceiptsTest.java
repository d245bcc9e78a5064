package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                .filter(own -> own.kind().equals("unseen-receivers"))
                .findFirst()
                .orElseThrow();
        assertEquals("inv0, inv1 work for port 80 api0 +1, and no capture shows what they receive", finding.title());
    }

    /** Who looks for the requests of a path knows the same roles, and so the same paths. */
    @Test
    void findsTheRequestsOfItsPaths() {
        Analysis analysis = partly();
        Set<String> found = analysis.table().roots().keySet();
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
        assertTrue(analysis.findings().stream().noneMatch(own -> own.kind().equals("unseen-receivers")));
    }

    /**
     * A stranger calls at random beside a site that answers calls at a fixed beat. Rows alternate between calls that
     * were sent while a task was open, and others: a sample by row numbers holds the former alone.
     */
    @Test
    void takesNoStrangerForAWorker() {
        trace.call("client", "elsewhere", -1, 1e6);
        for (int n = 0; n < 2 * REQUESTS; n++) {
            double now = 20.0 * n;
            trace.call("client" + n % 3, "web", now, now + 15.3);
            trace.call("web", "app", now + 2, now + 13);
            trace.call("app", "db", now + 5, now + 10);
            double strays = now + 20 * random.nextDouble();
            trace.call("stranger", "victim", strays, strays + 0.02);
        }
        Analysis analysis = Analyzer.analyze(
                trace.build(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
        assertEquals(0, foreign(analysis));
    }

    /** One who holds requests open, from several addresses, and calls from another one meanwhile. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void takesNobodyForAWorkerWhoCallsWhileHisOwnRequestsAreOpen(int addresses) {
        double now = 0;
        for (int n = 0; n < 2 * REQUESTS; n++) {
            now += 5 + 40 * random.nextDouble();
            trace.call("client" + n % 3, "web", now, now + 15);
            trace.call("web", "app", now + 2, now + 13);
        }
        for (double strays = 0; strays < now; strays += 10 + 60 * random.nextDouble()) {
            trace.call("hostile" + random.nextInt(addresses), "web", strays, strays + 9);
            trace.call("stranger", "victim", strays + 1, strays + 2);
            trace.call("stranger", "victim", strays + 3, strays + 7);
        }
        Analysis analysis = Analyzer.analyze(
                trace.build(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
        assertEquals(0, foreign(analysis));
    }

    /**
     * Slow requests of strangers, of which hardly a moment has none open: the short calls of clients lie within them,
     * as nearly every moment does. Of 240 draws 52 had clients work for the server that the strangers ask.
     */
    @ParameterizedTest
    @ValueSource(ints = {15, 31, 53, 62, 74, 104, 105, 222})
    void takesNobodyForAWorkerWhereARequestIsOpenNearlyAllTheTime(int seed) {
        Random draws = new Random(seed);
        double open = 0.5 + 8 * draws.nextDouble();
        int clients = 1 + draws.nextInt(3);
        int strangers = new int[] {1, 3, 20, 250}[draws.nextInt(4)];
        double spread = draws.nextDouble();
        String asked = draws.nextBoolean() ? "app" : "other";
        double gap = 30 + 300 * draws.nextDouble();
        double now = 0;
        while (now < 20_000) {
            now += -gap * Math.log(draws.nextDouble());
            String web = "web" + draws.nextInt(3);
            trace.call("client" + draws.nextInt(clients), web, now, now + 12);
            trace.call(web, "app", now + 1, now + 10);
        }
        for (double strays = 0; strays < now; strays += -400 / open * Math.log(draws.nextDouble())) {
            String stranger = "stranger" + draws.nextInt(strangers);
            double took = 400 * (1 - spread + 2 * spread * draws.nextDouble());
            trace.call(stranger, asked, strays, strays + took);
        }
        Analysis analysis = Analyzer.analyze(
                trace.build(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
        assertEquals(0, foreign(analysis));
        assertTrue(
                analysis.findings().stream()
                        .noneMatch(own -> own.kind().equals("unseen-receivers")
                                || own.kind().equals("join")),
                () -> analysis.findings().toString());
    }

    /** Calls whose cause another node received. */
    private static int foreign(Analysis analysis) {
        MessageTable messages = analysis.messages();
        int[] parent = analysis.calls().parent();
        int[] request = analysis.calls().request();
        int found = 0;
        for (int call = 0; call < parent.length; call++) {
            found += parent[call] != MessageTable.NONE
                            && messages.destination(request[parent[call]]) != messages.source(request[call])
                    ? 1
                    : 0;
        }
        return found;
    }
}

package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.linking.MessageLinking;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is said of a system is true: scenes in which a sentence that lies near would be false. */
class TrueSentencesTest {

    private static final CausalAlgorithm NESTING = new Nesting(NestingSettings.defaults());

    private static List<Finding> findings(String kind, CausalAlgorithm algorithm, MessageTable messages) {
        return Analyzer.analyze(messages, algorithm, AnalysisSettings.defaults()).findings().stream()
                .filter(finding -> finding.kind().equals(kind))
                .toList();
    }

    /**
     * Somebody checks the web all the time, and clients begin to ask it after 20 s: at first it asks the cache twice
     * for each. Counted over one time the calls for a request become more, not fewer.
     */
    @Test
    void callsAreCountedOverTheTimeOfTheRequests() {
        Random random = new Random(1);
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 1600; i++) {
            double time = 30 * i;
            trace.asks(80, 1).call("check", "web", time, time + 0.2 + 0.1 * random.nextDouble());
            if (time >= 20_000) {
                trace.asks(80, 2).call("cl", "web", time + 2, time + 18 + random.nextDouble());
                for (int call = 0; call < (time < 24_000 ? 2 : 1); call++) {
                    trace.asks(6379, 3).call("web", "cache", time + 5 + 4 * call, time + 7 + 4 * call);
                }
            }
        }
        assertEquals(List.of(), findings("calls-since", NESTING, trace.build()));
    }

    /** The web looks after its connections to the database: by itself, now in one way, then in another. */
    @Test
    void whatANodeOfOursAsksByItselfIsNotFromOutside() {
        Random random = new Random(2);
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 400; i++) {
            double time = 100 * i;
            trace.asks(80, 1).call("cl", "web", time, time + 5);
            trace.asks(5432, i < 240 ? 7 : 8)
                    .call("web", "db", time + 50, time + (i < 240 ? 51 : 54) + random.nextDouble());
            trace.asks(5432, 9).call("web", "db", time + 60, time + 62 + random.nextDouble());
        }
        assertEquals(List.of(), findings("mix-since", NESTING, trace.build()));
    }

    /** One request of 21 asks the database, too: for another thing than the others, or where the cache has nothing. */
    private static MessageTable shop(boolean ordersAreAnotherKind) {
        Random random = new Random(2);
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 2100; i++) {
            double time = 100 * i;
            boolean slow = i % 21 == 0;
            trace.asks(80, slow && ordersAreAnotherKind ? 2 : 1)
                    .call("cl", "web", time, time + (slow ? 60 : 6) + random.nextDouble());
            trace.asks(6379, 3).call("web", "cache", time + 1, time + 2);
            if (slow) {
                trace.asks(5432, 4).call("web", "db", time + 3, time + 50);
            }
        }
        return trace.build();
    }

    @Test
    void anotherKindOfRequestIsNoRarePath() {
        assertEquals(1, findings("rare-slow-path", NESTING, shop(false)).size());
        assertEquals(List.of(), findings("rare-slow-path", NESTING, shop(true)));
    }

    /** Two requests at once, and one call that may be for either: that the other waits for nothing is not known. */
    @Test
    void saysNothingOfAPathThatIsInDoubt() {
        CallTrace trace = new CallTrace();
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            double time = 200 * i;
            trace.call("cl", "app", time, time + 100 + random.nextDouble());
            trace.call("cl", "app", time + 0.01, time + 100 + random.nextDouble());
            trace.call("app", "db", time + 20 + random.nextDouble(), time + 30);
        }
        assertEquals(
                List.of(), findings("where-time-goes", new MessageLinking(LinkingSettings.defaults()), trace.build()));
    }

    @Test
    void saysHowManyCallersHungUp() {
        NodeTable nodes = new NodeTable();
        int caller = nodes.add("api", "api", true);
        int callee = nodes.add("pay", "pay", true);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        for (int i = 0; i < 100; i++) {
            long nanos = 100_000_000L * i;
            boolean hangsUp = i % 10 == 0;
            builder.add(nanos, nanos, caller, 4000 + i, callee, 80, i, 6, Role.REQUEST, 0, 1, 100, 0, i);
            if (hangsUp) {
                builder.end(i, nanos + 5_000_000_000L, i == 0 ? 80 : 4000 + i, false, 1, i == 50);
                builder.end(i, nanos + 6_000_000_000L, 80, false, 1, false);
            }
            if (!hangsUp && i % 25 != 3) {
                nanos += 1_000_000;
                builder.add(nanos, nanos, callee, 80, caller, 4000 + i, i, 6, Role.RESPONSE, 0, 1, 100, 0, i);
            }
        }
        Finding finding = findings("unanswered-calls", NESTING, builder.build()).get(0);
        assertEquals("12 of 80 calls to port 80 have no response (15 %)", finding.title());
        assertEquals(
                "In 7 the caller closed or reset the connection about 5.0 s after the request: look at the timeouts of"
                        + " who calls, and at what port 80 waited for. In 1 port 80 closed the connection about 5.0 s"
                        + " after the request. Of 4 no end was seen: port 80 did not answer, or the capture missed it."
                        + " Counted are requests more than two seconds before the end of the capture; not those that"
                        + " are open for no longer than an answer took. It rests on one caller.",
                finding.detail());
    }

    /** Of two name servers one is down: the other's answers show that the capture has both directions. */
    @Test
    void aDeadReplicaOfADatagramServerIsAProblem() {
        NodeTable nodes = new NodeTable();
        int caller = nodes.add("api", "api", true);
        int[] servers = {nodes.add("ns1", "ns1", true), nodes.add("ns2", "ns2", true)};
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        for (int i = 0; i < 200; i++) {
            long nanos = 100_000_000L * i;
            int server = servers[i % 2];
            builder.add(nanos, nanos, caller, 4000 + i, server, 53, i, 17, Role.REQUEST, 0, 1, 100, 0, i);
            if (i % 2 == 0) {
                nanos += 1_000_000;
                builder.add(nanos, nanos, server, 53, caller, 4000 + i, i, 17, Role.RESPONSE, 0, 1, 100, 0, i);
            }
        }
        List<Finding> found = findings("unanswered-calls", NESTING, builder.build());
        assertEquals(1, found.size());
        assertEquals(
                Finding.Severity.PROBLEM, found.get(0).severity(), found.get(0).title());
        assertTrue(!found.get(0).detail().contains("No datagram"), found.get(0).detail());
    }

    /** Many addresses that ask for what fails say nothing of the requests of others. */
    @Test
    void saysWhoseRequestsFail() {
        NodeTable nodes = new NodeTable();
        int server = nodes.add("pay", "pay", true);
        int[] callers = new int[20];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = nodes.add("c" + i, "c", true);
        }
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        for (int i = 0; i < 600; i++) {
            long nanos = 100_000_000L * i;
            boolean fails = i % 2 == 0;
            int caller = callers[fails ? 1 + i / 2 % 19 : 0];
            int outcome = Outcome.of(Outcome.Kind.HTTP, fails ? 500 : 200);
            builder.add(nanos, nanos, caller, 4000 + i, server, 80, i, 6, Role.REQUEST, 0, 1, 100, 0, i);
            nanos += 1_000_000;
            builder.add(nanos, nanos, server, 80, caller, 4000 + i, i, 6, Role.RESPONSE, 0, 1, 100, 0, i);
            builder.outcome(outcome);
        }
        Finding finding = findings("failures-begin", NESTING, builder.build()).get(0);
        assertTrue(finding.title().contains("100 % of the requests of 19 callers with an error"), finding.title());
        assertTrue(finding.detail().contains("300 answers to others are no errors."), finding.detail());
        assertEquals(19, finding.callers());
    }

    /** A consumer works for one to seven deliveries and acknowledges the last of them for all: no clock, no timer. */
    @Test
    void namesNothingThatEndsABatchWhereNothingTellsIt() {
        Random random = new Random(7);
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 200; i++) {
            int size = 1 + random.nextInt(7);
            for (int x = 1; x <= size; x++) {
                now -= 10 * Math.log(1 - random.nextDouble());
                trace.delivery("broker", "consumer", now, x == size ? now + 3 : Double.NaN);
            }
            trace.call("consumer", "store", now + 0.5, now + 2);
        }
        Finding join = findings("join", NESTING, trace.build()).get(0);
        assertEquals("consumer gathers messages from CLIENT:9 and sends for up to 7 at a time", join.title());
        assertEquals(
                "Seen 200 times: what it acknowledges together tells of it. Paths show the last message of a batch as"
                        + " the cause of what it sends; the links of its spans name all.",
                join.detail());
    }

    /** A pool opens many connections at first and few later, all to one replica; requests take turns all the time. */
    @Test
    void aReplicaThatGetsTheNewConnectionsDoesNotGetTheRequests() {
        NodeTable nodes = new NodeTable();
        int caller = nodes.add("api", "api", true);
        int[] replicas = {nodes.add("pay1", "pay1", true), nodes.add("pay2", "pay2", true)};
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        int connections = 2;
        for (int i = 0; i < 800; i++) {
            int replica = i % 2;
            boolean opens = i < 160 || replica == 0 && i % 20 == 0;
            int connection = opens ? connections++ : replica;
            int port = 4000 + connection;
            long nanos = 50_000_000L * i;
            int to = replicas[replica];
            builder.add(nanos, nanos, caller, port, to, 80, connection, 6, Role.REQUEST, 0, i, 100, 0, i);
            nanos += 1_000_000;
            builder.add(nanos, nanos, to, 80, caller, port, connection, 6, Role.RESPONSE, 0, i, 100, 0, i);
        }
        assertEquals(List.of(), findings("balance-since", NESTING, builder.build()));
    }

    /** Programs of one address: a broker, a worker that acknowledges several deliveries at once, somebody who asks. */
    @Test
    void programsOfOneAddressAreNotToldApart() {
        Random random = new Random(7);
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 200; i++) {
            int size = 1 + random.nextInt(7);
            trace.asks(80, 1).call("host", "host", now, now + 3);
            for (int x = 1; x <= size; x++) {
                now -= 10 * Math.log(1 - random.nextDouble());
                trace.delivery("host", "host", now, x == size ? now + 3 : Double.NaN);
            }
            trace.asks(3306, 2).call("host", "host", now + 0.5, now + 2);
        }
        MessageTable messages = trace.build();
        assertEquals(List.of(), findings("join", NESTING, messages));
        assertEquals(List.of(), findings("where-time-goes", NESTING, messages));
    }
}

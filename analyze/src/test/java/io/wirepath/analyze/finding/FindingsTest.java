package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.TraceText;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.linking.MessageLinking;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FindingsTest {

    /** A service of three replicas whose work takes 5 to 25 ms, and every eighth request 60 ms more. */
    private static String service(long seed, int requests, double extraMillisOfTheThird) {
        Random random = new Random(seed);
        StringBuilder trace = new StringBuilder();
        double time = 0;
        for (int i = 0; i < requests; i++) {
            time += -20 * Math.log(1 - random.nextDouble());
            int replica = 1 + random.nextInt(3);
            double work = 5 + 20 * random.nextDouble() + (random.nextInt(8) == 0 ? 60 : 0);
            double end = time + work + (replica == 3 ? extraMillisOfTheThird : 0);
            int port = 20_000 + i;
            trace.append("cl:%d app%d:80 request %.4f%n".formatted(port, replica, time));
            trace.append("app%d:%d db:99 request %.4f%n".formatted(replica, port, time + 1));
            trace.append("db:99 app%d:%d response %.4f%n".formatted(replica, port, time + 2));
            trace.append("app%d:80 cl:%d response %.4f%n".formatted(replica, port, end));
        }
        return trace.toString();
    }

    private static List<Finding> findings(String trace) {
        return Analyzer.analyze(
                        new TraceText().add(trace).build(),
                        new MessageLinking(LinkingSettings.defaults()),
                        AnalysisSettings.defaults())
                .findings();
    }

    private static List<Finding> slowReplicas(String trace) {
        return findings(trace).stream()
                .filter(finding -> finding.kind().equals("slow-replica"))
                .toList();
    }

    @Test
    void namesTheSlowReplicaFirst() {
        Finding first = findings(service(1, 600, 50)).get(0);
        assertEquals("slow-replica", first.kind());
        assertEquals(Finding.Severity.PROBLEM, first.severity());
        assertEquals(List.of("app3"), first.nodes());
        assertTrue(
                first.title().matches("app3 is about (49|50|51) ms slower than the other 2 nodes of role app"),
                first.title());
        assertEquals(50e6, first.effectNanos(), Math.max(2e6, 2 * first.uncertaintyNanos()));
        assertTrue(first.detail().startsWith("Look at app3 itself: the calls that it makes take"), first.detail());
        assertEquals(1, slowReplicas(service(1, 600, 50)).size());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void findsNoSlowReplicaWhereNoneIsSlow(long seed) {
        assertEquals(List.of(), slowReplicas(service(seed, 400, 0)));
    }

    @Test
    void saysNothingOfReplicasOnAHandfulOfCalls() {
        assertEquals(List.of(), slowReplicas(service(3, 30, 50)));
    }

    @Test
    void countsRequestsWithoutResponseButNotThoseAtTheEnd() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            trace.append("cl:%d app:80 request %d%n".formatted(1000 + i, 100 * i));
            if (i % 20 != 0 && i < 95) {
                trace.append("app:80 cl:%d response %d%n".formatted(1000 + i, 100 * i + 5));
            }
        }
        Finding finding = findings(trace.toString()).stream()
                .filter(one -> one.kind().equals("unanswered-calls"))
                .findFirst()
                .orElseThrow();
        assertEquals("4 of 80 calls to app have no response (5.0 %)", finding.title());
        assertEquals(Finding.Severity.NOTICE, finding.severity());
    }

    /** As a window of a minute sees long polls of 30 s: those that are open at its end were answered so far. */
    @Test
    void doesNotMissAnswersThatMayComeAfterTheEnd() {
        StringBuilder trace = new StringBuilder();
        int poll = 30_000;
        int end = 80_000;
        for (int client = 0; client < 5; client++) {
            for (int at = 1000 * client; at < end; at += poll) {
                trace.append("cl%d:%d app:80 request %d%n".formatted(client, 1000 + at / poll, at));
                if (at + poll < end) {
                    trace.append("app:80 cl%d:%d response %d%n".formatted(client, 1000 + at / poll, at + poll));
                }
            }
        }
        trace.append("cl9:1000 app:80 request %d%n".formatted(end));
        assertEquals(
                List.of(),
                findings(trace.toString()).stream()
                        .filter(one -> one.kind().equals("unanswered-calls"))
                        .toList());
    }

    /** Those who never get an answer, beside one who always does. */
    @Test
    void saysWhoseRequestsHaveNoResponse() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            trace.append("cl:%d app:80 request %d%n".formatted(1000 + i, 100 * i));
            trace.append("app:80 cl:%d response %d%n".formatted(1000 + i, 100 * i + 5));
            trace.append("x%d:%d app:80 request %d%n".formatted(i % 4, 1000 + i, 100 * i + 50));
        }
        trace.append("cl9:1000 app:80 request 20000%n".formatted());
        Finding finding = findings(trace.toString()).stream()
                .filter(one -> one.kind().equals("unanswered-calls"))
                .findFirst()
                .orElseThrow();
        assertEquals("100 of 100 calls of 4 callers to app have no response (100 %)", finding.title());
        assertTrue(finding.detail().contains("All 100 calls of others have one."), finding::detail);
    }

    /** Of one that others stand beside, only its own calls are its calls. */
    @Test
    void countsCallsOfAStrangerAlone() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            String usual = i < 4 ? "rare" : "cl";
            trace.append("%s:%d app:80 request %d%n".formatted(usual, 1000 + i, 100 * i));
            trace.append("app:80 %s:%d response %d%n".formatted(usual, 1000 + i, 100 * i + 5));
            if (i % 2 == 0) {
                trace.append("x:%d app:80 request %d%n".formatted(1000 + i, 100 * i + 50));
            }
        }
        trace.append("cl:9000 app:80 request 20000%n".formatted());
        Finding finding = findings(trace.toString()).stream()
                .filter(one -> one.kind().equals("unanswered-calls"))
                .findFirst()
                .orElseThrow();
        assertEquals("50 of 50 calls of x to app have no response (100 %)", finding.title());
        assertTrue(finding.detail().contains("All 100 calls of others have one."), finding::detail);
    }

    /** Clocks may tell that an answer took no time, or less. */
    @Test
    void countsAnswersThatTookNoTime() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            trace.append("cl:%d app:80 request %d%n".formatted(1000 + i, 10 * i));
            if (i > 9) {
                trace.append("app:80 cl:%d response %d%n".formatted(1000 + i, 10 * i));
            }
        }
        trace.append("cl9:1000 app:80 request 80000%n".formatted());
        List<String> found = findings(trace.toString()).stream()
                .filter(one -> one.kind().equals("unanswered-calls"))
                .map(Finding::title)
                .toList();
        assertEquals(List.of("10 of 20 calls to app have no response (50 %)"), found);
    }

    @Test
    void saysWhenCausesAreInDoubt() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            for (int j = 0; j < 5; j++) {
                trace.append("cl%d:%d app:80 request %.3f%n".formatted(j, 1000 + i, 100 * i + j * 0.1));
            }
            for (int j = 0; j < 5; j++) {
                trace.append("app:%d db:99 request %.3f%n".formatted(2000 + 5 * i + j, 100 * i + 10 + j * 0.1));
            }
        }
        assertTrue(
                findings(trace.toString()).stream().anyMatch(one -> one.kind().equals("ambiguous-links")));
    }

    @Test
    void findsNothingInAnEmptyTrace() {
        assertEquals(List.of(), findings(""));
    }
}

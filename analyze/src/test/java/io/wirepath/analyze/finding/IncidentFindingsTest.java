package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.TraceText;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.linking.MessageLinking;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class IncidentFindingsTest {

    private static final double ONSET_MILLIS = 24_000;

    /** Clients call app1 or app2, which asks db; from the onset on app2 or db takes longer. */
    private static List<Finding> findings(double extraAtApp2, double extraAtDb) {
        Random random = new Random(7);
        StringBuilder trace = new StringBuilder();
        int port = 20_000;
        for (double time = 0; time < 40_000; time -= 40 * Math.log(1 - random.nextDouble())) {
            int replica = 1 + random.nextInt(2);
            boolean late = time >= ONSET_MILLIS;
            double before = 3 * Math.exp(0.3 * random.nextGaussian());
            double query = 4 * Math.exp(0.3 * random.nextGaussian()) + (late ? extraAtDb : 0);
            double after = 3 * Math.exp(0.3 * random.nextGaussian()) + (late && replica == 2 ? extraAtApp2 : 0);
            port++;
            trace.append("cl:%d app%d:80 request %.4f%n".formatted(port, replica, time));
            trace.append("app%d:%d db:99 request %.4f%n".formatted(replica, port, time + before));
            trace.append("db:99 app%d:%d response %.4f%n".formatted(replica, port, time + before + query));
            trace.append("app%d:80 cl:%d response %.4f%n".formatted(replica, port, time + before + query + after));
        }
        return findings(trace).stream()
                .filter(finding -> finding.change() != null)
                .toList();
    }

    @Test
    void saysWhomANodeAnswersLaterWhereItsCallersDiffer() {
        Finding first = ofTwoCallers(20, 0, (time, port) -> "");
        assertEquals("slower-since", first.kind());
        assertTrue(first.title().contains("auth no later"), first.title());
    }

    /** What an analysis of this trace tells. */
    private static List<Finding> findings(StringBuilder trace) {
        return Analyzer.analyze(
                        new TraceText().add(trace.toString()).build(),
                        new MessageLinking(LinkingSettings.defaults()),
                        AnalysisSettings.defaults())
                .findings();
    }

    /**
     * The first finding where a database answers app 30 ms later, and auth so much.
     *
     * @param stepMillis from request to request
     * @param besides what else is said then
     */
    private static Finding ofTwoCallers(int stepMillis, int laterAtAuth, BiFunction<Double, Integer, String> besides) {
        Random random = new Random(7);
        StringBuilder trace = new StringBuilder();
        int port = 20_000;
        for (double time = 0; time < 40_000; time += stepMillis) {
            boolean isApp = random.nextInt(3) > 0;
            double late = time < ONSET_MILLIS ? 0 : isApp ? 30 : laterAtAuth;
            double query = 4 * Math.exp(0.3 * random.nextGaussian()) + late;
            String caller = isApp ? "app" : "auth";
            trace.append("cl:%d %s:%d request %.4f%n".formatted(++port, caller, isApp ? 80 : 81, time));
            trace.append("%s:%d db:99 request %.4f%n".formatted(caller, port, time + 1));
            trace.append("db:99 %s:%d response %.4f%n".formatted(caller, port, time + 1 + query));
            trace.append("%s:%d cl:%d response %.4f%n".formatted(caller, isApp ? 80 : 81, port, time + 2 + query));
            trace.append(besides.apply(time, port));
        }
        return first(trace);
    }

    private static Finding first(StringBuilder trace) {
        return findings(trace).get(0);
    }

    /** A call of long ago that got no answer was given up with the request that it was made for. */
    @Test
    void whoGaveUpACallBeforeWaitsForNothing() {
        Random random = new Random(7);
        StringBuilder trace = new StringBuilder();
        int port = 20_000;
        double until = ONSET_MILLIS + 2500;
        for (double time = 0; time < 40_000; time += 50) {
            double took = 4 * Math.exp(0.3 * random.nextGaussian());
            double answered = time >= ONSET_MILLIS && time < until ? until + took / 10 : time + took;
            trace.append("cl:%d app:80 request %.4f%n".formatted(++port, time));
            trace.append("app:80 cl:%d response %.4f%n".formatted(port, time + took));
            trace.append("cl:%d db:99 request %.4f%n".formatted(port, time));
            trace.append(time == 1000 ? "db:%d disk:98 request %.4f%n".formatted(port, time + took / 2) : "");
            trace.append("db:99 cl:%d response %.4f%n".formatted(port, answered));
        }
        List<String> told = findings(trace).stream().map(Finding::title).toList();
        assertTrue(told.stream().anyMatch(own -> own.startsWith("db sends nothing for 2.5 s")), told::toString);
    }

    /** A mean over callers who see 30 and 11 ms is that of nobody, also where a third one sees nothing. */
    @Test
    void tellsEachOfThoseWhoSeeUnlikeTimes() {
        Finding first = ofTwoCallers(
                50,
                11,
                (time, port) -> "stranger:%d db:99 request %.4f%ndb:99 stranger:%d response %.4f%n"
                        .formatted(port, time + 25, port, time + 45));
        assertTrue(
                first.title().matches("db answers .*: app (29|30|31) ms, auth (10|11|12) ms, CLIENT no later.*"),
                first.title());
    }

    /** One asks all the time and is answered as ever; another comes late, so nobody knows how it would be answered. */
    @Test
    void namesThoseWhoSeeItAndThoseWhoSurelyDoNot() {
        Random random = new Random(7);
        CallTrace trace = new CallTrace();
        for (double time = 0; time < 40_000; time += 100) {
            double more = time >= ONSET_MILLIS ? 30 : 0;
            double took = 8 * Math.exp(0.2 * random.nextGaussian());
            trace.call("cl" + random.nextInt(3), "app", time, time + took + more);
            trace.call("stranger", "app", time + 50, time + 70 + took);
            if (more > 0 && time % 1500 == 0) {
                trace.call("late", "app", time + 85, time + 98);
            }
        }
        Finding first = Analyzer.analyze(
                        trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .get(0);
        assertTrue(
                first.title()
                        .matches(
                                "app answers about \\d+ ms later .*: cl0, cl1, cl2 (29|30|31) ms, stranger no later.*"),
                first.title());
    }

    /** A release that takes longer calls somebody else as well: one sentence tells both. */
    @Test
    void tellsWhomASlowerServiceCallsSince() {
        Random random = new Random(7);
        StringBuilder trace = new StringBuilder();
        int port = 20_000;
        for (double time = 0; time < 40_000; time += 30) {
            boolean released = time >= ONSET_MILLIS;
            double own = 4 * Math.exp(0.2 * random.nextGaussian()) + (released ? 4 : 0);
            trace.append("cl:%d price:80 request %.4f%n".formatted(++port, time));
            for (String called : released ? List.of("cache", "db") : List.of("cache")) {
                trace.append("price:%d %s:99 request %.4f%n".formatted(port, called, time + own));
                trace.append("%s:99 price:%d response %.4f%n".formatted(called, port, time + own + 2));
                own += 2;
            }
            trace.append("price:80 cl:%d response %.4f%n".formatted(port, time + own + 1));
        }
        Finding first = findings(trace).get(0);
        assertTrue(first.title().startsWith("price works about 4"), first.title());
        assertTrue(first.title().contains("; it calls db 1.0 times a request then, and not otherwise"), first.title());
    }

    /** What a broker sends unasked to who waits for it is no call that it makes for what it is asked meanwhile. */
    @Test
    void whatABrokerDeliversIsNoCall() {
        StringBuilder trace = new StringBuilder();
        int port = 20_000;
        for (double time = 0; time < 40_000; time += 20) {
            trace.append("cl:%d web:80 request %.4f%n".formatted(++port, time));
            trace.append("web:%d broker:6379 request %.4f%n".formatted(port, time + 1));
            if (time >= ONSET_MILLIS || port % 20 == 0) {
                trace.append("broker:6379 worker:40001 one_way %.4f%n".formatted(time + 1.3));
            }
            trace.append("broker:6379 web:%d response %.4f%n".formatted(port, time + 1.5));
            trace.append("web:80 cl:%d response %.4f%n".formatted(port, time + 2));
        }
        List<Finding> told = Analyzer.analyze(
                        new TraceText()
                                .opener("worker:40001")
                                .add(trace.toString())
                                .build(),
                        new MessageLinking(LinkingSettings.defaults()),
                        AnalysisSettings.defaults())
                .findings();
        assertTrue(told.stream().noneMatch(own -> own.kind().equals("calls-since")), told::toString);
    }

    @Test
    void blamesNoServiceWhereSomeRequestsOfThreeTakeLongerTogether() {
        Random random = new Random(7);
        StringBuilder trace = new StringBuilder();
        int port = 20_000;
        for (double time = 0; time < 40_000; time += 20) {
            for (String service : List.of("a:80", "b:81", "c:82", "d:83", "e:84", "f:85", "g:86")) {
                boolean late =
                        "abc".contains(service.substring(0, 1)) && time >= ONSET_MILLIS && random.nextInt(4) == 0;
                double takes = 4 * Math.exp(0.3 * random.nextGaussian()) + (late ? 40 : 0);
                String client = "client-of-" + service.charAt(0);
                double sent = time + 20 * random.nextDouble();
                trace.append("%s:%d %s request %.4f%n".formatted(client, ++port, service, sent));
                trace.append("%s %s:%d response %.4f%n".formatted(service, client, port, sent + takes));
            }
        }
        List<Finding> findings = findings(trace);
        assertTrue(findings.stream().noneMatch(finding -> finding.severity() == Severity.PROBLEM), findings.toString());
        assertTrue(findings.toString().contains("3 servers answer some requests later together"), findings.toString());
    }

    @Test
    void namesTheReplicaThatBecameSlowerAndWhen() {
        List<Finding> findings = findings(30, 0);
        assertEquals(1, findings.size(), findings.toString());
        Finding first = findings.get(0);
        assertEquals("slower-since", first.kind());
        assertEquals(Severity.PROBLEM, first.severity());
        assertEquals(List.of("app2"), first.nodes());
        assertEquals(30e6, first.effectNanos(), 2e6);
        assertEquals(ONSET_MILLIS, first.change().onsetNanos() / 1e6, 1000);
        assertTrue(first.title().endsWith("app1 did not change"), first.title());
    }

    /** Some requests of both replicas are late: in the middle neither is slower, and neither is unchanged. */
    @Test
    void callsNoReplicaUnchangedThatAnswersSomeRequestsLater() {
        String titles = titlesOfLateReplicas(10_000);
        assertTrue(titles.contains("app1 answers some requests"), titles);
        assertTrue(titles.contains("app2 answers some requests"), titles);
        assertFalse(titles.contains("did not change"), titles);
    }

    @Test
    void tellsOnceWhatAllReplicasShowFromOneMomentOn() {
        String titles = titlesOfLateReplicas(1500);
        assertTrue(titles.startsWith("[app answers some requests much later since 00:00:2"), titles);
        assertFalse(titles.contains("app1") || titles.contains("app2"), titles);
    }

    /** One request of five is late at each replica, at the second one from so much later on. */
    private static String titlesOfLateReplicas(double apartMillis) {
        Random random = new Random(7);
        StringBuilder trace = new StringBuilder();
        int port = 20_000;
        for (double time = 0; time < 40_000; time -= 30 * Math.log(1 - random.nextDouble())) {
            int replica = random.nextInt(2);
            boolean late = time >= ONSET_MILLIS + apartMillis * replica && random.nextInt(5) == 0;
            double takes = 6 * Math.exp(0.3 * random.nextGaussian()) + (late ? 80 : 0);
            trace.append("cl:%d app%d:80 request %.4f%n".formatted(++port, 1 + replica, time));
            trace.append("app%d:80 cl:%d response %.4f%n".formatted(1 + replica, port, time + takes));
        }
        return findings(trace).stream().map(Finding::title).toList().toString();
    }

    @Test
    void tellsWhoSuffersAndShowsRequestsOfBothTimes() {
        Finding first = findings(30, 0).get(0);
        assertEquals(1, first.callers());
        assertTrue(first.detail().endsWith(" It rests on one caller."), first.detail());
        ToldIncident told = first.incident();
        assertEquals(IncidentCase.State.STILL, told.state());
        assertEquals(List.of("app1"), told.unchanged());
        assertTrue(told.requests() > 100, () -> told.requests() + " requests");
        assertTrue(told.probability() > 0.95, () -> "probability " + told.probability());
        for (ToldIncident.Example example : told.examples()) {
            assertEquals("app2", example.server());
            assertEquals(example.isUsual(), example.nanos() / 1e6 < ONSET_MILLIS, example::toString);
            assertEquals(example.isUsual(), example.ownNanos() < 20e6, example::toString);
        }
        assertEquals(3, told.examples().stream().filter(own -> !own.isUsual()).count());
    }

    @Test
    void namesWhatIsSlowAndNotWhoWaitsForIt() {
        List<Finding> findings = findings(0, 20);
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(List.of("db"), findings.get(0).nodes());
        assertEquals(20e6, findings.get(0).effectNanos(), 2e6);
        String title = findings.get(0).title();
        assertTrue(title.contains("client requests through it take"), title);
    }

    @Test
    void tellsTwoThatBeganAtOnceApart() {
        List<Finding> findings = findings(40, 20);
        assertEquals(
                List.of(List.of("app2"), List.of("db")),
                findings.stream()
                        .map(Finding::nodes)
                        .sorted((a, b) -> a.get(0).compareTo(b.get(0)))
                        .toList());
    }

    /**
     * Clients call app, which calls auth and db; at one moment auth begins to fail, and db takes half as long again.
     */
    @Test
    void whatBecomesSlowerWhenAnotherServerFailsIsItsOwnTrouble() {
        Random random = new Random(19);
        int ok = Outcome.of(Outcome.Kind.HTTP, 200);
        CallTrace trace = new CallTrace();
        for (double time = 0; time < 40_000; time -= 60 * Math.log(1 - random.nextDouble())) {
            boolean late = time >= ONSET_MILLIS;
            boolean fails = late && random.nextInt(5) == 0;
            double query = time + 8 + 8 * Math.exp(0.3 * random.nextGaussian()) + (late ? 6 : 0);
            trace.call("cl", "app", time, query + 2, fails ? Outcome.of(Outcome.Kind.HTTP, 502) : ok);
            trace.call("app", "auth", time + 2, time + 5, fails ? Outcome.of(Outcome.Kind.HTTP, 500) : ok);
            trace.call("app", "db", time + 7, query, ok);
        }
        List<Finding> findings = Analyzer.analyze(
                        trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings();
        assertEquals(List.of("auth"), findings.get(0).nodes(), findings::toString);
        assertEquals("errors-since", findings.get(0).kind());
        assertEquals(List.of("db"), findings.get(1).nodes(), findings::toString);
        assertEquals("slower-since", findings.get(1).kind());
    }

    @Test
    void saysNothingWhereNothingChanged() {
        assertEquals(List.of(), findings(0, 0));
    }

    /** Clients call web, which asks auth; from the onset on a third of auth's answers fail, and web passes it on. */
    @Test
    void namesWhereErrorsBeganAndWhen() {
        Random random = new Random(11);
        int ok = Outcome.of(Outcome.Kind.HTTP, 200);
        CallTrace trace = new CallTrace();
        for (double time = 0; time < 40_000; time -= 60 * Math.log(1 - random.nextDouble())) {
            boolean fails = time >= ONSET_MILLIS && random.nextInt(3) == 0;
            trace.call("cl", "web", time, time + 9, fails ? Outcome.of(Outcome.Kind.HTTP, 502) : ok);
            trace.call("web", "auth", time + 2, time + 5, fails ? Outcome.of(Outcome.Kind.HTTP, 500) : ok);
        }
        Finding first = Analyzer.analyze(
                        trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .get(0);
        assertEquals("errors-since", first.kind());
        assertEquals(List.of("auth"), first.nodes());
        assertEquals(ONSET_MILLIS, first.change().onsetNanos() / 1e6, 1000);
        assertTrue(first.title().contains("of the clients' requests fail because of it"), first.title());
    }

    /** Requests to web1 and web2, each asking auth for one kind of request; all change at the onset as told. */
    private static List<Finding> traffic(double factor, double shareOfWeb1, double askedAfter) {
        Random random = new Random(13);
        CallTrace trace = new CallTrace();
        for (double time = 0; time < 40_000; ) {
            boolean late = time >= ONSET_MILLIS;
            time -= (late ? 40 / factor : 40) * Math.log(1 - random.nextDouble());
            String web = random.nextDouble() < (late ? shareOfWeb1 : 0.5) ? "web1" : "web2";
            double took = 4 * Math.exp(0.2 * random.nextGaussian());
            trace.call("cl", web, time, time + 4 + took, Outcome.of(Outcome.Kind.HTTP, 200));
            if (random.nextDouble() < (late ? askedAfter : 0.3)) {
                trace.call(web, "auth", time + 1, time + 1 + took, Outcome.of(Outcome.Kind.HTTP, 200));
            }
        }
        return Analyzer.analyze(trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings()
                .stream()
                .filter(finding -> finding.change() != null)
                .toList();
    }

    private static void assertOnly(String kind, List<String> nodes, List<Finding> findings) {
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(kind, findings.get(0).kind());
        assertEquals(nodes, findings.get(0).nodes());
        assertEquals(Severity.NOTICE, findings.get(0).severity());
        assertEquals(ONSET_MILLIS, findings.get(0).change().onsetNanos() / 1e6, 1000);
    }

    @Test
    void moreRequestsAreLoadAndNoFault() {
        assertOnly("load-since", List.of("web1", "web2"), traffic(4, 0.5, 0.3));
    }

    @Test
    void namesTheReplicaThatGetsMore() {
        assertOnly("balance-since", List.of("web1"), traffic(1, 0.85, 0.3));
    }

    @Test
    void tellsThatMoreIsDoneForARequest() {
        assertOnly("calls-since", List.of("web1", "web2", "auth"), traffic(1, 0.5, 0.9));
    }

    @Test
    void thatNothingIsDoneForARequestAnyMoreGoesOnAsLongAsRequestsCome() {
        List<Finding> findings = traffic(1, 0.5, 0);
        assertOnly("calls-since", List.of("web1", "web2", "auth"), findings);
        assertTrue(
                findings.get(0).title().contains(" (still so at "),
                findings.get(0).title());
    }

    @Test
    void saysNothingWhereTrafficDoesNotChange() {
        assertEquals(List.of(), traffic(1, 0.5, 0.3));
    }

    /**
     * Clients call app, which works and asks db; app works on one request after another, and from the onset on more
     * come.
     */
    @Test
    void aQueueIsNoSlowerWork() {
        Random random = new Random(17);
        CallTrace trace = new CallTrace();
        double free = 0;
        for (double time = 0; time < 40_000; ) {
            time -= (time >= ONSET_MILLIS ? 12.5 : 30) * Math.log(1 - random.nextDouble());
            free = Math.max(free, time) + 10 * Math.exp(0.3 * random.nextGaussian());
            trace.call("cl", "app", time, free, Outcome.of(Outcome.Kind.HTTP, 200));
        }
        List<Finding> findings = Analyzer.analyze(
                        trace.build(), new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults())
                .findings();
        assertTrue(findings.stream().noneMatch(own -> own.kind().equals("slower-since")), findings.toString());
        assertEquals("load-since", findings.get(0).kind(), findings.toString());
    }
}

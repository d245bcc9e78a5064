package io.wirepath.analyze.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Incidents of calls that need no links: each is a request from outside. */
class KindsOfIncidentTest {

    private static final double ONSET = 24_000;
    private static final double END = 40_000;
    private static final int PORT = 80;

    private final Random random = new Random(3);
    private final CallTrace trace = new CallTrace();

    private double took() {
        return 8 * Math.exp(0.3 * random.nextGaussian());
    }

    private double gap(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private static List<IncidentCase> told(MessageTable messages) {
        return Incidents.of(surroundings(messages));
    }

    private static Surroundings surroundings(MessageTable messages) {
        int[] none = IntStream.range(0, messages.size())
                .filter(isRequest(messages))
                .map(row -> MessageTable.NONE)
                .toArray();
        return surroundings(messages, none);
    }

    private static Surroundings surroundings(MessageTable messages, int[] parent) {
        int[] request =
                IntStream.range(0, messages.size()).filter(isRequest(messages)).toArray();
        double[] sure = new double[request.length];
        Arrays.fill(sure, 1);
        CallTable calls = new CallTable(
                request,
                Arrays.stream(request).map(messages::partner).toArray(),
                parent,
                sure,
                IntStream.range(0, request.length).toArray());
        List<RoleSummary> roles = new ArrayList<>();
        IntStream.range(0, messages.nodes().size())
                .boxed()
                .collect(Collectors.groupingBy(
                        node -> messages.nodes().get(node).name().replaceFirst("(?<=app|crowd)[0-9]+", ""),
                        Collectors.toList()))
                .forEach((name, nodes) -> roles.add(new RoleSummary(name, nodes)));
        return Surroundings.of(messages, calls, new ServedCalls(messages, calls), roles, TimeSpan.ALWAYS);
    }

    private static IntPredicate isRequest(MessageTable messages) {
        return row -> messages.partner(row) > row;
    }

    private static String name(MessageTable messages, Incident own) {
        return messages.nodes().get(own.nodes().get(0)).name();
    }

    /** It has ten connections to the server, and the more requests wait for one the longer each takes. */
    @Test
    void aCallerThatWaitsForConnectionsFollowsHoweverLongItWaits() {
        double[] answered = new double[(int) (END / 5)];
        for (int i = 0; i < answered.length; i++) {
            double free = i < 10 ? 0 : answered[i - 10] + 0.05;
            double sent = Math.max(5 * i + 3, free);
            answered[i] = sent + (sent < ONSET ? 8 : 52) * (0.95 + 0.1 * random.nextDouble());
            trace.call("cl", "app", 5 * i, answered[i] + 3);
            trace.call("app", "db", sent, answered[i]);
        }
        MessageTable messages = trace.build();
        int[] request =
                IntStream.range(0, messages.size()).filter(isRequest(messages)).toArray();
        int[] parent = new int[request.length];
        Map<Integer, Integer> ofApp = new HashMap<>();
        for (int call = 0; call < parent.length; call++) {
            int number = (int) messages.record(request[call]);
            boolean isAsked = number % 2 == 0;
            parent[call] = isAsked ? MessageTable.NONE : Objects.requireNonNull(ofApp.get(number - 1));
            ofApp.put(number, call);
        }
        List<IncidentCase> told = Incidents.of(surroundings(messages, parent));
        assertEquals("db", name(messages, told.get(0).cause()), told::toString);
        assertTrue(
                told.get(0).effects().stream()
                        .anyMatch(own -> name(messages, own).equals("app")),
                told::toString);
        assertTrue(told.stream().noneMatch(own -> name(messages, own.cause()).equals("app")), told::toString);
    }

    /** Of two steps each is told by what it adds, and not the first by where both lead. */
    @Test
    void tellsEachOfTwoStepsByWhatItAdds() {
        for (double time = 0; time < END; time += gap(160)) {
            double more = (time >= END / 3 ? 15 : 0) + (time >= ONSET ? 30 : 0);
            trace.call("cl", "auth", time, time + took() / 2 + more);
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(2, told.size(), told::toString);
        told.forEach(own -> assertEquals(
                own.cause().change().onsetNanos() / 1e6 < ONSET - 2000 ? 15 : 30,
                own.cause().effectNanos() / 1e6,
                1));
    }

    /** A mean over messages that take longer and others that do not is that of none. */
    @ParameterizedTest
    @CsvSource({
        "there, SLOWER_WAY, 3",
        "back, SLOWER_WAY, 3",
        "ofOne, SLOWER_LINK, 1",
        "all, SLOWER_LINK, 3",
        "thereMuchOfOne, SLOWER_WAY, 1"
    })
    void tellsWhichMessagesTakeLongerOnTheirWay(String which, Kind kind, int nodes) {
        for (double time = 0; time < END; time += gap(20)) {
            int app = random.nextInt(3);
            boolean late = time >= ONSET && (!which.endsWith("fOne") || app == 2);
            double more = which.contains("Much") ? 25 : 15;
            double usual = 0.1 + 0.05 * random.nextDouble();
            trace.takesOnItsWay(usual + (late && !which.equals("back") ? more : 0));
            trace.call("app" + app, "db", time, time + 40);
            trace.takesOnItsWay(usual + (late && !which.startsWith("there") ? more : 0));
            trace.call("db", "app" + app, time + 50, time + 90);
        }
        MessageTable messages = trace.build();
        List<IncidentCase> told = told(messages);
        Incident own = told.get(0).cause();
        assertEquals(kind, own.kind(), told::toString);
        assertEquals(which.contains("Much") ? 25 : 15, own.effectNanos() / 1e6, 0.5);
        boolean isOfDb = name(messages, own).equals("db");
        assertEquals(nodes, (isOfDb ? own.peers() : own.nodes()).size());
        assertTrue(kind == Kind.SLOWER_LINK || isOfDb == which.equals("back"), own::toString);
    }

    @Test
    void tellsAFewRequestsOfManyThatTakeMuchLonger() {
        for (double time = 0; time < END; time += gap(40)) {
            boolean isSlow = time >= ONSET && random.nextInt(8) == 0;
            trace.call("cl", random.nextBoolean() ? "app" : "web", time, time + took());
            trace.call("cl", "db", time + 1, time + 1 + took() + (isSlow ? 300 : 0));
        }
        MessageTable messages = trace.build();
        List<IncidentCase> told = told(messages);
        assertEquals(1, told.size(), told::toString);
        Incident own = told.get(0).cause();
        assertEquals(Kind.SLOWER_TAIL, own.kind());
        assertEquals("db", name(messages, own));
        assertEquals(ONSET, own.change().onsetNanos() / 1e6, 1500);
        // of one request in eight the middle shows nothing, and clients wait for it all the same
        assertEquals(300e6 / 8, told.get(0).requests().longerNanos(), 20e6);
        assertTrue(told.get(0).requests().isFelt());
    }

    /** Announcements to a group are many for a while: a service would get more requests, clients are none. */
    @ParameterizedTest
    @CsvSource({"web, 1", "CLIENT, 0"})
    void whatClientsAreToldIsNoLoad(String role, int incidents) {
        for (double time = 0; time < END; time += gap(time < ONSET ? 400 : 10)) {
            trace.call("cl", role, time, time + took());
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(incidents, told.size(), told::toString);
    }

    @Test
    void tellsOneOperationOfMany() {
        for (double time = 0; time < END; time += gap(40)) {
            int word = random.nextInt(12);
            double extra = time >= ONSET && word == 7 ? 120 : 0;
            trace.asks(PORT, word).call("cl", "db", time, time + took() + extra);
        }
        MessageTable messages = trace.build();
        List<IncidentCase> told = told(messages);
        assertEquals(1, told.size(), told::toString);
        assertEquals(Kind.SLOWER_TAIL, told.get(0).cause().kind());
        assertEquals(ONSET, told.get(0).cause().change().onsetNanos() / 1e6, 3000);
    }

    /** One request of five is of a kind that takes three times as long: all of them lose a fifth of it. */
    @Test
    void tellsOneKindWhoeverOfSeveralAsks() {
        for (double time = 0; time < END; time += gap(30)) {
            int word = random.nextInt(5) == 0 ? 7 : 3;
            double extra = time >= ONSET && word == 7 ? 16 : 0;
            trace.asks(PORT, word).call("cl" + random.nextInt(3), "db", time, time + took() + extra);
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        assertEquals(Kind.SLOWER_TAIL, told.get(0).cause().kind());
        assertEquals(16e6, told.get(0).cause().effectNanos(), 3e6);
    }

    /** What is asked most is not slower, whatever the mean over kinds says. */
    @Test
    void saysThatSomeRequestsAreLaterWhereAKindIs() {
        for (double time = 0; time < END; time += gap(12)) {
            int word = random.nextInt(10) < 3 ? 7 : 3;
            double extra = time >= ONSET && word == 7 ? 12 : 0;
            trace.asks(PORT, word).call("cl", "db", time, time + took() + extra);
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        assertEquals(Kind.SLOWER_TAIL, told.get(0).cause().kind());
    }

    /** Few requests show it, each replica by itself: all of them are later all the same. */
    @Test
    void saysThatAllRequestsOfReplicasAreLaterWhereTheyAre() {
        for (double time = 0; time < END; time += gap(90)) {
            trace.call("cl", "app" + (1 + random.nextInt(2)), time, time + took() + (time >= ONSET ? 40 : 0));
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        assertEquals(Kind.SLOWER, told.get(0).cause().kind());
        assertEquals(40e6, told.get(0).cause().effectNanos(), 2e6);
    }

    /** Of one place all tell how it is asked, but one in five waits for what is twice as long as the rest is spread. */
    @Test
    void tellsATailWhereTimesDifferMuchAnyway() {
        for (double time = 0; time < END; time += gap(40)) {
            double own = 5 * Math.exp(1.4 * random.nextGaussian());
            boolean isSlow = time >= ONSET && random.nextInt(5) == 0;
            trace.call("cl", "db", time, time + own + (isSlow ? 60 : 0));
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        assertTrue(told.get(0).cause().isSlower(), told::toString);
        assertEquals(ONSET, told.get(0).cause().change().onsetNanos() / 1e6, 2500);
    }

    /** Slow for four seconds, quick for four, and so on. */
    @Test
    void tellsWhatComesAndGoes() {
        for (double time = 0; time < END; time += gap(200)) {
            boolean isSlow = time >= ONSET && (int) ((time - ONSET) / 4000) % 2 == 0;
            trace.call("cl", "db", time, time + took() + (isSlow ? 90 : 0));
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        assertEquals(ONSET, told.get(0).cause().change().onsetNanos() / 1e6, 1500);
    }

    /** Answers that data make long or short are four times as long. */
    @Test
    void tellsOtherAnswersOfAServerWhoseAnswersDiffer() {
        for (double time = 0; time < END; time += gap(300)) {
            double bytes = 3000 * Math.exp(0.8 * random.nextGaussian()) * (time >= ONSET ? 6 : 1);
            trace.answers(Math.round(bytes)).call("cl", "db", time, time + took());
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        assertEquals(Kind.SIZES, told.get(0).cause().kind());
    }

    @Test
    void tellsThatAllStoodStillTogether() {
        double until = ONSET + 6000;
        for (double time = 0; time < END; time += gap(100)) {
            for (String server : List.of("app", "auth", "db")) {
                double from = time >= ONSET && time < until ? until : time;
                double to = from + took();
                trace.call("cl", server, from, from < ONSET && to >= ONSET ? until : to);
            }
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(Kind.STANDSTILL, told.get(0).cause().kind(), told::toString);
        assertEquals(6000, told.get(0).cause().effectNanos() / 1e6, 500);
        assertTrue(told.stream().noneMatch(own -> own.cause().isSlower()), told::toString);
    }

    /** Seven requests were due, or five that come at once. */
    @ParameterizedTest
    @ValueSource(ints = {850, 1300})
    void tellsThatFewRequestsWereHeldTogether(int gap) {
        double until = ONSET + 6000;
        List<String> servers = List.of("app", "auth", "db");
        for (double time = 0; time < END; time += gap(gap)) {
            double from = time >= ONSET && time < until ? until : time;
            double to = from + took();
            trace.call("cl", servers.get(random.nextInt(3)), from, from < ONSET && to >= ONSET ? until : to);
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        Change change = told.get(0).cause().change();
        assertEquals(Kind.STANDSTILL, told.get(0).cause().kind());
        assertTrue(change.onsetFromNanos() <= ONSET * 1e6 && change.onsetToNanos() >= ONSET * 1e6, told::toString);
    }

    /**
     * Silences of seconds to years, each with a burst behind it; by the shortest of them the span has 10⁸ such times.
     */
    @Test
    void burstsYearsApartInOneFileAreNoStandstill() {
        for (double burst : new double[] {0, 10_000, 60_000, 190_000, 2e10, 7e10, 2.5e11}) {
            for (int i = 0; i < 60; i++) {
                String server = List.of("app", "auth", "db").get(i % 3);
                double time = burst + 20 * i;
                trace.call("cl", server, time, time + took());
            }
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().noneMatch(own -> own.cause().kind() == Kind.STANDSTILL), told::toString);
    }

    /** What begins behind the silence is asked of others, or hardly anything was seen before it. */
    @ParameterizedTest
    @CsvSource({"0,file,store,index", "-5000,app,auth,db"})
    void capturesPutTogetherIntoOneFileAreNoStandstill(double moved, String one, String two, String three) {
        List<String> before = List.of("app", "auth", "db");
        List<String> after = List.of(one, two, three);
        double until = ONSET + 6000;
        for (double time = moved < 0 ? ONSET + moved : 0; time < ONSET; time += gap(100)) {
            String server = before.get(random.nextInt(3));
            trace.call("cl", server, time, Math.min(time + took(), ONSET));
        }
        for (int i = 0; i < 90; i++) {
            trace.call("cl", after.get(i % 3), until + i, until + i + took());
        }
        for (double time = until + 100; time < END; time += gap(100)) {
            trace.call("cl", after.get(random.nextInt(3)), time, time + took());
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().noneMatch(own -> own.cause().kind() == Kind.STANDSTILL), told::toString);
    }

    /** Minutes with a few requests now and then, one silence of which has many behind it: others are as long. */
    @Test
    void whereSilencesAreUsualNoneIsAStandstill() {
        double[] moments = {0, 23, 201, 279, 363, 413, 451, 488, 566, 640, 703, 736, 865, 906, 959, 1021, 1093, 1204};
        for (double second : moments) {
            trace.call("cl", "app", 1000 * second, 1000 * second + took());
        }
        for (int i = 0; i < 14; i++) {
            double time = 328_000 + 20 * i;
            trace.call("cl", List.of("app", "auth", "db").get(i % 3), time, time + took());
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().noneMatch(own -> own.cause().kind() == Kind.STANDSTILL), told::toString);
    }

    /** A file is written in a tenth of a second: the next like that is asked much later, and quicker. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBurstIsNoTimeThatIsSlower(boolean othersGoOn) {
        for (double time = 0; time < END; time += gap(100)) {
            if (othersGoOn || time < ONSET || time > ONSET + 9000) {
                trace.asks(PORT, 1).call("cl", "db", time, time + took() / 80);
            }
        }
        for (double time = othersGoOn ? 0 : ONSET; time < END; time += 1000) {
            if (Math.abs(time - ONSET) > 9000) {
                trace.asks(PORT, 2).call("cl", "db", time, time + took() / 8);
            }
        }
        for (int i = 0; i < 150; i++) {
            trace.asks(PORT, 2).call("cl", "db", ONSET + i, ONSET + i + took());
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().noneMatch(own -> own.cause().isSlower()), told::toString);
    }

    @Test
    void aPauseOfTheClientsIsNoStandstill() {
        for (double time = 0; time < END; time += gap(100)) {
            if (time < ONSET || time > ONSET + 6000) {
                for (String server : List.of("app", "auth", "db")) {
                    trace.call("cl", server, time, time + took());
                }
            }
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().noneMatch(own -> own.cause().kind() == Kind.STANDSTILL), told::toString);
    }

    /** What one replica does not show is not of all; what it shows from another moment on is its own. */
    @ParameterizedTest
    @CsvSource({"0, 4, 1", "0, 1000000, 1", "10000, 4, 2"})
    void tellsErrorsOfAllReplicasOnce(double laterAtTwo, int oneOf, int incidents) {
        for (double time = 0; time < END; time += gap(20)) {
            int replica = 1 + random.nextInt(2);
            boolean isLate = time >= ONSET - 8000 + (replica == 2 ? laterAtTwo : 0);
            boolean fails = isLate && random.nextInt(replica == 2 ? oneOf : 4) == 0;
            trace.call("cl", "app" + replica, time, time + took(), Outcome.of(Outcome.Kind.HTTP, fails ? 500 : 200));
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(incidents, told.size(), told::toString);
        assertEquals(
                laterAtTwo == 0 && oneOf == 4 ? 2 : 1,
                told.get(0).cause().nodes().size(),
                told::toString);
        assertEquals(ONSET - 8000, told.get(0).cause().change().onsetNanos() / 1e6, 400 + laterAtTwo, told::toString);
    }

    /** Some of what both answer fails; later all of what one of them does. */
    @Test
    void tellsOfAReplicaThatFailsMuchMoreLater() {
        for (double time = 0; time < END; time += gap(20)) {
            int replica = 1 + random.nextInt(2);
            boolean fails = time >= ONSET - 8000 && random.nextInt(5) == 0 || time >= ONSET + 8000 && replica == 2;
            trace.call("cl", "app" + replica, time, time + took(), Outcome.of(Outcome.Kind.HTTP, fails ? 500 : 200));
        }
        MessageTable messages = trace.build();
        List<IncidentCase> told = told(messages);
        assertTrue(
                told.stream()
                        .anyMatch(own -> name(messages, own.cause()).equals("app2")
                                && own.cause().nodes().size() == 1
                                && Math.abs(own.cause().change().onsetNanos() / 1e6 - ONSET - 8000) < 1500),
                told::toString);
        assertTrue(
                told.stream().anyMatch(own -> Math.abs(own.cause().change().onsetNanos() / 1e6 - ONSET + 8000) < 1500),
                told::toString);
    }

    @Test
    void tellsServersThatBecomeSlowerTogetherAsOneIncident() {
        for (double time = 0; time < END; time += gap(60)) {
            double factor = time >= ONSET ? 4 : 1;
            for (String server : List.of("app", "auth", "db", "web")) {
                trace.call("cl", server, time, time + factor * took());
            }
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        assertEquals(Kind.ALL_SLOWER, told.get(0).cause().kind());
        assertEquals(4, told.get(0).cause().nodes().size());
    }

    /** A stranger that asks 20 times as often as all others, and is answered slowly, says nothing of what they get. */
    @Test
    void aStrangerBlamesNobody() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took());
        }
        for (double time = ONSET; time < END; time += gap(4)) {
            trace.call("stranger", "app", time, time + 5 * took());
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().noneMatch(own -> own.cause().isSlower()), told::toString);
    }

    /** The same with quick requests, while the others wait: these are what is told of. */
    @Test
    void aStrangerHidesNothing() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took() + (time >= ONSET ? 40 : 0));
        }
        for (double time = ONSET; time < END; time += gap(15)) {
            trace.call("stranger", "app", time, time + 0.2 * took());
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.get(0).cause().isSlower(), told::toString);
        assertEquals(3, told.get(0).suffering().callers(), told::toString);
        assertEquals(ONSET, told.get(0).cause().change().onsetNanos() / 1e6, 500, told::toString);
    }

    /** One that asks all the time, three times as often as all others, and is always answered slowly. */
    @Test
    void aStrangerWhoStaysMakesNothingSmaller() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took() + (time >= ONSET ? 40 : 0));
        }
        for (double time = 0; time < END; time += gap(10)) {
            trace.call("stranger", "app", time, time + 60 + took());
        }
        List<IncidentCase> told = told(trace.build());
        assertSlowerByFortyMillis(told);
        Incident own = told.get(0).cause();
        assertEquals(3, own.callers().size(), own::toString);
        assertEquals(3, told.get(0).suffering().callers(), told::toString);
        assertEquals(40e6, told.get(0).requests().longerNanos(), 3e6, told::toString);
        assertTrue(told.get(0).requests().isFelt(), told::toString);
    }

    /** What a server asks by itself is no client's request, though nothing is known to have caused it. */
    @Test
    void noClientWaitsForTheJobOfAServer() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl", "web", time, time + took());
            trace.call("web", "db", time + 15, time + 15 + took() + (time >= ONSET ? 40 : 0));
        }
        List<IncidentCase> told = told(trace.build());
        assertSlowerByFortyMillis(told);
        assertEquals(0, told.get(0).suffering().requests(), told::toString);
        assertEquals(RequestDelay.UNKNOWN, told.get(0).requests(), told::toString);
    }

    /** Who asks for what takes a little longer is answered later, too: nobody is told to be answered no later. */
    @Test
    void whoSeesLessOfItIsNoOther() {
        for (double time = 0; time < END; time += gap(30)) {
            int caller = random.nextInt(3);
            trace.call("cl" + caller, "app", time, time + took() + (time < ONSET ? 0 : caller == 0 ? 120 : 40));
        }
        Incident own = told(trace.build()).get(0).cause();
        assertTrue(own.isSlower(), own::toString);
        assertEquals(List.of(), List.copyOf(own.callers()), own::toString);
    }

    /** Some requests of all callers come much later; all of those of one take a little longer, too. */
    @Test
    void aLittleOfOneCallerIsNotWhatAllSee() {
        for (double time = 0; time < END; time += gap(15)) {
            int caller = random.nextInt(3);
            boolean isLate = time >= ONSET;
            double more = isLate && caller == 0 ? 4 : 0;
            double much = isLate && random.nextInt(12) == 0 ? 400 : 0;
            trace.call("cl" + caller, "app", time, time + took() + more + much);
        }
        Incident own = told(trace.build()).get(0).cause();
        assertEquals(Kind.SLOWER_TAIL, own.kind(), own::toString);
        assertEquals(34e6, own.effectNanos(), 15e6, own::toString);
        assertEquals(List.of(), List.copyOf(own.callers()), own::toString);
    }

    /** One comes with the change and is answered as late: it cannot be compared, and is nobody who is not concerned. */
    @Test
    void whoCannotBeComparedIsNeither() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took() + (time >= ONSET ? 40 : 0));
            trace.call("stranger", "app", time + 3, time + 63 + took());
        }
        for (double time = ONSET; time < END; time += 1500) {
            trace.call("late", "app", time, time + 60 + took());
        }
        MessageTable messages = trace.build();
        Incident own = told(messages).get(0).cause();
        assertEquals(
                List.of("stranger"),
                own.others().stream()
                        .map(node -> messages.nodes().get(node).name())
                        .toList());
        assertEquals(3, own.callers().size(), own::toString);
    }

    /** Two replicas become slower at one moment, one for some callers and one for the others. */
    @Test
    void whatEachSeesAtAnotherReplicaIsNoChangeOfBoth() {
        for (double time = 0; time < END; time += gap(30)) {
            int app = random.nextInt(2);
            double more = time >= ONSET && app == 1 ? 40 : 0;
            trace.call("cl" + random.nextInt(3), "app" + app, time, time + took() + more);
        }
        for (double time = 0; time < END; time += gap(20)) {
            trace.call("stranger", "app0", time, time + took() + (time >= ONSET ? 50 : 0));
        }
        List<Incident> slower = told(trace.build()).stream()
                .map(IncidentCase::cause)
                .filter(Incident::isSlower)
                .toList();
        assertEquals(2, slower.size(), slower::toString);
        assertTrue(slower.stream().allMatch(own -> own.nodes().size() == 1), slower::toString);
    }

    /** Who asks more is one of those whom a rise of load rests on. */
    @Test
    void aRiseOfLoadRestsOnWhoAsksMore() {
        for (double time = 0; time < END; time += gap(60)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took());
        }
        for (double time = ONSET; time < END; time += gap(5)) {
            trace.call("stranger", "app", time, time + took());
        }
        IncidentCase load = told(trace.build()).stream()
                .filter(own -> own.cause().kind() == Kind.LOAD)
                .findFirst()
                .orElseThrow();
        assertEquals(4, load.suffering().callers(), load::toString);
    }

    /** One that asks from soon after the beginning until shortly before the end, and is answered quickly. */
    @Test
    void aStrangerWhoLeavesMakesNobodySlower() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took() + 40);
        }
        for (double time = 0.05 * END; time < 0.9 * END; time += gap(15)) {
            trace.call("stranger", "app", time, time + 0.2 * took());
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(
                told.stream()
                        .noneMatch(own -> own.cause().isSlower() || own.cause().kind() == Incident.Kind.FASTER),
                told::toString);
    }

    /** The others begin later and end sooner than one that is answered quickly: they wait as long as ever. */
    @Test
    void whoIsAnsweredQuicklyMakesNothingOfOthersLate() {
        for (double time = 0.05 * END; time < 0.95 * END; time += gap(60)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took() + (random.nextInt(2) == 0 ? 80 : 20));
        }
        for (double time = 0; time < END; time += gap(15)) {
            trace.call("stranger", "app", time, time + 0.2 * took());
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().noneMatch(own -> own.cause().isSlower()), told::toString);
    }

    /** Many who ask a few times each, and slowly, a server that is asked by servers beside them. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.75, 1})
    void aCrowdAtAnInnerServerHidesNothing(double until) {
        for (double time = 0; time < END; time += gap(30)) {
            double app = took() + (time >= ONSET ? 40 : 0);
            String web = "web" + random.nextInt(3);
            trace.call("cl" + random.nextInt(3), web, time, time + took());
            trace.call(web, "app", time + 1, time + 1 + app);
        }
        crowd("app", until);
        assertSlowerByFortyMillis(told(trace.build()));
    }

    /** The same crowd where clients alone ask, as long as it comes and goes. */
    @Test
    void aCrowdThatLeavesHidesNothing() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took() + (time >= ONSET ? 40 : 0));
        }
        crowd("app", 0.75);
        assertSlowerByFortyMillis(told(trace.build()));
    }

    /** One call of four is a server's, and is as ever: what clients meet is no stranger's affair. */
    @Test
    void whatClientsMeetIsToldWhereServersAskLess() {
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl" + random.nextInt(3), "app", time, time + took() + (time >= ONSET ? 40 : 0));
            if (random.nextInt(3) == 0) {
                trace.call("cl" + random.nextInt(3), "web", time, time + took());
                trace.call("web", "app", time + 1, time + 1 + took());
            }
        }
        List<IncidentCase> told = told(trace.build());
        assertTrue(told.stream().anyMatch(own -> own.cause().isSlower()), told::toString);
    }

    /** Servers ask two replicas alike; a crowd asks one of them. */
    @Test
    void aCrowdMakesNoShareOfAReplicaUneven() {
        for (double time = 0; time < END; time += gap(30)) {
            String web = "web" + random.nextInt(3);
            trace.call("cl" + random.nextInt(3), web, time, time + took());
            trace.call(web, "app" + random.nextInt(2), time + 1, time + 1 + took());
        }
        crowd("app0", 1);
        assertEquals(List.of(), UnevenShare.of(surroundings(trace.build())));
    }

    /** A host whose clock stands at the epoch, and one of the next century. */
    @Test
    void timesThatAreFarApartAreNoFault() {
        trace.call("cl", "app", 0, 8);
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl", "app", 4e12 + time, 4e12 + time + took());
        }
        assertEquals(List.of(), told(trace.build()));
    }

    private static void assertSlowerByFortyMillis(List<IncidentCase> told) {
        List<Incident> slower = told.stream()
                .map(IncidentCase::cause)
                .filter(Incident::isSlower)
                .toList();
        assertEquals(1, slower.size(), slower::toString);
        assertEquals(Kind.SLOWER, slower.get(0).kind());
        assertEquals(ONSET, slower.get(0).change().onsetNanos() / 1e6, 500);
        assertEquals(40, slower.get(0).effectNanos() / 1e6, 2);
    }

    /** 50 addresses with 30 slow calls each, one behind the other, within this part of the time. */
    private void crowd(String server, double until) {
        for (int address = 0; address < 50; address++) {
            double time = random.nextDouble() * Math.max(0, until * END - 30 * 350);
            for (int call = 0; call < 30; call++) {
                double took = 150 + 300 * random.nextDouble();
                trace.call("crowd" + address, server, time, time + took);
                time += took + 50 * random.nextDouble();
            }
        }
    }
}

package io.wirepath.analyze.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What changed, and where. */
class KindsOfIncidentTest extends MadeIncidents {

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

    /** Of what comes and goes the share is that of the requests of all its times, of which some fail. */
    @Test
    void theShareThatFailsIsOfAllTimesOfWhatComesAgain() {
        for (double time = 0; time < END; time += gap(15)) {
            boolean isOn = time % 12_000 >= 6_000;
            int status = isOn && random.nextInt(3) == 0 ? 500 : 200;
            trace.call("cl", "app", time, time + took(), Outcome.of(Outcome.Kind.HTTP, status));
        }
        IncidentCase told = told(trace.build()).get(0);
        assertEquals(Kind.ERRORS, told.cause().kind(), told::toString);
        assertEquals(2, told.cause().change().pauses().size(), told::toString);
        assertEquals(1.0 / 3, told.requestShare(), 0.05, told::toString);
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
        "there, SLOWER_WAY, 3, 0",
        "back, SLOWER_WAY, 3, 0",
        "ofOne, SLOWER_LINK, 1, 0",
        "all, SLOWER_LINK, 3, 0",
        "thereMuchOfOne, SLOWER_WAY, 1, 0",
        "thereAndSomeBack, SLOWER_WAY, 3, 4",
        "thereAndLittleBackMuchOfOne, SLOWER_WAY, 1, 2"
    })
    void tellsWhichMessagesTakeLongerOnTheirWay(String which, Kind kind, int nodes, double moreBack) {
        for (double time = 0; time < END; time += gap(20)) {
            int app = random.nextInt(3);
            boolean late = time >= ONSET && (!which.endsWith("fOne") || app == 2);
            double more = which.contains("Much") ? 25 : 15;
            double usual = 0.1 + 0.05 * random.nextDouble();
            trace.takesOnItsWay(usual + (late && !which.equals("back") ? more : 0));
            trace.call("app" + app, "db", time, time + 40);
            trace.takesOnItsWay(usual + (late ? which.startsWith("there") ? moreBack : more : 0));
            trace.call("db", "app" + app, time + 50, time + 90);
        }
        MessageTable messages = trace.build();
        List<IncidentCase> told = told(messages);
        Incident own = told.get(0).cause();
        assertEquals(kind, own.kind(), told::toString);
        assertEquals(which.contains("Much") ? 25 : 15, own.effectNanos() / 1e6, 0.5);
        assertEquals(moreBack, own.backNanos() / 1e6, 0.1);
        boolean isOfDb = name(messages, own).equals("db");
        assertEquals(nodes, (isOfDb ? own.peers() : own.nodes()).size());
        assertTrue(kind == Kind.SLOWER_LINK || isOfDb == which.equals("back"), own::toString);
    }

    /** Where the messages that are slower tell alone how clocks go, half of one way looks like each: both are told. */
    @ParameterizedTest
    @CsvSource({"false, 12", "true, 6"})
    void tellsWhatIsKnownOfAWayWhoseClocksItAloneTells(boolean isTied, double longer) {
        for (double time = 0; time < END; time += gap(20)) {
            double late = time >= ONSET ? 6 : 0;
            double usual = 0.1 + 0.05 * random.nextDouble();
            trace.seenBy(0).takesOnItsWay(usual + late).call("app", "db", time, time + 40);
            trace.seenBy(1).takesOnItsWay(usual + late).call("db", "app", time + 50, time + 90);
            trace.seenBy(0).takesOnItsWay(usual).call("web", "disk", time, time + 40);
            if (isTied) {
                trace.seenBy(1).takesOnItsWay(usual).call("disk", "web", time + 50, time + 90);
            }
        }
        Incident own = told(trace.build()).get(0).cause();
        assertEquals(Kind.SLOWER_LINK, own.kind());
        assertEquals(!isTied, own.isThereAndBack());
        assertEquals(longer, own.effectNanos() / 1e6, 0.1);
    }

    /** A busy machine is later by microseconds now and then: that hides nobody's milliseconds. */
    @Test
    void microsecondsThatWanderHideNoSlowerWay() {
        for (double time = 0; time < END; time += gap(10)) {
            double busy = 0.01 * (1 + Math.sin(time / 1500));
            trace.takesOnItsWay(0.015 + busy + 0.005 * random.nextDouble());
            trace.call("app", "db", time, time + 4);
            boolean isLate = time >= ONSET && time < ONSET + (END - ONSET) / 2;
            trace.takesOnItsWay(0.015 + busy + 0.005 * random.nextDouble() + (isLate ? 7 : 0));
            trace.call("db", "app", time + 5, time + 9);
        }
        List<IncidentCase> told = told(trace.build());
        assertEquals(1, told.size(), told::toString);
        Incident own = told.get(0).cause();
        assertEquals(Kind.SLOWER_WAY, own.kind());
        assertEquals(7, own.effectNanos() / 1e6, 0.1);
        assertEquals(ONSET, own.change().onsetNanos() / 1e6, 500);
        assertEquals(0, own.backNanos());
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

    /** A host whose clock stands at the epoch, and one of the next century. */
    @Test
    void timesThatAreFarApartAreNoFault() {
        trace.call("cl", "app", 0, 8);
        for (double time = 0; time < END; time += gap(30)) {
            trace.call("cl", "app", 4e12 + time, 4e12 + time + took());
        }
        assertEquals(List.of(), told(trace.build()));
    }
}

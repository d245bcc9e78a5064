package io.wirepath.analyze.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks tells whom a place answers later: strangers, crowds and single callers blame and hide nothing. */
class ConcernedCallersTest extends MadeIncidents {

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

    /**
     * What fails for one caller all the time hides nothing of what begins to fail for others, and is no part of it; nor
     * does one who asks too little to be compared.
     */
    @ParameterizedTest
    @CsvSource({"1,0", "2,0", "1,5"})
    void whoseRequestsAlwaysFailHidesNothing(int failsOneOf, int ofAnother) {
        for (int request = 0; request < ofAnother; request++) {
            double time = END * (request + 0.5) / ofAnother;
            trace.call("rare", "app", time, time + took(), answer(false));
        }
        for (double time = 0; time < END; time += gap(30)) {
            boolean fails = time >= ONSET && random.nextInt(3) == 0;
            trace.call("cl" + random.nextInt(3), "app", time, time + took(), answer(fails));
        }
        for (double time = 0; time < END; time += gap(10)) {
            trace.call("stranger", "app", time, time + took(), answer(random.nextInt(failsOneOf) == 0));
        }
        List<IncidentCase> told = told(trace.build());
        Incident own = told.get(0).cause();
        assertEquals(Kind.ERRORS, own.kind(), told::toString);
        assertEquals(ONSET, own.change().onsetNanos() / 1e6, 500, told::toString);
        assertEquals(3, own.callers().size(), own::toString);
        assertEquals(0, own.before(), 0.01, own::toString);
        assertEquals(1.0 / 3, own.after(), 0.06, own::toString);
        assertEquals(3, told.get(0).suffering().callers(), told::toString);
        // three of four requests are the stranger's
        assertEquals(1.0 / 12, told.get(0).requestShare(), 0.02, told::toString);
    }

    /** What begins to fail for all who ask is told of nobody more than of others. */
    @Test
    void whatFailsForAllIsOfAll() {
        for (double time = 0; time < END; time += gap(15)) {
            boolean fails = time >= ONSET && random.nextInt(3) == 0;
            trace.call("cl" + random.nextInt(3), "app", time, time + took(), answer(fails));
        }
        Incident own = told(trace.build()).get(0).cause();
        assertEquals(Kind.ERRORS, own.kind(), own::toString);
        assertEquals(List.of(), List.copyOf(own.callers()), own::toString);
    }

    private static int answer(boolean fails) {
        return Outcome.of(Outcome.Kind.HTTP, fails ? 500 : 200);
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

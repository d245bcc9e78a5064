package io.wirepath.analyze.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When all were silent together, or one while it was asked, and when that is none of what is told. */
class StandStillsTest extends MadeIncidents {

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
     * One server answers nothing for a while, and then all at once, whatever a stranger sends meanwhile that it answers
     * later. Where it waits for another meanwhile, or answers all that are there whenever there is news, nobody stood
     * still.
     */
    @ParameterizedTest
    @CsvSource({"stands,2500,1", "stands,1200,1", "isFlooded,2500,1", "waits,2500,0", "waits,1200,0", "tells,2500,0"})
    void tellsThatOneServerStoodStill(String how, double millis, int incidents) {
        double until = ONSET + millis;
        if (how.equals("waits")) {
            trace.call("db", "disk", ONSET - 10, until - 1);
        }
        for (double time = 0; time < END; time += gap(100)) {
            double to = time + took();
            boolean isHeld = to >= ONSET && time < until;
            double news = millis * Math.ceil((time + 1) / millis);
            trace.call("cl", "app", time, to);
            trace.call("cl", "db", time, how.equals("tells") ? news : isHeld ? until : to);
            for (int more = 0; more < 3 && isHeld && time >= ONSET && how.equals("isFlooded"); more++) {
                trace.call("stranger", "db", time, until + 3000);
            }
        }
        List<Incident> told = told(trace.build()).stream()
                .map(IncidentCase::cause)
                .filter(own -> own.kind() == Kind.STANDSTILL)
                .toList();
        assertEquals(incidents, told.size(), told::toString);
        told.forEach(own -> {
            assertEquals(millis, own.effectNanos() / 1e6, 300);
            assertTrue(own.change().onsetFromNanos() <= ONSET * 1e6, own::toString);
            assertTrue(own.change().onsetToNanos() >= ONSET * 1e6, own::toString);
        });
    }

    /** Short ones of one server are one problem with its times; what is short beside them is none. */
    @ParameterizedTest
    @CsvSource({"400,3", "100,0"})
    void tellsPausesOfOneServerAsOne(double millis, int times) {
        for (double time = 0; time < END; time += gap(30)) {
            double to = time + took();
            double answered = to;
            for (int pause = 0; pause < 3; pause++) {
                double from = ONSET + 5000 * pause;
                answered = to >= from && time < from + millis ? Math.max(to, from + millis) : answered;
            }
            trace.call("cl", "app", time, to);
            trace.call("cl", "db", time, answered);
        }
        List<Incident> told = told(trace.build()).stream()
                .map(IncidentCase::cause)
                .filter(own -> own.kind() == Kind.STANDSTILL)
                .toList();
        assertEquals(times == 0 ? 0 : 1, told.size(), told::toString);
        told.forEach(own -> {
            assertEquals(times, own.change().pauses().size() + 1, own::toString);
            assertEquals(millis, own.effectNanos() / 1e6, 60);
            assertEquals(ONSET + 10_000 + millis, own.change().endNanos() / 1e6, 60);
        });
    }

    /** Ten requests each two seconds, and once all of them are held for half a second: it was idle before. */
    @Test
    void countsNoTimeInWhichNobodyAsked() {
        for (double time = 0; time < END; time += 2000) {
            for (int one = 0; one < 10; one++) {
                double sent = time + 3 * one;
                trace.call("cl", "db", sent, time == ONSET ? time + 500 : sent + took());
            }
        }
        List<Incident> told = told(trace.build()).stream()
                .map(IncidentCase::cause)
                .filter(own -> own.kind() == Kind.STANDSTILL)
                .toList();
        assertEquals(1, told.size(), told::toString);
        assertEquals(500, told.get(0).effectNanos() / 1e6, 1);
        assertEquals(ONSET, told.get(0).change().onsetNanos() / 1e6, 1);
        assertTrue(told.get(0).change().onsetFromNanos() / 1e6 < ONSET - 1000, told::toString);
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
}

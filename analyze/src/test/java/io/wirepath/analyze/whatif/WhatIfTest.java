package io.wirepath.analyze.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceConfiguration.Slow;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.truth.Workload;
import io.wirepath.analyze.whatif.Prediction.Figure;
import io.wirepath.analyze.whatif.Prediction.Standing;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A shop that is made both ways: as it is, and as it would be. */
class WhatIfTest {

    private static final String POOL = "pool";
    private static final double MILLI = 1e6;

    /** Requests come at random, whether or not others have been answered. */
    private static Analysis shop(double everyMillis, int pool, double extraMillis, int seed) {
        CallTemplate query = CallTemplate.call("db", Delay.gaussian(2, 0.3), Delay.gaussian(20, 6));
        return shop(query, everyMillis, pool, extraMillis, seed);
    }

    private static Analysis shop(CallTemplate query, double everyMillis, int pool, double extraMillis, int seed) {
        CallTemplate page = CallTemplate.call("app", Delay.gaussian(3, 0.5), Delay.gaussian(5, 1))
                .serially(query.taking(POOL));
        TraceConfiguration shop = new TraceConfiguration(
                "shop",
                List.of(new Workload("user", List.of(page), 1, Delay.exponential(everyMillis), false)),
                Map.of("app", List.of("app1", "app2")),
                Delay.fixed(0.1),
                extraMillis == 0 ? List.of() : List.of(new Slow("app2", "db", Delay.fixed(extraMillis))),
                Map.of(POOL, pool));
        GeneratedTrace trace = TraceGenerator.generate(shop, 1500, seed);
        return Analyzer.analyze(trace.table(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
    }

    private static Altered atOnce(int pool, double load) {
        return new Altered(Map.of(), Map.of(), Map.of("app*>db", pool), load);
    }

    private static double meanMillis(Analysis of) {
        MessageTable messages = of.messages();
        CallTable calls = of.calls();
        NodeTimes times = new NodeTimes(messages);
        double sum = 0;
        int count = 0;
        for (int call = 0; call < calls.size(); call++) {
            int response = calls.response()[call];
            if (calls.parent()[call] == MessageTable.NONE && response != MessageTable.NONE) {
                sum += times.atReceiverNanos(response) - times.atSenderNanos(calls.request()[call]);
                count++;
            }
        }
        return sum / count / MILLI;
    }

    private static Figure mean(Prediction prediction) {
        return prediction.rows().get(0).figures().get(0);
    }

    private static void assertHolds(Prediction prediction, Analysis otherWay) {
        double is = meanMillis(otherWay) * MILLI;
        Figure mean = mean(prediction);
        assertTrue(mean.lowNanos() <= is && is <= mean.highNanos(), is + " is not in " + mean);
        assertTrue(mean.highNanos() - mean.lowNanos() < 0.3 * is, "that says little: " + mean);
    }

    /** A call that is sent late beside another is often sent when that one was answered, and does not wait for it. */
    @Test
    void aCallThatIsMadeBesideAnotherDoesNotWaitForIt() {
        Altered sooner = new Altered(Map.of("app*>late", 10_000_000L), Map.of(), Map.of(), 1);
        for (int seed = 1; seed <= 3; seed++) {
            assertHolds(WhatIf.of(twoAtOnce(10, seed), sooner), twoAtOnce(0, 50 + seed));
        }
    }

    private static Analysis twoAtOnce(double extraMillis, int seed) {
        CallTemplate page = CallTemplate.call("app", Delay.fixed(0), Delay.gaussian(3, 0.5))
                .inParallel(
                        CallTemplate.call("late", Delay.lognormal(2, 1), Delay.lognormal(5, 3)),
                        CallTemplate.call("other", Delay.gaussian(1, 0.2), Delay.exponential(10)));
        TraceConfiguration made = new TraceConfiguration(
                "two",
                List.of(new Workload("user", List.of(page), 1, Delay.exponential(20), false)),
                Map.of("app", List.of("app1", "app2")),
                Delay.fixed(0.1),
                extraMillis == 0
                        ? List.of()
                        : List.of(
                                new Slow("app1", "late", Delay.fixed(extraMillis)),
                                new Slow("app2", "late", Delay.fixed(extraMillis))),
                Map.of());
        GeneratedTrace trace = TraceGenerator.generate(made, 1500, seed);
        return Analyzer.analyze(trace.table(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
    }

    @Test
    void nothingOtherwiseIsWhatWasRecorded() {
        Analysis as = shop(12, 2, 0, 1);
        Figure mean = mean(WhatIf.of(as, Altered.NOTHING));
        assertEquals(meanMillis(as), mean.recordedNanos() / MILLI, 1e-6);
        assertEquals(mean.recordedNanos(), mean.thenNanos(), 1);
        assertEquals(mean.recordedNanos(), mean.replayedNanos(), 0.02 * mean.recordedNanos());
    }

    @Test
    void aNodeThatTakesLess() {
        Altered sooner = new Altered(Map.of("app2>db", Math.round(30 * MILLI)), Map.of(), Map.of(), 1);
        assertHolds(WhatIf.of(shop(12, 8, 30, 2), sooner), shop(12, 8, 0, 3));
        Altered request = new Altered(Map.of("app2", Math.round(30 * MILLI)), Map.of(), Map.of(), 1);
        assertHolds(WhatIf.of(shop(12, 8, 30, 2), request), shop(12, 8, 0, 3));
    }

    @Test
    void aPoolOfOtherSize() {
        assertHolds(WhatIf.of(shop(12, 8, 0, 4), atOnce(2, 1)), shop(12, 2, 0, 5));
        Prediction larger = WhatIf.of(shop(14, 2, 0, 6), atOnce(8, 1));
        assertHolds(larger, shop(14, 8, 0, 7));
        assertTrue(larger.places().stream()
                .anyMatch(place ->
                        place.standing() == Standing.WAITED_FOR && place.atOnceNow() == 2 && place.atOnceThen() == 8));
    }

    @Test
    void aPoolOfTheSizeThatItHas() {
        Prediction same = WhatIf.of(shop(14, 2, 0, 6), atOnce(2, 1));
        assertTrue(same.places().stream().allMatch(place -> place.standing() == Standing.WAITED_FOR), same::toString);
        Figure mean = mean(same);
        assertEquals(mean.recordedNanos(), mean.replayedNanos(), 0.02 * mean.recordedNanos());
        assertEquals(mean.recordedNanos(), mean.thenNanos(), 1);
    }

    /** A node that is called again for what it serves, with one place. */
    @Test
    void requestsThatWouldWaitForEachOtherForEver() {
        CallTemplate again = CallTemplate.call("app", Delay.fixed(1), Delay.fixed(2));
        CallTemplate rights =
                CallTemplate.call("auth", Delay.fixed(1), Delay.fixed(1)).serially(again);
        CallTemplate page =
                CallTemplate.call("app", Delay.fixed(1), Delay.fixed(1)).serially(rights);
        TraceConfiguration shop = new TraceConfiguration(
                "shop",
                List.of(new Workload("user", List.of(page), 1, Delay.exponential(50), false)),
                Map.of(),
                Delay.fixed(0.1),
                List.of(),
                Map.of());
        Analysis as = Analyzer.analyze(
                TraceGenerator.generate(shop, 200, 1).table(),
                new JointLinking(JointSettings.defaults()),
                AnalysisSettings.defaults());
        Altered one = new Altered(Map.of(), Map.of(), Map.of("app", 1), 1);
        String refused = String.valueOf(assertThrows(IllegalArgumentException.class, () -> WhatIf.of(as, one))
                .getMessage());
        assertTrue(refused.contains("for ever"), refused);
    }

    @Test
    void twiceTheLoad() {
        Analysis half = shop(28, 2, 0, 8);
        Altered twice = new Altered(Map.of(), Map.of(), Map.of(), 2);
        assertHolds(WhatIf.of(half, twice), shop(14, 2, 0, 9));
    }

    private static long places(Prediction prediction, Standing standing, int atOnce) {
        return prediction.places().stream()
                .filter(place -> place.standing() == standing && place.atOnceNow() == atOnce)
                .count();
    }

    /** What varies as much as the waits comes before a call: how long one waited cannot be told, of all it can. */
    @Test
    void twiceTheLoadWhereWorkBeforeTheCallVaries() {
        CallTemplate query = CallTemplate.call("db", Delay.exponential(5), Delay.lognormal(15, 12));
        Altered twice = new Altered(Map.of(), Map.of(), Map.of(), 2);
        for (int seed = 10; seed < 12; seed++) {
            Prediction prediction = WhatIf.of(shop(query, 14, 2, 0, seed), twice);
            assertEquals(2, places(prediction, Standing.WAITED_FOR, 2), prediction::toString);
            assertHolds(prediction, shop(query, 7, 2, 0, seed + 100));
        }
    }

    /** So few wait for a place of eight that no pool is sure: only the upper bounds have a queue. */
    @Test
    void twiceTheLoadWhereAPoolIsOnlyPossible() {
        CallTemplate query = CallTemplate.call("db", Delay.exponential(5), Delay.lognormal(15, 12));
        Altered twice = new Altered(Map.of(), Map.of(), Map.of(), 2);
        Prediction possible = WhatIf.of(shop(query, 2.8, 8, 0, 20), twice);
        assertEquals(2, places(possible, Standing.POSSIBLE, 8), possible::toString);
        assertHolds(possible, shop(query, 1.4, 8, 0, 21));
        Prediction none = WhatIf.of(shop(query, 2.8, 1000, 0, 20), twice);
        assertEquals(List.of(), none.places());
        assertHolds(none, shop(query, 1.4, 1000, 0, 21));
        assertTrue(
                mean(possible).highNanos() - mean(possible).thenNanos()
                        > 2 * (mean(none).highNanos() - mean(none).thenNanos()),
                () -> mean(possible) + " and " + mean(none));
    }

    @Test
    void namesThatNobodyHasAndNumbersThatAreNone() {
        Analysis as = shop(12, 2, 0, 1);
        Altered nobody = new Altered(Map.of("nobody", 1L), Map.of(), Map.of(), 1);
        assertThrows(IllegalArgumentException.class, () -> WhatIf.of(as, nobody));
        assertThrows(IllegalArgumentException.class, () -> new Altered(Map.of(), Map.of(), Map.of(), 0));
        assertThrows(IllegalArgumentException.class, () -> atOnce(0, 1));
        assertTrue(Objects.requireNonNull(assertThrows(IllegalArgumentException.class, () -> WhatIf.of(as, nobody))
                        .getMessage())
                .contains("nobody"));
    }
}

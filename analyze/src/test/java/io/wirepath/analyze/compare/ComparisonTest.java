package io.wirepath.analyze.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.sum.SumsBuilder;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

    private static final ComparedPlace PAY = new ComparedPlace(Sort.NODE, "pay", "");

    private static final ComparedPlace APP = new ComparedPlace(Sort.NODE, "app", "");
    private static final ComparedPlace RARE = new ComparedPlace(Sort.PATTERN, "CLIENT → app → pg", "a1");
    private static final ComparedPlace USUAL_PATH = new ComparedPlace(Sort.PATTERN, "CLIENT → app", "b2");
    private static final double MILLI = 1e6;
    private static final double SECONDS = 20;
    private static final long LAST = Math.round(SECONDS * 1e9);

    /** A run of 20 s in which a node answers requests of two kinds, and some fail. */
    private record Shop(double perSecond, double slowKind, double extraMillis, double failing, double rarePaths) {

        static final Shop USUAL = new Shop(25, 0.3, 0, 0.01, 0);

        Sums run(long seed) {
            Random random = new Random(seed);
            SumsBuilder tracks = new SumsBuilder(0, LAST);
            double level = 0;
            LongStream.range(0, Math.round(perSecond * SECONDS))
                    .map(i -> Math.round(i / perSecond * 1e9))
                    .forEach(tracks::anyPath);
            for (double t = 0; t < SECONDS; t -= Math.log(1 - random.nextDouble()) / perSecond) {
                long at = Math.round(t * 1e9);
                level = 0.8 * level + 0.6 * random.nextGaussian();
                boolean slow = random.nextDouble() < slowKind;
                double took = (slow ? 40 : 8) * Math.exp(0.2 * level + 0.2 * random.nextGaussian()) + extraMillis;
                tracks.delay(APP, Measure.OWN, slow ? "slow" : "fast", at, Math.round(took * MILLI));
                tracks.count(APP, Measure.FAILED, at, random.nextDouble() < failing ? 1 : 0);
                tracks.rate(ComparedPlace.SYSTEM, at);
                tracks.path(random.nextDouble() < rarePaths ? RARE : USUAL_PATH, at);
            }
            return tracks.sums();
        }
    }

    private static List<Contrast> differences(Shop before, Shop after, long seed) {
        return Comparison.of(before.run(seed), after.run(seed + 1000)).differences();
    }

    @Test
    void nothingDiffersBetweenTwoRunsOfOneSystem() {
        int told = 0;
        for (int seed = 0; seed < 200; seed++) {
            told += differences(Shop.USUAL, Shop.USUAL, seed).isEmpty() ? 0 : 1;
        }
        assertTrue(told <= 6, told + " of 200 comparisons; 2 are expected at most");
    }

    @ParameterizedTest
    @ValueSource(doubles = {5, 20})
    void tellsHowMuchLongerANodeTakes(double extraMillis) {
        Contrast first = differences(Shop.USUAL, new Shop(25, 0.3, extraMillis, 0.01, 0), 1)
                .get(0);
        assertEquals(APP, first.place());
        assertEquals(Measure.OWN, first.measure());
        assertEquals("", first.kind(), "all kinds are told together");
        assertEquals(extraMillis * MILLI, first.effect(), 0.15 * extraMillis * MILLI);
        assertTrue(Math.abs(first.effect() - extraMillis * MILLI) < first.halfWidth(), first.toString());
    }

    @Test
    void moreRequestsOfASlowKindAreNoSlowerNode() {
        assertEquals(List.of(), differences(Shop.USUAL, new Shop(25, 0.7, 0, 0.01, 0), 2));
    }

    @Test
    void tellsOfMoreFailuresFirst() {
        List<Contrast> differences = differences(Shop.USUAL, new Shop(25, 0.3, 10, 0.1, 0), 3);
        assertEquals(
                List.of(Measure.FAILED, Measure.OWN),
                differences.stream().map(Contrast::measure).toList());
        assertEquals(0.09, differences.get(0).effect(), 0.03);
    }

    @Test
    void tellsOfPathsThatAppearAndVanish() {
        Shop other = new Shop(25, 0.3, 0, 0.01, 0.05);
        Contrast appeared = differences(Shop.USUAL, other, 4).get(0);
        assertEquals(RARE, appeared.place());
        assertEquals(0, appeared.countBefore());
        assertTrue(appeared.countAfter() > 0);
        Contrast vanished = differences(other, Shop.USUAL, 4).get(0);
        assertEquals(0, vanished.countAfter());
    }

    @Test
    void tellsOfMoreLoadAndNotOfSlowerRequests() {
        List<Contrast> differences = differences(Shop.USUAL, new Shop(50, 0.3, 0, 0.01, 0), 8);
        assertEquals(
                List.of(Measure.LOAD),
                differences.stream().map(Contrast::measure).toList());
        assertEquals(25, differences.get(0).effect(), differences.get(0).halfWidth());
    }

    @Test
    void theTitleOfAPatternIsNoPartOfWhatItIs() {
        assertEquals(RARE, new ComparedPlace(Sort.PATTERN, "CLIENT → app → pg (answer waits for app)", "a1"));
        assertEquals(RARE.hashCode(), new ComparedPlace(Sort.PATTERN, "another", "a1").hashCode());
    }

    @Test
    void refusesRunsOfDifferentSystems() {
        Sums nothing = new SumsBuilder(0, LAST).sums();
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Comparison.of(Shop.USUAL.run(1), nothing));
        assertTrue(refused.getMessage().contains("no node in common"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 1_000_000, 54_321_987, 3_600_000_000_000L})
    void knowsADelayToTwoPerCent(long nanos) {
        assertEquals((double) nanos, BinnedDelays.nanos(BinnedDelays.of(nanos)), 0.012 * nanos);
    }

    /** Clients call front, which calls a way of 30 or 500 ms to rates; front takes 2 or 20 ms of its own. */
    private static Sums shopWithRates(long seed, double ownMillis, double rateMillis) {
        return shopWithRates(seed, ownMillis, rateMillis, 0).sums();
    }

    /** And pay takes so long, where it is asked. */
    private static SumsBuilder shopWithRates(long seed, double ownMillis, double rateMillis, double payMillis) {
        Random random = new Random(seed);
        SumsBuilder tracks = new SumsBuilder(0, LAST);
        ComparedPlace front = new ComparedPlace(Sort.NODE, "front", "");
        ComparedPlace rates = new ComparedPlace(Sort.EDGE, "front", "rates");
        ComparedPlace clients = new ComparedPlace(Sort.EDGE, "CLIENT", "front");
        for (int i = 0; i < 500; i++) {
            long at = Math.round((i + random.nextDouble()) * SECONDS / 500 * 1e9);
            double own = ownMillis * Math.exp(0.2 * random.nextGaussian());
            double call = rateMillis * Math.exp(0.2 * random.nextGaussian());
            tracks.delay(front, Measure.OWN, "", at, Math.round(own * MILLI));
            tracks.delay(rates, Measure.CALL, "", at, Math.round(call * MILLI));
            tracks.delay(clients, Measure.CALL, "", at, Math.round((own + call) * MILLI));
            if (payMillis > 0) {
                double pay = payMillis * Math.exp(0.2 * random.nextGaussian());
                tracks.delay(PAY, Measure.OWN, "", at, Math.round(pay * MILLI));
            }
        }
        return tracks;
    }

    /** Slower by 900 ms it may wait for rates, and by 100 ms not; nor where it is seen to call rates. */
    @ParameterizedTest
    @CsvSource({"1000, false, rates", "200, false, ''", "1000, true, ''"})
    void whoMayWaitInCallsThatNobodyCapturedIsNoProblem(double payMillis, boolean isSeen, String server) {
        SumsBuilder before = shopWithRates(1, 2, 30, 100);
        SumsBuilder after = shopWithRates(2, 2, 500, payMillis);
        ComparedPlace toRates = new ComparedPlace(Sort.EDGE, PAY.name(), "rates");
        for (int i = 0; isSeen && i < 100; i++) {
            long at = Math.round(i * SECONDS / 100.0 * 1e9);
            before.delay(toRates, Measure.CALL, "", at, 30_000_000);
            after.delay(toRates, Measure.CALL, "", at, 30_000_000);
        }
        List<Contrast> told = Comparison.of(before.sums(), after.sums()).differences();
        Contrast pay =
                told.stream().filter(own -> own.place().equals(PAY)).findFirst().orElseThrow();
        assertEquals(server, pay.mayWaitFor());
    }

    /** Nothing is seen at the server, so the call is all that is known: it costs most, and explains its callers. */
    @Test
    void aCallThatNothingExplainsStandsBeforeWhatCostsLess() {
        List<Contrast> told = Comparison.of(shopWithRates(1, 2, 30), shopWithRates(2, 20, 500))
                .differences();
        assertEquals(
                List.of("rates", "", "front"),
                told.stream().map(own -> own.place().peer()).toList(),
                told::toString);
    }

    /** All of five requests failed, and the only one of the other run: a share of a half would be no wonder. */
    @ParameterizedTest
    @CsvSource({"1, false", "5, false", "500, true"})
    void whatAFewRequestsShowRulesNothingOut(int requests, boolean isRuledOut) {
        Sums before = failing(Math.max(5, requests));
        Comparison compared = Comparison.of(before, failing(requests));
        Contrast failed = compared.contrasts().stream()
                .filter(own -> own.measure() == Measure.FAILED)
                .findFirst()
                .orElseThrow();
        assertEquals(0, failed.effect());
        assertEquals(isRuledOut, compared.isRuledOut(failed));
    }

    private static Sums failing(int requests) {
        SumsBuilder tracks = new SumsBuilder(0, LAST);
        for (int i = 0; i < requests; i++) {
            tracks.count(APP, Measure.FAILED, LAST / requests * i, 1);
        }
        return tracks.sums();
    }
}

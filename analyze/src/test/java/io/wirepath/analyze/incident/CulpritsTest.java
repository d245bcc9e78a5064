package io.wirepath.analyze.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.incident.Culprits.CauseWithEffects;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.path.RoleSummary;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.ToIntBiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Causes and effects among nodes of which 0 calls 1, 1 calls 2, and 3 calls 1; and 4 calls 5, 6 and 7. */
class CulpritsTest {

    private static final long SECOND = 1_000_000_000L;

    private static List<CauseWithEffects> of(Incident... incidents) {
        return of((cause, effect) -> 0, incidents);
    }

    private static List<CauseWithEffects> of(ToIntBiFunction<Incident, Incident> alone, Incident... incidents) {
        return of(alone, (cause, effect) -> false, incidents);
    }

    private static List<CauseWithEffects> of(
            ToIntBiFunction<Incident, Incident> alone,
            BiPredicate<Incident, Incident> poolHeld,
            Incident... incidents) {
        List<RoleSummary> roles = IntStream.range(0, 8)
                .mapToObj(node -> new RoleSummary("role" + node, List.of(node)))
                .toList();
        BitSet[] calls = IntStream.range(0, 8).mapToObj(node -> new BitSet()).toArray(BitSet[]::new);
        calls[0].set(1);
        calls[1].set(2);
        calls[3].set(1);
        calls[4].set(5, 8);
        return new Culprits(
                        Dependencies.of(roles, IntStream.range(0, 8).toArray(), calls),
                        (cause, effect) -> false,
                        alone,
                        poolHeld,
                        List.of(incidents))
                .groups();
    }

    /** It began between a second before and a second after this one, and costs so many seconds. */
    private static Incident incident(Kind kind, int node, List<Integer> peers, int second, double cost) {
        long onset = second * SECOND;
        Change change = Change.lasting(onset, onset - SECOND, onset + SECOND, 1e-9);
        return new Incident(kind, List.of(node), peers, change, 1e7, 3e7, 2e7, 1e6, 100, cost * SECOND);
    }

    @Test
    void whatIsLateOnAWayThatLosesSegmentsFollowsFromIt() {
        Incident link = incident(Kind.STALLS, 0, List.of(1), 20, 6);
        Incident after = incident(Kind.SLOWER_TAIL, 1, List.of(), 27, 2);
        Incident beside = incident(Kind.SLOWER_TAIL, 2, List.of(), 33, 1);
        List<CauseWithEffects> told = of(after, link, beside);
        assertEquals(1, told.size(), told::toString);
        assertEquals(List.of(after, beside), told.get(0).effects());
    }

    /** It waits the longer the less is free, and makes nobody slow whom it waits for. */
    @Test
    void aCallerThatWaitsForAPoolFollowsHoweverLongItWaits() {
        Incident server = incident(Kind.SLOWER, 1, List.of(), 20, 2);
        Incident caller = incident(Kind.SLOWER, 0, List.of(), 20, 200);
        assertEquals(caller, of((cause, effect) -> 0, server, caller).get(0).cause(), "it takes much longer by itself");
        List<CauseWithEffects> told = of((cause, effect) -> 0, (cause, effect) -> cause.equals(server), server, caller);
        assertEquals(List.of(new CauseWithEffects(server, List.of(caller))), told);
    }

    /** What one of them makes slow is part of what all lose: without it, half of that would be that one's. */
    @Test
    void consequencesCountWhereServersBecomeSlowerTogether() {
        List<CauseWithEffects> apart = List.of(
                new CauseWithEffects(
                        incident(Kind.SLOWER_TAIL, 4, List.of(), 20, 10),
                        List.of(incident(Kind.SLOWER_TAIL, 5, List.of(), 20, 6))),
                new CauseWithEffects(incident(Kind.SLOWER_TAIL, 2, List.of(), 20, 5), List.of()),
                new CauseWithEffects(incident(Kind.SLOWER_TAIL, 3, List.of(), 20, 5), List.of()));
        List<CauseWithEffects> told = Together.of(apart, IntStream.range(0, 8).toArray());
        assertEquals(1, told.size(), told::toString);
        assertEquals(Kind.ALL_SLOWER, told.get(0).cause().kind());
        assertEquals(List.of(2, 3, 4, 5), told.get(0).cause().nodes());
    }

    @Test
    void severalReplicasOfTwoServicesAtOneMomentShareSomething() {
        List<CauseWithEffects> apart = IntStream.of(4, 5, 2)
                .mapToObj(
                        node -> new CauseWithEffects(incident(Kind.SLOWER_TAIL, node, List.of(), 20, node), List.of()))
                .toList();
        int[] roleOf = {0, 0, 1, 1, 2, 2, 3, 3};
        assertEquals(1, Together.of(apart, roleOf).size());
        assertEquals(2, Together.of(apart.subList(1, 3), roleOf).size(), "two faults may begin together");
    }

    /** Of three that become slower at one moment, two lasting: they share nothing that all of them show. */
    @Test
    void whatComesAndGoesIsNotOneWithWhatLasts() {
        long second = 20 * SECOND;
        Change again = new Change(
                second,
                second,
                second,
                2 * second,
                2 * second,
                2 * second,
                2 * second,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0,
                1e-9,
                List.of(new Change.Pause(second + 5 * SECOND, second + 10 * SECOND)));
        Incident recurs = new Incident(Kind.SLOWER_TAIL, List.of(3), List.of(), again, 1e7, 3e7, 2e7, 1e6, 100, 5e9);
        List<CauseWithEffects> apart = List.of(
                new CauseWithEffects(incident(Kind.SLOWER_TAIL, 4, List.of(), 20, 5), List.of()),
                new CauseWithEffects(incident(Kind.SLOWER_TAIL, 2, List.of(), 20, 5), List.of()),
                new CauseWithEffects(recurs, List.of()));
        assertEquals(apart, Together.of(apart, IntStream.range(0, 8).toArray()));
    }

    /** A server stands still at 20 s and at 40 s: who fails from 40 s on waits for it. */
    @Test
    void whatBeginsWithALaterTimeFollowsFromItToo() {
        long first = 20 * SECOND;
        long second = 40 * SECOND;
        Change twice = new Change(
                first,
                first,
                first,
                second + SECOND,
                second + SECOND,
                second + SECOND,
                first + SECOND,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0,
                1e-9,
                List.of(new Change.Pause(first + SECOND, second)));
        Incident still = new Incident(Kind.STANDSTILL, List.of(1), List.of(), twice, 0, 0, 1e9, 0, 20, 1e10);
        Incident failing = incident(Kind.ERRORS, 0, List.of(), 40, 3);
        assertEquals(List.of(new CauseWithEffects(still, List.of(failing))), of(failing, still));
        assertEquals(2, of(incident(Kind.ERRORS, 0, List.of(), 30, 3), still).size());
    }

    @Test
    void noEffectBeginsBeforeWhatCausesIt() {
        Incident link = incident(Kind.STALLS, 0, List.of(1), 20, 6);
        Incident before = incident(Kind.SLOWER_TAIL, 1, List.of(), 12, 2);
        assertEquals(2, of(link, before).size());
    }

    @Test
    void whatBeginsLaterElsewhereIsAnotherFault() {
        Incident slow = incident(Kind.SLOWER, 1, List.of(), 20, 6);
        Incident later = incident(Kind.SLOWER, 0, List.of(), 30, 1);
        assertEquals(2, of(slow, later).size());
        Incident atOnce = incident(Kind.SLOWER, 0, List.of(), 20, 1);
        assertEquals(1, of(slow, atOnce).size());
    }

    /** What is slow once does not make another slow three times. */
    @Test
    void whatComesAgainByItselfIsAnotherFault() {
        Incident once = incident(Kind.SLOWER, 1, 6, timesFrom(20, false));
        Incident often = incident(Kind.SLOWER, 0, 1, timesFrom(20, true));
        assertEquals(2, of(once, often).size());
        assertEquals(
                1, of(incident(Kind.SLOWER, 1, 6, timesFrom(20, true)), often).size());
        assertEquals(1, of(incident(Kind.SLOWER, 1, List.of(), 20, 6), often).size(), "it is slow all the while");
    }

    /** Five seconds, or three times five seconds with as long a pause. */
    private static Change timesFrom(int second, boolean again) {
        long onset = second * SECOND;
        long end = onset + (again ? 25 : 5) * SECOND;
        List<Change.Pause> pauses = again
                ? List.of(
                        new Change.Pause(onset + 5 * SECOND, onset + 10 * SECOND),
                        new Change.Pause(onset + 15 * SECOND, onset + 20 * SECOND))
                : List.of();
        return new Change(onset, onset, onset, end, end, end, end, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1e-9, pauses);
    }

    private static Incident incident(Kind kind, int node, double cost, Change change) {
        return new Incident(kind, List.of(node), List.of(), change, 1e7, 3e7, 2e7, 1e6, 100, cost * SECOND);
    }

    @Test
    void whoIsCalledAgainCallsAgain() {
        Incident again = incident(Kind.CALLS, 0, List.of(1), 20, 0);
        Incident below = incident(Kind.CALLS, 1, List.of(2), 20, 0);
        List<CauseWithEffects> told = of(below, again);
        assertEquals(1, told.size(), told::toString);
        assertEquals(again, told.get(0).cause());
    }

    @Test
    void whatASlowNodeAloneSeesLaterAtSeveralIsItsOwn() {
        Incident[] all = {
            incident(Kind.SLOWER, 4, List.of(), 20, 6),
            incident(Kind.SLOWER, 5, List.of(), 20, 5),
            incident(Kind.SLOWER_TAIL, 6, List.of(), 20, 5),
            incident(Kind.SLOWER, 7, List.of(), 20, 5)
        };
        assertEquals(
                1,
                of((cause, effect) -> effect.nodes().contains(6) ? 1 : 0, all).size());
        assertEquals(3, of((cause, effect) -> 0, all).size(), "nobody else tells");
        assertEquals(3, of((cause, effect) -> -1, all).size(), "others see it, too");
    }

    @Test
    void severalCalleesAreJudgedOnceForTheirCaller() {
        int rounds = 30;
        Incident[] all = IntStream.range(0, 4 * rounds)
                .mapToObj(i -> incident(Kind.SLOWER, 4 + i % 4, List.of(), 20 + 10 * (i / 4), 20 - i % 4))
                .toArray(Incident[]::new);
        AtomicInteger asked = new AtomicInteger();
        List<CauseWithEffects> told = of(
                (cause, effect) -> {
                    asked.incrementAndGet();
                    return effect.nodes().contains(6) ? 1 : 0;
                },
                all);
        assertEquals(rounds, told.size());
        // 26 a round where they are judged again for each of them
        assertTrue(asked.get() <= 15 * rounds, asked::toString);
    }

    @Test
    void whatIsMuchSlowerThanOneThatAnswersItAloneLaterIsTheCause() {
        Incident caller = incident(Kind.SLOWER, 4, List.of(), 20, 20);
        Incident callee = incident(Kind.SLOWER, 6, List.of(), 20, 6);
        assertEquals(1, of((cause, effect) -> 1, caller, callee).size());
        assertEquals(2, of((cause, effect) -> -1, caller, callee).size(), "others see it, too");
    }
}

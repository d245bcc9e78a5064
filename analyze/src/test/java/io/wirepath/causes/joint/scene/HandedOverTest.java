package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.truth.Workload;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.incremental.Decided;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers with a pool, and callers that only look as if they had one. */
class HandedOverTest {

    private static final String POOL = "pool";

    private static GeneratedTrace atRandom(CallTemplate page, int places, double everyMillis) {
        return trace(new Workload("user", List.of(page), 1, Delay.exponential(everyMillis), false), places);
    }

    private static GeneratedTrace byClients(CallTemplate page, int clients, double thinkMillis) {
        return trace(new Workload("user", List.of(page), clients, Delay.exponential(thinkMillis)), 1);
    }

    private static GeneratedTrace trace(Workload users, int places) {
        TraceConfiguration shop = new TraceConfiguration(
                "shop",
                List.of(users),
                Map.of("app", List.of("app1", "app2")),
                Delay.fixed(0.1),
                List.of(),
                Map.of(POOL, places));
        return TraceGenerator.generate(shop, 800, 1);
    }

    private static CallTemplate query(Delay before) {
        return CallTemplate.call("db", before, Delay.lognormal(12, 6));
    }

    private static CallTemplate page() {
        return CallTemplate.call("app", Delay.fixed(0), Delay.gaussian(3, 0.5));
    }

    /** The calls that are taken to be handed over, by their numbers in the truth. */
    private static Set<Integer> found(GeneratedTrace trace) {
        MessageTable messages = trace.table();
        Set<Integer> found = new HashSet<>();
        new Services(messages, Decided.nothing(messages.size()), true, true, false)
                .scenes()
                .forEach(scene -> IntStream.range(0, scene.calls)
                        .filter(j -> scene.handedOver[j])
                        .map(j -> (int) messages.record(scene.callRequest[j]))
                        .map(message -> trace.messages().get(message).call())
                        .forEach(found::add));
        return found;
    }

    @ParameterizedTest
    @CsvSource({"1, 40", "2, 10", "2, 7", "4, 2"})
    void whoWaitedForAPlaceWasHandedIt(int places, double everyMillis) {
        CallTemplate query = query(Delay.gaussian(2, 0.3)).taking(POOL);
        GeneratedTrace trace = atRandom(page().serially(query), places, everyMillis);
        Set<Integer> waited = new HashSet<>();
        trace.waits().forEach(wait -> waited.add(wait.waiter()));
        Set<Integer> found = found(trace);
        Set<Integer> right = new HashSet<>(found);
        right.retainAll(waited);
        assertTrue(waited.size() > 100, () -> waited.size() + " waited");
        assertTrue(right.size() >= 0.95 * waited.size(), () -> right.size() + " of " + waited.size());
        assertTrue(right.size() >= 0.95 * found.size(), () -> right.size() + " of " + found.size());
    }

    /** One query right after the other, by as many clients as there can be, is no pool. */
    @Test
    void queriesOfOneTaskInARowAreNotHandedOver() {
        CallTemplate soon = query(Delay.gaussian(0.05, 0.005));
        CallTemplate page = page().serially(soon, soon, soon, soon);
        assertEquals(Set.of(), found(byClients(page, 2, 1)));
        assertEquals(Set.of(), found(byClients(page, 6, 5)));
        assertEquals(Set.of(), found(atRandom(page, 1, 12)));
    }

    @Test
    void fewThreadsAreNoPool() {
        CallTemplate page = page().serially(query(Delay.gaussian(2, 0.3))).holding(POOL);
        assertEquals(Set.of(), found(atRandom(page, 2, 10)));
    }

    @Test
    void callsWithoutALimitAreNotHandedOver() {
        CallTemplate query = query(Delay.gaussian(2, 0.3));
        assertEquals(Set.of(), found(atRandom(page().inParallel(query, query), 1, 7)));
        assertEquals(Set.of(), found(byClients(page().serially(query, query), 12, 20)));
    }
}

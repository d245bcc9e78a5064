package io.wirepath.analyze.truth;

import static io.wirepath.analyze.truth.CallTemplate.call;
import static io.wirepath.analyze.truth.CallTemplate.oneWay;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TraceGeneratorTest {

    private static final long MILLI = 1_000_000;

    static Stream<TraceConfiguration> configurations() {
        return NamedTraces.all().stream();
    }

    private static GeneratedTrace single(CallTemplate path) {
        Workload one = new Workload("A", List.of(path), 1, Delay.fixed(1000));
        return TraceGenerator.generate(
                new TraceConfiguration("single", List.of(one), Map.of(), Delay.fixed(1), List.of()), 1, 1);
    }

    private static long sentMillis(GeneratedTrace trace, int message) {
        return (trace.messages().get(message).sentNanos() - TraceGenerator.START_NANOS) / MILLI;
    }

    @Test
    void putsEveryMessageAtItsTime() {
        GeneratedTrace trace = single(call("B", Delay.fixed(0), Delay.fixed(5))
                .serially(call("C", Delay.fixed(20), Delay.fixed(7)))
                .inParallel(call("D", Delay.fixed(10), Delay.fixed(2)), call("E", Delay.fixed(11), Delay.fixed(30))));
        long[] sent = new long[trace.messages().size()];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = sentMillis(trace, i);
        }
        // A→B 1000, B→C 1021, C→B 1029, B→D 1040, D→B 1043, B→E 1041, E→B 1072, B→A 1078
        assertArrayEquals(new long[] {1000, 1021, 1029, 1040, 1043, 1041, 1072, 1078}, sent);
        assertEquals(
                List.of(-1, 0, 1, 2, 3, 2, 5, 6),
                trace.messages().stream().map(TrueMessage::parent).toList());
        assertEquals(
                List.of(-1, 0, 0, 0),
                trace.calls().stream().map(TrueCall::parent).toList());
    }

    @Test
    void waitsForNoOneWayMessage() {
        GeneratedTrace trace = single(call("B", Delay.fixed(0), Delay.fixed(5))
                .serially(oneWay("log", Delay.fixed(3)), call("C", Delay.fixed(4), Delay.fixed(1))));
        assertEquals(
                List.of(Role.REQUEST, Role.ONE_WAY, Role.REQUEST, Role.RESPONSE, Role.RESPONSE),
                trace.messages().stream().map(TrueMessage::role).toList());
        assertEquals(1004, sentMillis(trace, 1));
        assertEquals(1008, sentMillis(trace, 2));
        assertEquals(0, trace.messages().get(2).parent());
        assertEquals(2, PathForest.ofTrueCalls(trace).size());
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void givesTheSameTraceForTheSameSeedAlone(TraceConfiguration configuration) {
        GeneratedTrace trace = TraceGenerator.generate(configuration, 50, 7);
        assertEquals(trace, TraceGenerator.generate(configuration, 50, 7));
        assertNotEquals(trace, TraceGenerator.generate(configuration, 50, 8));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void keepsCausesBeforeEffectsAndAtTheirNode(TraceConfiguration configuration) {
        GeneratedTrace trace = TraceGenerator.generate(configuration, 200, 3);
        assertEquals(200, trace.calls().stream().filter(c -> c.parent() < 0).count());
        for (TrueMessage message : trace.messages()) {
            assertTrue(message.receivedNanos() >= message.sentNanos());
            if (message.parent() != MessageTable.NONE) {
                TrueMessage cause = trace.messages().get(message.parent());
                assertEquals(cause.destination(), message.source());
                assertTrue(cause.receivedNanos() <= message.sentNanos());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void carriesOneCallAtATimeOnAConnection(TraceConfiguration configuration) {
        GeneratedTrace trace = TraceGenerator.generate(configuration.withInstances(10), 300, 3);
        Map<Integer, Long> freeAt = new HashMap<>();
        trace.calls().stream()
                .sorted((a, b) -> Long.compare(
                        trace.messages().get(a.request()).sentNanos(),
                        trace.messages().get(b.request()).sentNanos()))
                .forEach(call -> {
                    long sent = trace.messages().get(call.request()).sentNanos();
                    assertTrue(freeAt.getOrDefault(call.connection(), 0L) < sent);
                    freeAt.put(
                            call.connection(),
                            trace.messages().get(call.response()).receivedNanos());
                });
        assertEquals(trace.connections(), freeAt.size());
    }

    @ParameterizedTest
    @CsvSource({
        "children-parallel, 1, 3",
        "children-0/2, 2, 1 3",
        "children-d/cc, 2, 2 3",
        "penalty-breaker, 3, 1 3 4",
    })
    void drawsThePathologicalCases(String name, int patterns, String callsOfEach) {
        GeneratedTrace trace = TraceGenerator.generate(NamedTraces.byName(name), 300, 1);
        PathForest forest = PathForest.ofTrueCalls(trace);
        assertEquals(patterns, PathAccuracy.of(forest, forest).patterns().real());
        List<String> sizes = Arrays.stream(Shapes.itemsOfRoots(forest.parent()))
                .filter(items -> items > 0)
                .sorted()
                .distinct()
                .mapToObj(Integer::toString)
                .toList();
        assertEquals(callsOfEach, String.join(" ", sizes));
    }

    @Test
    void spreadsCallsOverReplicasAndSlowsOneNode() {
        GeneratedTrace trace = TraceGenerator.generate(NamedTraces.byName("multi-tier-slow"), 400, 1);
        Map<String, Integer> calls = new HashMap<>();
        Map<String, Long> delay = new HashMap<>();
        for (TrueCall call : trace.calls()) {
            TrueMessage request = trace.messages().get(call.request());
            String callee = trace.nodes().get(request.destination());
            String caller = trace.nodes().get(request.source());
            if (callee.startsWith("AP")) {
                calls.merge(callee, 1, Integer::sum);
                long since = trace.messages().get(request.parent()).receivedNanos();
                delay.merge(caller, request.sentNanos() - since, Math::max);
            }
        }
        assertEquals(2, calls.size());
        assertEquals(1, (double) calls.get("AP1") / calls.get("AP2"), 0.3);
        assertTrue(delay.get("WS1") < 100 * MILLI && delay.get("WS2") > 200 * MILLI);
    }

    @Test
    void makesATableWithEveryMessageAndCall() {
        GeneratedTrace trace = TraceGenerator.generate(NamedTraces.byName("multi-tier"), 100, 1);
        MessageTable table = trace.table();
        assertEquals(trace.messages().size(), table.size());
        for (int row = 0; row < table.size(); row++) {
            TrueMessage message = trace.messages().get((int) table.record(row));
            TrueCall call = trace.calls().get(message.call());
            int other = message.role() == Role.REQUEST ? call.response() : call.request();
            assertEquals(other, table.record(table.partner(row)));
            assertEquals(message.sentNanos(), table.sentNanos(row));
        }
    }

    @Test
    void showsWrongClocksAtTheirNodesOnly() {
        GeneratedTrace trace = single(call("B", Delay.fixed(0), Delay.fixed(5)));
        SkewedClocks skewer =
                new SkewedClocks(TraceGenerator.START_NANOS, Map.of("B", new SkewedClocks.ClockError(3 * MILLI, 100)));
        MessageTable table = trace.table(LossySniffer.none(), skewer);
        TrueMessage request = trace.messages().get(0);
        assertEquals(request.sentNanos(), table.sentNanos(0));
        // 1001 ms after the origin, 100 ppm make 100.1 µs.
        assertEquals(request.receivedNanos() + 3 * MILLI + 100_100, table.receivedNanos(0));
    }

    @Test
    void losesWhatFindsTheQueueFull() {
        // Ten packets at once, then one a second later: a queue of 4 takes 4 of the burst, and is empty again later.
        long[] nanos = new long[11];
        nanos[10] = 1_000_000_000L;
        boolean[] seen = new LossySniffer(10, 4).seen(nanos);
        assertEquals("1111000000" + "1", bits(seen));
        // At 2 packets a second, half a second makes room for one.
        assertEquals("1101", bits(new LossySniffer(2, 2).seen(new long[] {0, 0, 0, 500_000_000L})));
        assertEquals("111", bits(LossySniffer.none().seen(new long[3])));
    }

    @Test
    void namesWhatThereIsForAnUnknownName() {
        var e = assertThrows(IllegalArgumentException.class, () -> NamedTraces.byName("x"));
        assertTrue(String.valueOf(e.getMessage()).contains("penalty-breaker"));
    }

    private static String bits(boolean[] seen) {
        StringBuilder text = new StringBuilder();
        for (boolean each : seen) {
            text.append(each ? '1' : '0');
        }
        return text.toString();
    }

    /** Three clients ask at once for what takes 10 ms; db has one at a time, 20 µs after the one before. */
    @Test
    void callsWaitForWhatOthersHold() {
        CallTemplate update =
                CallTemplate.call("db", Delay.fixed(0), Delay.fixed(10)).holding("stock");
        Workload workload = new Workload("user", List.of(update), 3, Delay.fixed(50));
        GeneratedTrace trace = TraceGenerator.generate(
                new TraceConfiguration("shop", List.of(workload), Map.of(), Delay.fixed(1), List.of()), 3, 1);
        List<Long> took = trace.calls().stream()
                .map(call -> trace.messages().get(call.response()).receivedNanos()
                        - trace.messages().get(call.request()).sentNanos())
                .toList();
        assertEquals(List.of(12_000_000L, 22_020_000L, 32_040_000L), took);
        assertEquals(
                List.of(1, 2),
                trace.waits().stream().map(GeneratedTrace.TrueWait::waiter).toList());
        assertEquals(
                List.of(0, 1),
                trace.waits().stream().map(GeneratedTrace.TrueWait::holder).toList());
    }

    /** Of six calls through a pool of two connections, no third is sent before one of the two is answered. */
    @Test
    void callersWaitForAConnectionOfTheirPool() {
        CallTemplate query =
                CallTemplate.call("db", Delay.fixed(0), Delay.fixed(10)).taking("pool");
        CallTemplate page =
                CallTemplate.call("web", Delay.fixed(0), Delay.fixed(0)).serially(query);
        Workload workload = new Workload("user", List.of(page), 6, Delay.fixed(50));
        GeneratedTrace trace = TraceGenerator.generate(
                new TraceConfiguration(
                        "shop", List.of(workload), Map.of(), Delay.fixed(1), List.of(), Map.of("pool", 2)),
                6,
                1);
        List<Long> sent = trace.calls().stream()
                .filter(call -> call.parent() != -1)
                .map(call -> trace.messages().get(call.request()).sentNanos() - TraceGenerator.START_NANOS)
                .sorted()
                .toList();
        assertEquals(
                List.of(0L, 0L, 12L, 12L, 24L, 24L),
                sent.stream().map(nanos -> (nanos - sent.get(0)) / 1_000_000).toList());
        assertEquals(4, trace.waits().size());
    }

    /**
     * Of three calls that meet, all go on when the last has come; of a fourth that is left, when nothing else comes.
     */
    @Test
    void callsGoOnTogetherAtABarrier() {
        CallTemplate page =
                CallTemplate.call("web", Delay.fixed(0), Delay.fixed(10)).meeting(3);
        Workload workload = new Workload("user", List.of(page), 4, Delay.uniform(1, 90));
        GeneratedTrace trace = TraceGenerator.generate(
                new TraceConfiguration("shop", List.of(workload), Map.of(), Delay.fixed(1), List.of()), 4, 1);
        List<Long> came = trace.calls().stream()
                .map(call -> trace.messages().get(call.request()).receivedNanos())
                .sorted()
                .toList();
        List<Long> answered = trace.calls().stream()
                .map(call -> trace.messages().get(call.response()).sentNanos())
                .sorted()
                .toList();
        long together = came.get(2) + 10_000_000;
        assertEquals(List.of(together, together, together, came.get(3) + 10_000_000), answered);
        assertEquals(2, trace.waits().size());
        assertEquals(
                1,
                trace.waits().stream()
                        .map(GeneratedTrace.TrueWait::holder)
                        .distinct()
                        .count());
    }
}

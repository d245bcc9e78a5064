package io.wirepath.analyze.truth;

import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Gives calls their connections: each pair of nodes keeps a pool, and a call takes the connection that has been free
 * for the longest time, or a new one. One call at a time; one-way messages of a pair share a flow of their own.
 *
 * @param calls the calls with their connections
 * @param count number of connections
 */
record Connections(List<TrueCall> calls, int count) {

    /** The first port that callers use. */
    static final int FIRST_PORT = 32_768;

    private static final int PORTS = 28_000;
    /** Between the answer to one call and the next request on the same connection. */
    private static final long REST_NANOS = 10_000;

    private record Pair(int caller, int callee, boolean oneWay) {}

    private record Slot(long freeNanos, int connection, int port) {}

    /** Gives all calls their connections, in the order of their requests. */
    static Connections of(List<TrueMessage> messages, List<TrueCall> calls) {
        Map<Pair, PriorityQueue<Slot>> pools = new HashMap<>();
        Map<Integer, Integer> portsUsed = new HashMap<>();
        List<TrueCall> connected = new ArrayList<>(calls);
        int count = 0;
        for (int number : byRequest(messages, calls)) {
            TrueCall call = calls.get(number);
            TrueMessage request = messages.get(call.request());
            PriorityQueue<Slot> pool = pools.computeIfAbsent(
                    new Pair(request.source(), request.destination(), call.isOneWay()),
                    key -> new PriorityQueue<>(
                            Comparator.comparingLong(Slot::freeNanos).thenComparingInt(Slot::connection)));
            Slot slot = pool.peek();
            if (slot != null && slot.freeNanos() < request.sentNanos()) {
                pool.remove();
            } else {
                slot = new Slot(0, count++, FIRST_PORT + portsUsed.merge(request.source(), 1, Integer::sum));
            }
            long free = call.isOneWay() ? 0 : messages.get(call.response()).receivedNanos() + REST_NANOS;
            pool.add(new Slot(free, slot.connection(), slot.port()));
            connected.set(number, call.on(slot.connection(), slot.port()));
        }
        if (portsUsed.values().stream().anyMatch(ports -> ports > PORTS)) {
            throw new IllegalArgumentException(
                    "a node would need more than " + PORTS + " ports; take fewer instances or shorter delays");
        }
        return new Connections(connected, count);
    }

    private static int[] byRequest(List<TrueMessage> messages, List<TrueCall> calls) {
        return IntStream.range(0, calls.size())
                .boxed()
                .sorted(Comparator.comparingLong(
                        call -> messages.get(calls.get(call).request()).sentNanos()))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}

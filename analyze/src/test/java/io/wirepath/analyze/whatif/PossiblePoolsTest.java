package io.wirepath.analyze.whatif;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits that a few calls seem to meet. */
class PossiblePoolsTest {

    private static final int PORT = 5432;
    private static final int OTHER_PORT = 6379;

    private final Random random = new Random(1);
    private final CallTrace trace = new CallTrace();

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    /** A page asks the database once, as soon as it has one of so many places. */
    private void pages(int number, double sinceMillis, double everyMillis, int places, int port) {
        PriorityQueue<Double> free = new PriorityQueue<>();
        IntStream.range(0, places).forEach(place -> free.add(0.0));
        double due = sinceMillis;
        for (int i = 0; i < number; i++) {
            due += exponential(everyMillis);
            double sent = Math.max(due, free.remove());
            double answered = sent + exponential(8);
            free.add(answered);
            trace.call("user", "app", due - 1 - 2 * random.nextDouble(), answered + 1);
            trace.asks(port, 1).call("app", "db", sent, answered);
        }
    }

    /** Of the calls, by number, every second one is made for the one before. */
    private static CallTable calls(MessageTable messages) {
        int[] request = IntStream.range(0, messages.size())
                .filter(row -> messages.role(row) == Role.REQUEST)
                .toArray();
        int[] byRecord = new int[request.length];
        for (int call = 0; call < request.length; call++) {
            byRecord[(int) messages.record(request[call])] = call;
        }
        int[] parent = Arrays.stream(request)
                .map(row -> (int) messages.record(row))
                .map(record -> record % 2 == 0 ? MessageTable.NONE : byRecord[record - 1])
                .toArray();
        double[] sure = new double[request.length];
        Arrays.fill(sure, 1);
        return new CallTable(
                request,
                Arrays.stream(request).map(messages::partner).toArray(),
                parent,
                sure,
                IntStream.range(0, request.length)
                        .map(call -> parent[call] < 0 ? call : parent[call])
                        .toArray());
    }

    private static List<Limit> possible(MessageTable messages, CallTable calls, ServedCalls served) {
        String[] roles = IntStream.range(0, messages.nodes().size())
                .mapToObj(node -> messages.nodes().get(node).name())
                .toArray(String[]::new);
        return ReplayedClaims.of(messages, calls, served, roles).possible();
    }

    @Test
    void limitTheCallsOfTheirPortAlone() {
        pages(1000, 100, 10, 2, PORT);
        pages(1000, 100, 10, 100, OTHER_PORT);
        MessageTable messages = trace.build();
        CallTable calls = calls(messages);
        ServedCalls served = new ServedCalls(messages, calls);
        List<Limit> possible = possible(messages, calls, served);
        assertTrue(possible.stream().anyMatch(limit -> limit.atOnce() == 2), possible::toString);
        WorkPlan plan = WorkPlan.of(messages, calls, served, List.of(), possible);
        for (int call = 0; call < calls.size(); call++) {
            if (messages.destinationPort(calls.request()[call]) == OTHER_PORT && plan.poolTaken[call] >= 0) {
                assertTrue(plan.limits.get(plan.poolTaken[call]).atOnce() > 2);
            }
        }
    }

    /** After as many calls as are looked at for a pool, more are open at once than before. */
    @Test
    void areNoneWhereMoreCallsAreOpenLater() {
        pages(TurnClaims.MAX_CALLS, 100, 10, 2, PORT);
        double later = 100 + 20.0 * TurnClaims.MAX_CALLS;
        pages(30, later, 0.1, 30, PORT);
        MessageTable messages = trace.build();
        CallTable calls = calls(messages);
        List<Limit> possible = possible(messages, calls, new ServedCalls(messages, calls));
        assertTrue(possible.stream().noneMatch(limit -> limit.atOnce() == 2), possible::toString);
    }
}

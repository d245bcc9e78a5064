package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which response answers which request, where rows are lost. */
class CallOrderTest {

    private static final long MILLI = 1_000_000;

    /** A call that was made; what is lost has no place among those that are told. */
    private record Call(long asked, long answered, boolean tellsRequest, boolean tellsResponse) {}

    /**
     * Calls on one connection.
     *
     * @param gap ms between requests at least
     * @param takes ms of an answer at least
     */
    private static List<Call> calls(int count, long gap, long takes, double lost, boolean inTurn) {
        Random random = new Random(11);
        List<Call> calls = new ArrayList<>();
        long at = 0;
        long free = 0;
        for (int i = 0; i < count; i++) {
            at += gap * MILLI + random.nextInt((int) (gap * MILLI));
            at = inTurn ? Math.max(at, free + MILLI) : at;
            free = Math.max(free, at + takes * MILLI + random.nextInt((int) MILLI));
            calls.add(new Call(at, free, random.nextDouble() >= lost, random.nextDouble() >= lost));
        }
        return calls;
    }

    /** The share of calls with both rows that are paired, and of the pairs those that are right. */
    private static double[] found(List<Call> calls) {
        List<Call> asked = calls.stream().filter(Call::tellsRequest).toList();
        List<Call> answered = calls.stream().filter(Call::tellsResponse).toList();
        CallOrder.Conversation conversation = new CallOrder.Conversation(
                asked.stream().mapToLong(Call::asked).toArray(),
                answered.stream().mapToLong(Call::answered).toArray());
        CallOrder.pair(List.of(conversation));
        double right = 0;
        double pairs = 0;
        for (int j = 0; j < answered.size(); j++) {
            int request = conversation.answers()[j];
            if (request != CallOrder.NONE) {
                pairs++;
                right += asked.get(request).equals(answered.get(j)) ? 1 : 0;
            }
        }
        long whole = calls.stream()
                .filter(call -> call.tellsRequest() && call.tellsResponse())
                .count();
        return new double[] {right / whole, right / pairs};
    }

    private static void assertFound(double wanted, List<Call> calls) {
        double[] found = found(calls);
        assertTrue(found[0] >= wanted && found[1] >= wanted, found[0] + " of the calls, " + found[1] + " of the pairs");
    }

    @Test
    void whatIsLostShiftsNothing() {
        assertFound(0.997, calls(20_000, 20, 10, 0.05, true));
        // where an answer and the next request are both lost, a slow answer is as likely
        assertFound(0.96, calls(20_000, 20, 10, 0.2, true));
    }

    @Test
    void requestsThatWaitTogetherAreAnsweredInOrder() {
        assertEquals(1, found(calls(20_000, 2, 30, 0, false))[0]);
        assertFound(0.97, calls(20_000, 2, 30, 0.01, false));
    }

    @Test
    void whatCannotBePairedIsLeft() {
        CallOrder.Conversation none = new CallOrder.Conversation(new long[] {5}, new long[] {3, 4});
        CallOrder.pair(List.of(none));
        assertEquals(CallOrder.NONE, none.answers()[0]);
        assertEquals(CallOrder.NONE, none.answers()[1]);
    }
}

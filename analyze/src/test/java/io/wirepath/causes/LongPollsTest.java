package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongPollsTest {

    private static final int OK = Outcome.of(Outcome.Kind.HTTP, 200);
    private static final int NO_CONTENT = Outcome.of(Outcome.Kind.HTTP, 204);
    private static final int TIME_OUT = Outcome.of(Outcome.Kind.HTTP, 504);
    private static final double HELD = 5000;

    private final Random random = new Random(1);
    private final LongPolls known = new LongPolls();
    private double at;

    /** Asks again a millisecond after each answer; gives when it was answered. */
    private double ask(CallTrace trace, double millis, int outcome, long bytes) {
        trace.asksFor("GET /poll").answers(bytes).call("client", "web", at, at + millis, outcome);
        at += millis + 1;
        return at - 1;
    }

    private void askSeveral(CallTrace trace, int times, double millis, int outcome) {
        for (int i = 0; i < times; i++) {
            ask(trace, millis + random.nextInt(5), outcome, 150);
        }
    }

    /** Others ask the same server for something else, which is answered at once. */
    private void askForOthers(CallTrace trace, double untilMillis) {
        for (double other = 17; other < untilMillis; other += 100) {
            trace.asksFor("GET /item").call("shop", "web", other, other + 8, OK);
        }
    }

    private static long held(MessageTable messages) {
        return IntStream.range(0, messages.size())
                .filter(row -> messages.heldNanos(row) > 0)
                .count();
    }

    private static long asked(MessageTable messages, String operation) {
        return IntStream.range(0, messages.size())
                .filter(row -> messages.role(row) == Role.REQUEST
                        && messages.operation(row).equals(operation))
                .count();
    }

    @Test
    void newsBetweenTimeOutsIsAMessageOfItsOwn() {
        CallTrace trace = new CallTrace().knowing(known);
        askSeveral(trace, 4, HELD, OK);
        double news = ask(trace, 1234, OK, 900);
        askSeveral(trace, 3, HELD, OK);
        askForOthers(trace, at);
        MessageTable messages = trace.build();
        assertEquals(8, held(messages));
        assertEquals(0, asked(messages, "GET /poll"));
        int row = IntStream.range(0, messages.size())
                .filter(each -> messages.heldNanos(each) > 0 && (messages.flags(each) & SightingCodec.FLAG_SETUP) == 0)
                .findFirst()
                .orElseThrow();
        assertEquals(Role.ONE_WAY, messages.role(row));
        assertEquals(news, messages.timeNanos(row) / 1e6, 0.001);
        assertEquals(1234, messages.heldNanos(row) / 1e6, 0.001);
        assertEquals(MessageTable.NONE, messages.partner(row));
    }

    /** One in twenty pieces of news comes so late. */
    @Test
    void newsJustBeforeATimeOutMakesItNoRequest() {
        CallTrace trace = new CallTrace().knowing(known);
        askSeveral(trace, 4, HELD, OK);
        ask(trace, 1234, OK, 900);
        ask(trace, 4900, OK, 900);
        askSeveral(trace, 3, HELD, OK);
        assertEquals(9, held(trace.build()));
    }

    /** What takes a time-out to answer each time says something else each time. */
    @Test
    void whatSaysOtherAtTheTimeOutIsNone() {
        CallTrace trace = new CallTrace().knowing(known);
        for (int i = 0; i < 12; i++) {
            ask(trace, i == 5 ? 1234 : HELD, OK, i % 3 == 0 ? 150 : 400 + 100 * i);
        }
        assertEquals(0, held(trace.build()));
    }

    @Test
    void whatSaysThatThereIsNoNewsNeedsNone() {
        CallTrace trace = new CallTrace().knowing(known);
        askSeveral(trace, 4, HELD, NO_CONTENT);
        assertEquals(4, held(trace.build()));
    }

    /** The same as above, of which nobody knows that it is no fault. */
    @Test
    void whatAlwaysTimesOutIsNone() {
        CallTrace trace = new CallTrace().knowing(known);
        askSeveral(trace, 12, HELD, OK);
        assertEquals(0, held(trace.build()));
    }

    @Test
    void whatWasAnsweredAtOnceBeforeIsNone() {
        CallTrace trace = new CallTrace().knowing(known);
        askSeveral(trace, 300, 8, OK);
        askSeveral(trace, 6, HELD, OK);
        ask(trace, 2100, OK, 150);
        askSeveral(trace, 6, HELD, OK);
        assertEquals(0, held(trace.build()));
    }

    /** The fault lasts for all of the second window, and flaps in it. */
    @Test
    void whatWasAnsweredAtOnceInAWindowBeforeIsNone() {
        CallTrace before = new CallTrace().knowing(known);
        askSeveral(before, 300, 8, OK);
        assertEquals(0, held(before.build()));
        CallTrace during = new CallTrace().knowing(known);
        askSeveral(during, 6, HELD, OK);
        ask(during, 2100, OK, 150);
        askSeveral(during, 6, HELD, OK);
        assertEquals(0, held(during.build()));
    }

    @Test
    void whatFailsIsNone() {
        CallTrace trace = new CallTrace().knowing(known);
        askSeveral(trace, 4, HELD, TIME_OUT);
        ask(trace, 1234, OK, 900);
        askSeveral(trace, 4, HELD, TIME_OUT);
        assertEquals(0, held(trace.build()));
    }

    @Test
    void whoWaitsForOthersIsAskedNoPoll() {
        CallTrace trace = new CallTrace().knowing(known);
        for (int i = 0; i < 9; i++) {
            double millis = i == 4 ? 1234 : HELD;
            trace.asksFor("SELECT").call("web", "db", at + 2, at + millis + random.nextInt(3000));
            ask(trace, millis, OK, 150);
        }
        assertEquals(0, held(trace.build()));
    }

    /** Neither who thinks between two questions, nor a server that takes a different time for each. */
    @Test
    void slowRequestsAreNone() {
        CallTrace trace = new CallTrace().knowing(known);
        for (int i = 0; i < 40; i++) {
            ask(trace, 500 + random.nextInt(5000), OK, 150);
        }
        assertEquals(0, held(trace.build()));
        CallTrace thinking = new CallTrace().knowing(known);
        for (int i = 0; i < 9; i++) {
            ask(thinking, i == 4 ? 1234 : HELD, OK, 150);
            at += 3000;
        }
        assertEquals(0, held(thinking.build()));
    }

    @Test
    void whatIsKnownIsOneInAWindowWithoutTimeOut() {
        CallTrace trace = new CallTrace().knowing(known);
        askSeveral(trace, 4, HELD, NO_CONTENT);
        assertEquals(4, held(trace.build()));
        CallTrace next = new CallTrace().knowing(known);
        ask(next, 1900, OK, 900);
        ask(next, 700, OK, 900);
        ask(next, HELD + 3000, OK, 150);
        MessageTable messages = next.build();
        assertEquals(2, held(messages));
        assertEquals(1, asked(messages, "GET /poll"), "it is late: a call");
    }

    @Test
    void gatewaysHoldWhatTheyHandOn() {
        CallTrace trace = new CallTrace().knowing(known);
        for (int i = 0; i < 9; i++) {
            double millis = i == 4 ? 1234 : HELD;
            trace.asksFor("GET /poll").answers(i == 4 ? 900 : 120).call("web", "app", at + 2, at + millis - 2, OK);
            ask(trace, millis, OK, i == 4 ? 900 : 150);
        }
        assertEquals(18, held(trace.build()));
    }

    /** A window holds two of them; what its margins show once more is counted once. */
    @Test
    void whatIsTooLongForAWindowIsKnownAfterSome() {
        for (double begins : new double[] {0, 0, 60_002}) {
            CallTrace trace = new CallTrace().knowing(known);
            at = begins;
            ask(trace, 30_000, NO_CONTENT, 150);
            ask(trace, 30_000, NO_CONTENT, 150);
            assertEquals(begins == 0 ? 0 : 2, held(trace.build()));
        }
    }

    /** Who asks each five seconds is answered at once a dozen times a minute, until each request times out. */
    @Test
    void whatWasAnsweredAtOnceNowAndThenIsNone() {
        for (int window = 0; window < 6; window++) {
            CallTrace before = new CallTrace().knowing(known);
            for (int i = 0; i < 12; i++) {
                ask(before, 8, OK, 150);
                at += 5000;
            }
            assertEquals(0, held(before.build()));
        }
        for (int window = 0; window < 12; window++) {
            CallTrace during = new CallTrace().knowing(known);
            askSeveral(during, 6, 10_000, OK);
            assertEquals(0, held(during.build()));
        }
    }

    @Test
    void whatIsAlwaysHeldForAsLongIsOneAfterMany() {
        int held = 0;
        for (int window = 0; window < 12; window++) {
            CallTrace trace = new CallTrace().knowing(known);
            askSeveral(trace, 2, 30_000, OK);
            held += held(trace.build()) > 0 ? 1 : 0;
        }
        assertEquals(3, held, "after 20 of them");
    }
}

package io.wirepath.analyze.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.FixedLinks;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import org.junit.jupiter.api.Test;

class ServedCallsTest {

    private static final long MILLI = 1_000_000;

    @Test
    void takesCallsMadeAtOnceOffOnlyOnce() {
        MessageTable messages = new TraceText().add("""
                web:1 app:80 request 0 1
                app:2 pg:5432 request 3
                app:3 auth:81 request 5
                pg:5432 app:2 response 9
                auth:81 app:3 response 11
                app:80 web:1 response 20 21
                """).build();
        CallTable calls = CallForest.of(messages, FixedLinks.certain(-1, 0, 0, 1, 2, 4));
        ServedCalls served = new ServedCalls(messages, calls);
        assertEquals(19 * MILLI, served.serviceNanos(0));
        assertEquals((19 - 8) * MILLI, served.ownNanos(0), "3 to 11 ms were spent waiting");
        assertEquals(21 * MILLI, served.roundTripNanos(0));
        assertEquals(6 * MILLI, served.serviceNanos(1));
    }

    @Test
    void usesTheCallersTimesWhereNobodyWatchedTheServer() {
        MessageTable messages = new TraceText().untraced("pg").add("""
                app:2 pg:5432 request 3 -
                pg:5432 app:2 response - 9
                """).build();
        ServedCalls served = new ServedCalls(messages, CallForest.of(messages, FixedLinks.certain(-1, 0)));
        assertEquals(6 * MILLI, served.serviceNanos(0));
    }

    @Test
    void knowsNoTimeOfACallWithoutResponse() {
        MessageTable messages = new TraceText().add("app:2 pg:5432 request 3").build();
        ServedCalls served = new ServedCalls(messages, CallForest.of(messages, FixedLinks.certain(-1)));
        assertEquals(MessageTable.NIL, served.serviceNanos(0));
        assertEquals(MessageTable.NIL, served.ownNanos(0));
    }

    /** The only sniffer saw what came 200 ms later: of app's 280 ms 80 are its own, of web's it waits for 300. */
    @Test
    void whatIsLostBehindTheOnlySnifferIsNobodysWork() {
        CallTrace trace = new CallTrace();
        trace.call("cl", "web", 0, 520);
        trace.answerWaits(200).call("web", "app", 10, 290, 0, 200, 0);
        MessageTable messages = trace.build();
        ServedCalls served = served(messages);
        assertEquals(80 * MILLI, served.ownNanos(1));
        assertEquals((10 + 520 - 490) * MILLI, served.ownNanos(0));
    }

    @Test
    void whatIsSentAgainAfterItsAnswerHadCome() {
        CallTrace trace = new CallTrace();
        trace.call("web", "app", 10, 150, 0, 200, 0);
        MessageTable messages = trace.build();
        ServedCalls served = served(messages);
        assertEquals(140 * MILLI, served.ownNanos(0));
    }

    private static ServedCalls served(MessageTable messages) {
        return new ServedCalls(
                messages, CallForest.of(messages, new Nesting(NestingSettings.defaults()).infer(messages)));
    }
}

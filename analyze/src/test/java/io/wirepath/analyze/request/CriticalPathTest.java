package io.wirepath.analyze.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.CallForest;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class CriticalPathTest {

    private static final int FAILED = Outcome.of(Outcome.Kind.HTTP, 503);

    private static List<String> path(CallTrace trace) {
        MessageTable messages = trace.build();
        LinkTable links = new Nesting(NestingSettings.defaults()).infer(messages);
        CallTable calls = CallForest.of(messages, links);
        CriticalPath path = new CriticalPath(messages, calls, new ServedCalls(messages, calls));
        List<String> stretches = new ArrayList<>();
        path.follow(
                0,
                (cause, call, row, from, to) -> stretches.add(
                        0, String.format(Locale.ROOT, "%s %d %.0f-%.0f", cause.id(), call, from / 1e6, to / 1e6)));
        long at = path.fromNanos(0);
        for (String stretch : stretches) {
            String[] bounds = stretch.substring(stretch.lastIndexOf(' ') + 1).split("-", -1);
            assertEquals(at / 1e6, Double.parseDouble(bounds[0]), 1e-9, () -> stretches.toString());
            at = Math.round(Double.parseDouble(bounds[1]) * 1e6);
        }
        assertEquals(path.toNanos(0), at, "the stretches are the whole of it");
        return stretches;
    }

    @Test
    void leadsThroughTheCallThatWasAnsweredLast() {
        CallTrace trace = new CallTrace();
        trace.call("cl", "web", 0, 100);
        trace.call("web", "a", 10, 40);
        trace.call("web", "b", 10, 60);
        trace.call("web", "c", 70, 90);
        assertEquals(List.of("own 0 0-10", "own 2 10-60", "own 0 60-70", "own 3 70-90", "own 0 90-100"), path(trace));
    }

    @Test
    void anAnswerThatIsSentAgainBehindTheOnlySnifferComesLater() {
        CallTrace trace = new CallTrace();
        trace.answerWaits(200).call("cl", "web", 0, 100);
        assertEquals(List.of("own 0 0-100", "retransmission 0 100-300"), path(trace));
    }

    @Test
    void aWaitForALostSegmentIsNotTheServers() {
        CallTrace trace = new CallTrace();
        trace.call("cl", "web", 0, 300);
        trace.call("web", "app", 10, 290, 0, 200, 0);
        assertEquals(List.of("own 0 0-10", "retransmission 1 10-210", "own 1 210-290", "own 0 290-300"), path(trace));
    }

    @Test
    void theHandshakeBeforeACallIsItsSetUp() {
        CallTrace trace = new CallTrace();
        trace.call("cl", "web", 0, 100);
        trace.call("web", "app", 30, 90, 0, 0, 20);
        assertEquals(List.of("own 0 0-10", "set_up 1 10-30", "own 1 30-90", "own 0 90-100"), path(trace));
    }

    @Test
    void anAttemptThatFailsAndIsMadeAgainIsARetry() {
        CallTrace trace = new CallTrace();
        trace.call("cl", "web", 0, 100);
        trace.call("web", "app", 10, 40, FAILED);
        trace.call("web", "app", 50, 90);
        assertEquals(List.of("own 0 0-10", "retry 1 10-40", "own 0 40-50", "own 2 50-90", "own 0 90-100"), path(trace));
    }
}

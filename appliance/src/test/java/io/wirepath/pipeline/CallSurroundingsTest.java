package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.command.SampleCapture;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class CallSurroundingsTest {

    private static final CallSelection.Asked ASKED =
            Objects.requireNonNull(CallSelection.asked("10.2.0.13:57518>10.3.0.12:8080@2026-11-20T17:49:20.501717Z"));

    private static InferredCalls calls(CallSurroundings of) throws IOException {
        MergeReading reading =
                new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.silent(), false);
        return new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                .around(of)
                .calls(List.of(SampleCapture.path("sw-app")));
    }

    /** No cause is said to be missing that was not looked for. */
    @Test
    void ofBusyHostsTheConnectionAloneIsLookedAtAndNoCauseIsTold() throws IOException {
        CallSurroundings busy = new CallSurroundings(ASKED, 100);
        InferredCalls few = calls(busy);
        MessageTable messages = few.messages();
        for (int row = 0; row < messages.size(); row++) {
            assertTrue(messages.sourcePort(row) == 57518 || messages.destinationPort(row) == 57518);
        }
        assertTrue(messages.size() > 1);
        String words = new CallWords(few).of(0);
        assertTrue(words.contains("; cause not looked for") && !words.contains("no cause"), words);

        InferredCalls all = calls(new CallSurroundings(ASKED));
        assertEquals(busy.counted(), all.messages().size());
        assertEquals(busy.counted(), few.ofMessages());
        String caused = new CallWords(all).of(0);
        assertTrue(caused.contains("cause") && !caused.contains("not looked for"), caused);
    }
}

package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A client of three threads, a server of threads, and one that forks a child for each connection of a UNIX socket: 45
 * requests, each of which asks twice. What is written before the connection is accepted has no other end yet.
 */
class ForkingServerTest {

    @Test
    void eachRequestHasWhatItAskedOfChildrenOverAUnixSocket() throws IOException {
        MergeReading reading =
                new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false);
        Analysis analysis = new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                .run(List.of("../samples/imports/fork.strace.gz"), null, null)
                .report()
                .analysis();
        MessageTable messages = analysis.messages();
        int answered = 0;
        for (int row = 0; row < messages.size(); row++) {
            boolean call = messages.role(row) == Role.REQUEST && messages.partner(row) != MessageTable.NONE;
            answered += call ? 1 : 0;
        }
        assertEquals(270, messages.size());
        assertEquals(135, answered);
        assertEquals(
                List.of(45L),
                analysis.patterns().stream().map(PathPattern::count).toList());
    }
}

package io.wirepath.appliance.serve;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.window.WindowMessages;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.pipeline.AlgorithmChoice;
import io.wirepath.pipeline.IdentifiedCalls;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A window to be analysed, with what was known when it was complete.
 *
 * @param messages its messages
 * @param nextWindowNanos when the window after it begins, margin included
 * @param names name by address, as text
 * @param operations what messages with an operation ask for, that of number n at n − 1
 * @param inputs how each sniffer fared so far, by number
 * @param before how each had fared when the window before was complete, as far as that is known
 * @param viewChanges when what the sniffers see became another, ns since the epoch
 * @param notes what a reader must know to judge the window
 * @param merge what the merge had learnt when the window was complete, or null before it learnt anything
 * @param hosts what the sniffers' machines were busy with
 * @param ids identifiers that requests of its time carry, as far as sniffers kept them
 * @param inference how causes are inferred
 */
public record WindowJob(
        WindowMessages messages,
        long nextWindowNanos,
        Map<String, String> names,
        List<String> operations,
        List<SnifferRecord> inputs,
        List<SnifferRecord> before,
        List<Long> viewChanges,
        List<String> notes,
        @Nullable MergeResult merge,
        HostLog hosts,
        List<IdentifiedCalls.Kept> ids,
        AlgorithmChoice inference) {

    /** Heading of its report. */
    String title() {
        return "window " + WindowId.of(messages.core());
    }
}

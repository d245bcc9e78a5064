package io.wirepath.pipeline;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.linking.PairingDoubt;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.pipeline.AlgorithmChoice.Chosen;
import io.wirepath.report.Report;
import io.wirepath.report.text.Figures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Calls, and who caused whom: what is needed to find and to describe the packets of some of them.
 *
 * @param messages the messages
 * @param calls their calls, with the likely parents
 * @param details what only exports need of the messages
 * @param inputs how each input fared, by number
 * @param merge what the merge learnt, or null where that is not known
 * @param ofMessages how many messages there were, where those of other connections were too many and causes were not
 *     looked for; 0 where they were
 * @param roots rows of the requests that took each path, by its identifier; empty where nobody looked for paths
 */
public record InferredCalls(
        MessageTable messages,
        CallTable calls,
        MessageDetails details,
        List<SnifferRecord> inputs,
        @Nullable MergeResult merge,
        int ofMessages,
        Map<String, List<Integer>> roots) {

    /** Calls of one connection are rarely nearer to each other. */
    private static final long TOLD_APART_NANOS = 1_000_000L;

    /** Of a whole analysis. */
    public static InferredCalls of(AnalysisRun.Outcome outcome) {
        Report report = outcome.report();
        Analysis analysis = report.analysis();
        return new InferredCalls(
                analysis.messages(),
                analysis.calls(),
                outcome.details(),
                report.inputs(),
                report.merge(),
                0,
                analysis.table().roots());
    }

    /** Of these messages, by the algorithm that is chosen for them. */
    static InferredCalls of(LoadedMessages loaded, AlgorithmChoice choice) {
        MessageTable messages = loaded.table();
        Chosen chosen = choice.choose(messages);
        if (chosen.algorithm() instanceof Convolution convolution) {
            chosen = new Chosen(convolution.over(convolution.graphs(messages)), chosen.settings());
        }
        ExplainedLinks explained = Job.Links.COMPUTED.of(messages, chosen);
        CallTable calls = CallForest.of(messages, PairingDoubt.of(messages, explained.links()));
        return new InferredCalls(messages, calls, loaded.details(), loaded.inputs(), loaded.merge(), 0, Map.of());
    }

    /** The same where messages that may tell of causes were left out of so many. */
    InferredCalls withoutCauses(int ofMessages) {
        return new InferredCalls(messages, calls, details, inputs, merge, ofMessages, roots);
    }

    /** Whether the sniffers' clocks are so near each other that they were read narrowly for one call rightly. */
    public boolean agreesOnTime() {
        return inputs.size() == 1 || SpoolSpans.wasNarrowEnough(merge);
    }

    /** By whose clock times are, and how far others are from it; empty where that makes no difference. */
    public Optional<String> timesAreBy() {
        if (merge == null || inputs.size() == 1) {
            return Optional.empty();
        }
        OptionalLong apart = SpoolSpans.apart(merge);
        String reference = sniffers().get(merge.reference());
        return apart.isEmpty() || apart.getAsLong() < TOLD_APART_NANOS
                ? Optional.empty()
                : Optional.of("times are by the clock of " + reference + ", from which others are "
                        + Figures.time(apart.getAsLong()) + " at the most");
    }

    /** Whether causes were looked for. */
    public boolean hasCauses() {
        return ofMessages == 0;
    }

    /** Names of the sniffers, by number. */
    public List<String> sniffers() {
        return inputs.stream().map(SnifferRecord::name).toList();
    }
}

package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.imports.TrueParents;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.MergeReading;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A verb that reads captures, merges them and infers what caused what. */
abstract class AnalysisCommand extends StandardOptions {

    @Mixin
    private MergeOptions merging;

    @Mixin
    ReadingOptions reading;

    @Mixin
    InferenceOptions inference;

    /** How captures are read and merged. */
    final MergeReading merge() {
        return merge(null, SiteId.Keeping.NONE);
    }

    /**
     * The same.
     *
     * @param truth takes who caused what, where a trace tells it
     * @param ids what is kept of the identifiers in requests
     */
    final MergeReading merge(@Nullable TrueParents truth, SiteId.Keeping ids) {
        FlowSettings flows = inference.withContent(reading.flowSettings());
        return new MergeReading(
                flows.withMessage(flows.message().withIds(ids)),
                merging.settings(),
                console,
                reading.showProgress(),
                truth);
    }

    /** Whether the sniffer is named by whose clock times are. */
    final boolean namesReference() {
        return merging.settings().reference() != null;
    }

    /** An analysis of what was sent within a time, of which no call is asked for. */
    final AnalysisRun run(@Nullable Path names, TimeSpan span) {
        return run(merge(), names, span);
    }

    /** The same of what is read so. */
    final AnalysisRun run(MergeReading from, @Nullable Path names, TimeSpan span) {
        return new AnalysisRun(from, names, inference.choice(), CallSelection.of(List.of()), span, 0);
    }
}

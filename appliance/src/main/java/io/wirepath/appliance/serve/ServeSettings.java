package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.history.HistoryBounds;
import io.wirepath.merge.live.LiveMergeSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * What a service is started with.
 *
 * @param state directory of everything that it keeps
 * @param spools spools of this machine
 * @param merge how sightings become messages
 * @param tuning what may change later
 * @param messages how long messages are kept
 * @param reports how long results are kept
 * @param past how long it is remembered which messages were given out, for sniffers that are late
 * @param maxWindowBytes memory for the messages of windows that are not complete
 * @param settleNanos how long after the watermark of the merge a window is complete: the longest message
 * @param patienceNanos how long the merge waits for the analysis before it leaves out a window
 * @param checkpointNanos how often a checkpoint is written
 */
public record ServeSettings(
        Path state,
        List<Path> spools,
        LiveMergeSettings merge,
        ServeTuning tuning,
        HistoryBounds messages,
        HistoryBounds reports,
        HistoryBounds past,
        long maxWindowBytes,
        long settleNanos,
        long patienceNanos,
        long checkpointNanos) {

    private static final long SECOND = 1_000_000_000L;
    private static final long MAX_WINDOW_BYTES = 512L << 20;

    /**
     * The analysis of a window takes some times the memory of its messages, and the next one is being filled meanwhile.
     */
    private static final long HEAP_A_WINDOW = 12;

    /** The values that the manual documents, for a service that keeps everything in this directory. */
    public static ServeSettings defaults(Path state) {
        return new ServeSettings(
                state,
                List.of(),
                LiveMergeSettings.defaults(),
                ServeTuning.defaults(),
                HistoryBounds.ofMessages(),
                HistoryBounds.ofReports(),
                HistoryBounds.ofPast(),
                Math.min(MAX_WINDOW_BYTES, Runtime.getRuntime().maxMemory() / HEAP_A_WINDOW),
                5 * SECOND,
                60 * SECOND,
                5 * SECOND);
    }

    /** The same with other spools. */
    public ServeSettings withSpools(List<Path> others) {
        return with(others, merge, tuning, messages, reports, past);
    }

    /** The same with other tuning. */
    public ServeSettings withTuning(ServeTuning other) {
        return with(spools, merge, other, messages, reports, past);
    }

    /** The same with another merge. */
    public ServeSettings withMerge(LiveMergeSettings other) {
        return with(spools, other, tuning, messages, reports, past);
    }

    /** The same with other bounds of what is kept. */
    public ServeSettings withBounds(HistoryBounds ofMessages, HistoryBounds ofReports) {
        return with(spools, merge, tuning, ofMessages, ofReports, past);
    }

    /** The same with another horizon for late sniffers. */
    public ServeSettings withPast(HistoryBounds other) {
        return with(spools, merge, tuning, messages, reports, other);
    }

    private ServeSettings with(
            List<Path> newSpools,
            LiveMergeSettings newMerge,
            ServeTuning newTuning,
            HistoryBounds newMessages,
            HistoryBounds newReports,
            HistoryBounds newPast) {
        return new ServeSettings(
                state,
                newSpools,
                newMerge,
                newTuning,
                newMessages,
                newReports,
                newPast,
                maxWindowBytes,
                settleNanos,
                patienceNanos,
                checkpointNanos);
    }

    /** Where received spools are: {@code SNIFFER/INCARNATION/} below. */
    public Path received() {
        return state.resolve("received");
    }
}

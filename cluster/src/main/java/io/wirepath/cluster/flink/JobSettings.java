package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.ComparedClocks;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.Topics;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.ClockComparison;
import io.wirepath.cluster.slice.SliceSettings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the job is started with.
 *
 * @param from where sightings are read
 * @param to where results go
 * @param slices how time is cut
 * @param choice how is merged and analysed
 * @param bounded whether it ends when it has read what is there at its start
 * @param holdNanos how long after a sniffer's progress what it saw before may still come
 * @param idleNanos how long a silent sniffer is waited for
 * @param awaited sniffers that have a topic; no window is done before something of each is read
 */
public record JobSettings(
        KafkaAddress from,
        KafkaAddress to,
        SliceSettings slices,
        AnalysisChoice choice,
        boolean bounded,
        long holdNanos,
        long idleNanos,
        List<String> awaited)
        implements Serializable {

    /** Copies the list. */
    public JobSettings {
        awaited = new ArrayList<>(awaited);
    }

    /** The same, with those sniffers awaited that have a topic now, and their clocks compared. */
    public JobSettings prepared() {
        JobSettings known = new JobSettings(
                from, to, slices, choice, bounded, holdNanos, idleNanos, from.sniffersOf(Topics.sightings(from)));
        return known.withClocksCompared();
    }

    /**
     * The same with the clocks compared: by the sightings that are in the topics now, else as an earlier job found
     * them; ties of the operator go before both. Where time is not cut, nothing is compared: the merge compares them.
     */
    private JobSettings withClocksCompared() {
        if (slices.isWhole()) {
            return this;
        }
        ComparedClocks clocks = new ComparedClocks(to);
        Map<String, Long> ahead = new HashMap<>(clocks.kept());
        ClockComparison comparison = new ClockComparison();
        new ComparedClocks(from).readLatest(comparison::take);
        ahead.putAll(comparison.aheadNanos(choice.reference()));
        ahead.putAll(choice.tiesNanos());
        clocks.keep(ahead);
        return new JobSettings(from, to, slices, choice.withTies(ahead), bounded, holdNanos, idleNanos, awaited);
    }

    private static final long SECOND = 1_000_000_000L;

    /** What one process holds and takes for silent. */
    public static final long DEFAULT_HOLD_NANOS = 6 * SECOND;

    /** Longer than a broker takes to choose another leader. */
    public static final long DEFAULT_IDLE_NANOS = 60 * SECOND;
}

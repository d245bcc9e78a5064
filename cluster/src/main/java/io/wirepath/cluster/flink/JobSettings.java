package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import java.io.Serializable;

/**
 * What the job is started with.
 *
 * @param from where sightings are read
 * @param to where results go
 * @param slices how time is cut
 * @param choice how is merged and analysed
 * @param bounded whether it ends when it has read what is there at its start
 * @param holdNanos how long after a sniffer's progress what it saw before may still come
 * @param idleNanos a sniffer not heard of for so long holds nobody up
 */
public record JobSettings(
        KafkaAddress from,
        KafkaAddress to,
        SliceSettings slices,
        AnalysisChoice choice,
        boolean bounded,
        long holdNanos,
        long idleNanos)
        implements Serializable {

    private static final long SECOND = 1_000_000_000L;

    /** What one process holds and takes for silent. */
    public static final long DEFAULT_HOLD_NANOS = 6 * SECOND;

    /** Longer than a broker takes to choose another leader. */
    public static final long DEFAULT_IDLE_NANOS = 60 * SECOND;
}

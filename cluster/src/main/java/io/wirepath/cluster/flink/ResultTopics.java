package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.Topics;
import java.util.List;
import java.util.Map;

/** The topics that the job writes. */
public final class ResultTopics {

    /** Longest result: the report of a window. */
    public static final int MAX_BYTES = 64 << 20;

    private static final List<String> KINDS = List.of("messages", "calls", "findings", "queries", "windows", "late");

    private ResultTopics() {}

    /** Makes those that are not there: the latest result of each key stays, as long as the brokers' retention says. */
    public static void make(KafkaAddress to, int partitions) {
        Map<String, String> configuration =
                Map.of("cleanup.policy", "compact,delete", "max.message.bytes", Integer.toString(MAX_BYTES));
        Topics.make(to, KINDS.stream().map(to::results).toList(), partitions, configuration);
    }
}

package io.wirepath.cluster.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** The latest value of each key of a topic, as compaction leaves it. */
public final class LatestRecords {

    private static final Duration POLL = Duration.ofSeconds(1);

    private LatestRecords() {}

    /** What the topic holds now, by key. */
    public static Map<String, byte[]> of(KafkaAddress at, String topic) {
        Properties settings = at.reader();
        Map<String, byte[]> latest = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(POLL)
                        .forEach(
                                record -> latest.put(new String(record.key(), StandardCharsets.UTF_8), record.value()));
            }
        }
        return latest;
    }
}

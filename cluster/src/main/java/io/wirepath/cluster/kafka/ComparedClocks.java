package io.wirepath.cluster.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The topic {@code PREFIX.clocks}: how far the clock of each sniffer is ahead, as the latest job that compared them
 * found, or an operator wrote. Compacted; key is the sniffer, value {@code {"aheadNanos": N}}. Not thread-safe.
 */
public final class ComparedClocks {

    /** Of each topic so many of the latest documents are looked at. */
    private static final long LATEST = 300_000;

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final String TOPIC = "clocks";
    private static final String AHEAD = "aheadNanos";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaAddress at;

    /** Those of this prefix. */
    public ComparedClocks(KafkaAddress at) {
        this.at = at;
    }

    /** What the topic holds; empty where there is none. */
    public Map<String, Long> kept() {
        Topics.make(at, List.of(at.results(TOPIC)), 1, Map.of("cleanup.policy", "compact"));
        Map<String, Long> ahead = new TreeMap<>();
        LatestRecords.of(at, at.results(TOPIC)).forEach((sniffer, value) -> {
            try {
                JsonNode nanos = JSON.readTree(value).path(AHEAD);
                if (nanos.isIntegralNumber()) {
                    ahead.put(sniffer, nanos.asLong());
                }
            } catch (IOException e) {
                throw new Failure(
                        at.results(TOPIC) + ": the value of " + sniffer + " is not {\"" + AHEAD + "\": N}", e);
            }
        });
        return ahead;
    }

    /** Writes what was found. */
    public void keep(Map<String, Long> aheadNanos) {
        Properties settings = at.writer();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings)) {
            for (Map.Entry<String, Long> each : aheadNanos.entrySet()) {
                byte[] value = JSON.createObjectNode()
                        .put(AHEAD, each.getValue())
                        .toString()
                        .getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(
                                at.results(TOPIC), each.getKey().getBytes(StandardCharsets.UTF_8), value))
                        .get();
            }
        } catch (ExecutionException | KafkaException e) {
            throw new Failure(at + ": the clocks cannot be written (" + e.getMessage() + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(at + ": stopped", e);
        }
    }

    /** Hands over the latest documents of all sniffers. */
    public void readLatest(Consumer<byte[]> to) {
        Properties settings = at.reader();
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : Topics.sightings(at)) {
            partitions.add(new TopicPartition(topic, 0));
        }
        if (partitions.isEmpty()) {
            return;
        }
        RecordCheck check = new RecordCheck();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
            consumer.beginningOffsets(partitions)
                    .forEach((partition, begin) ->
                            consumer.seek(partition, Math.max(begin, ends.getOrDefault(partition, 0L) - LATEST)));
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    boolean counts = record.offset()
                            < ends.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
                    if (counts && check.admits(at, record)) {
                        to.accept(record.value());
                    }
                }
            }
        } catch (KafkaException e) {
            throw new Failure(at + ": " + e.getMessage(), e);
        }
    }
}

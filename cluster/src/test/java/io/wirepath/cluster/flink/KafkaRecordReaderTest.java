package io.wirepath.cluster.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.spool.SpoolDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.DeserializationSchema.InitializationContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.UserCodeClassLoader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class KafkaRecordReaderTest {

    private final Map<String, Counter> counters = new HashMap<>();

    @Test
    void whatIsLeftOutIsCounted() {
        KafkaRecordReader reader = new KafkaRecordReader(new KafkaAddress("127.0.0.1:1", "at", Map.of()));
        reader.open(new Context());
        LogDocument note = new LogDocument(SpoolDocument.MAX_LENGTH);
        byte[] honest = SightingRecord.encode("web", new UUID(1, 2), SpoolDocument.note(note, 1, 0, "it rains"));
        byte[] damaged = honest.clone();
        damaged[damaged.length - 1]++;
        List<byte[]> out = new ArrayList<>();
        ListCollector<byte[]> to = new ListCollector<>(out);
        reader.deserialize(new ConsumerRecord<>("at.sightings.web", 0, 0, null, honest), to);
        reader.deserialize(new ConsumerRecord<>("at.sightings.web", 0, 1, null, damaged), to);
        reader.deserialize(new ConsumerRecord<>("at.sightings.app", 0, 0, null, honest), to);
        assertEquals(1, out.size());
        assertArrayEquals(honest, out.get(0));
        assertEquals(2, counters.get(KafkaRecordReader.LEFT_OUT).getCount());
    }

    private final class Context implements InitializationContext {

        @Override
        public MetricGroup getMetricGroup() {
            return new UnregisteredMetricsGroup() {
                @Override
                public Counter counter(String name) {
                    return counters.computeIfAbsent(name, super::counter);
                }
            };
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            throw new UnsupportedOperationException();
        }
    }
}

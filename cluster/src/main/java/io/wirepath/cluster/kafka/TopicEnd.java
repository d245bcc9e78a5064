package io.wirepath.cluster.kafka;

import io.wirepath.merge.spool.SpoolDocument;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The last document that a topic with sightings holds. */
final class TopicEnd {

    private static final Duration ANSWER = Duration.ofSeconds(20);

    /** The end of a transaction takes an offset, and an aborted one takes many: so much farther back it is looked. */
    private static final int FARTHER = 16;

    private TopicEnd() {}

    /**
     * Number of the last document of this spool that the topic holds; 0 where it holds none, or ends with another's.
     *
     * @throws KafkaException when the brokers do not tell in time
     */
    static long lastNumber(KafkaAddress at, String topic, UUID incarnation) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(at.reader())) {
            consumer.assign(List.of(partition));
            long end = consumer.endOffsets(List.of(partition), ANSWER).getOrDefault(partition, 0L);
            long begin = consumer.beginningOffsets(List.of(partition), ANSWER).getOrDefault(partition, 0L);
            long from = end;
            for (long back = 1; from > begin; back *= FARTHER) {
                from = Math.max(begin, end - back);
                consumer.seek(partition, from);
                byte[] last = last(consumer, partition, end);
                if (last != null) {
                    boolean ours = SightingRecord.isRecord(last)
                            && SightingRecord.incarnation(last).equals(incarnation);
                    return ours ? SpoolDocument.number(SightingRecord.document(last)) : 0;
                }
            }
            return 0;
        }
    }

    /** The last value from the consumer's position on; null where there is none. */
    private static byte @Nullable [] last(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
        byte[] last = null;
        long until = System.nanoTime() + ANSWER.toNanos();
        while (consumer.position(partition, ANSWER) < end) {
            if (System.nanoTime() > until) {
                throw new KafkaException("the last record of " + partition.topic() + " did not come in time");
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                last = record.value() == null ? last : record.value();
            }
        }
        return last;
    }
}

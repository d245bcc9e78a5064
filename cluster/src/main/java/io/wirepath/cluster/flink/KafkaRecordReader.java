package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.RecordCheck;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The values of Kafka's records as they are, as far as {@link RecordCheck} admits them. */
final class KafkaRecordReader implements KafkaRecordDeserializationSchema<byte[]> {

    private static final long serialVersionUID = 1;

    private transient @Nullable RecordCheck check;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<byte[]> out) {
        RecordCheck its = check == null ? new RecordCheck() : check;
        check = its;
        if (its.admits(record.value())) {
            out.collect(record.value());
        }
    }

    @Override
    public TypeInformation<byte[]> getProducedType() {
        return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
    }
}

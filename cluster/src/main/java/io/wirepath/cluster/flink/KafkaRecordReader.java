package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.SightingRecord;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The values of Kafka's records as they are; what is no record of this program, or of a later version, is left out. */
final class KafkaRecordReader implements KafkaRecordDeserializationSchema<byte[]> {

    private static final long serialVersionUID = 1;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<byte[]> out) {
        if (record.value() != null && SightingRecord.isRecord(record.value())) {
            out.collect(record.value());
        }
    }

    @Override
    public TypeInformation<byte[]> getProducedType() {
        return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
    }
}

package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.RecordCheck;
import org.apache.flink.api.common.serialization.DeserializationSchema.InitializationContext;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The values of Kafka's records as they are, as far as {@link RecordCheck} admits them. Those left out are counted by
 * the metric {@value #LEFT_OUT} of the source.
 */
final class KafkaRecordReader implements KafkaRecordDeserializationSchema<byte[]> {

    private static final long serialVersionUID = 1;

    static final String LEFT_OUT = "recordsLeftOut";

    private final KafkaAddress from;
    private transient RecordCheck check;
    private transient Counter leftOut;

    @SuppressWarnings("NullAway.Init") // what is transient is there after open()
    KafkaRecordReader(KafkaAddress from) {
        this.from = from;
    }

    @Override
    public void open(InitializationContext context) {
        check = new RecordCheck();
        leftOut = context.getMetricGroup().counter(LEFT_OUT);
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<byte[]> out) {
        if (check.admits(from, record)) {
            out.collect(record.value());
        } else {
            leftOut.inc();
        }
    }

    @Override
    public TypeInformation<byte[]> getProducedType() {
        return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
    }
}

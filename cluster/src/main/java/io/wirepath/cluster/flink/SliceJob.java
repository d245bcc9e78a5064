package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.SightingRecord;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.OutputTag;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The job: sightings in Kafka to messages, calls, findings and reports of windows in Kafka.
 *
 * <p>Operators have fixed names ({@code uid}), so a savepoint finds its state in a later version.
 */
public final class SliceJob {

    /** How often the watermarks of sniffers are looked at. */
    private static final long LOOK_MILLIS = 200;

    private static final String DISCOVERY = "partition.discovery.interval.ms";

    private static final TypeInformation<byte[]> BYTES = PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;

    /** Kind, key and value of a result. */
    private static final TypeInformation<Tuple3<String, String, byte[]>> RESULT =
            Types.TUPLE(Types.STRING, Types.STRING, BYTES);

    /** What nodes have to explain. */
    static final OutputTag<byte[]> NODES = new OutputTag<>("nodes", BYTES);

    /** What came too late for its slice. */
    static final OutputTag<Tuple3<String, String, byte[]>> LATE = new OutputTag<>("late", RESULT);

    private SliceJob() {}

    /** Adds the job to this environment. */
    public static void build(StreamExecutionEnvironment environment, JobSettings settings) {
        environment.getConfig().setAutoWatermarkInterval(LOOK_MILLIS);
        SingleOutputStreamOperator<byte[]> merged = environment
                .fromSource(source(settings), new SnifferWatermarks(settings), "sightings", BYTES)
                .uid("sightings")
                .keyBy(SightingRecord::sniffer, Types.STRING)
                .transform("cut into slices", BYTES, new AwaitedCut(settings))
                .uid("cut")
                .keyBy(SliceRecord::slice, Types.LONG)
                .process(new SliceMerger(settings), BYTES)
                .uid("slices")
                .name("merge slices");
        DataStream<byte[]> solved = merged.getSideOutput(NODES)
                .partitionCustom((slot, slots) -> slot % slots, SliceWork::slot)
                .map(new NodeSolver())
                .returns(BYTES)
                .uid("nodes")
                .name("solve nodes");
        merged.union(solved)
                .keyBy(SliceWork::slice, Types.LONG)
                .process(new SliceReporter(settings), RESULT)
                .uid("reports")
                .name("report slices")
                .union(merged.getSideOutput(LATE))
                .sinkTo(sink(settings.to()))
                .uid("results")
                .name("results");
    }

    private static KafkaSource<byte[]> source(JobSettings settings) {
        Properties client = settings.from().reader();
        KafkaSourceBuilder<byte[]> builder = KafkaSource.<byte[]>builder()
                .setProperties(client)
                .setBootstrapServers(settings.from().servers())
                .setGroupId(settings.from().prefix() + "-job")
                .setTopicPattern(settings.from().allSightings())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setProperty("register.consumer.metrics", "false")
                .setDeserializer(new KafkaRecordReader(settings.from()));
        if (settings.bounded()) {
            builder.setBounded(OffsetsInitializer.latest()).setProperty(DISCOVERY, "-1");
        } else {
            builder.setProperty(DISCOVERY, "10000");
        }
        return builder.build();
    }

    /**
     * A result that is made again has the same key and the same bytes: the topics are compacted, and no transaction is
     * needed that could expire.
     */
    private static KafkaSink<Tuple3<String, String, byte[]>> sink(KafkaAddress to) {
        String prefix = to.results("");
        return KafkaSink.<Tuple3<String, String, byte[]>>builder()
                .setKafkaProducerConfig(to.client())
                .setBootstrapServers(to.servers())
                .setProperty("max.request.size", Integer.toString(ResultTopics.MAX_BYTES))
                .setProperty("compression.type", "lz4")
                .setProperty("register.producer.metrics", "false")
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer((result, context, timestamp) ->
                        new ProducerRecord<>(prefix + result.f0, result.f1.getBytes(StandardCharsets.UTF_8), result.f2))
                .build();
    }
}

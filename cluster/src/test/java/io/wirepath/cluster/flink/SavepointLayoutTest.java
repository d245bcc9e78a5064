package io.wirepath.cluster.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

/**
 * By what another version of the job finds its state in a savepoint. What these tests hold is what an upgrade and a
 * rollback need: give what is new another name, and leave what is there.
 */
class SavepointLayoutTest {

    private static final KafkaAddress AT = new KafkaAddress("127.0.0.1:1", "layout", Map.of());
    private static final SliceSettings SLICES = new SliceSettings(60_000_000_000L, 10_000_000_000L, 10_000_000_000L);
    private static final JobSettings SETTINGS = new JobSettings(
            AT, AT, SLICES, AnalysisChoice.defaults(), false, 6_000_000_000L, 60_000_000_000L, List.of("one"));

    @Test
    void operatorsHaveTheNamesThatSavepointsKnow() {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(1, new Configuration());
        SliceJob.build(environment, SETTINGS);
        Map<String, String> keys = new TreeMap<>();
        for (StreamNode node : environment.getStreamGraph().getStreamNodes()) {
            keys.put(String.valueOf(node.getTransformationUID()), serializer(node.getStateKeySerializer()));
        }
        assertEquals(
                Map.of(
                        "sightings", "none",
                        "cut", "StringSerializer",
                        "slices", "LongSerializer",
                        "nodes", "none",
                        "reports", "LongSerializer",
                        "results", "none",
                        "Sink Committer: results", "none"),
                keys);
    }

    @Test
    void statesHaveTheNamesAndSerializersThatSavepointsKnow() throws Exception {
        assertEquals(
                Set.of(
                        "last-number MAP MapSerializer LongSerializer LongSerializer",
                        "progress VALUE LongSerializer",
                        "run VALUE BytePrimitiveArraySerializer",
                        "counters VALUE BytePrimitiveArraySerializer",
                        "name-count VALUE IntSerializer",
                        "names MAP MapSerializer StringSerializer BytePrimitiveArraySerializer",
                        "operations MAP MapSerializer IntSerializer BytePrimitiveArraySerializer",
                        "begun MAP MapSerializer LongSerializer BooleanSerializer",
                        "missing LIST ListSerializer BytePrimitiveArraySerializer"),
                states(new SliceCutter(SETTINGS)));
        assertEquals(
                Set.of("documents LIST ListSerializer BytePrimitiveArraySerializer"),
                states(new SliceMerger(SETTINGS)));
        assertEquals(
                Set.of(
                        "parts LIST ListSerializer BytePrimitiveArraySerializer",
                        "answers LIST ListSerializer BytePrimitiveArraySerializer",
                        "head VALUE BytePrimitiveArraySerializer",
                        "missing VALUE IntSerializer"),
                states(new SliceReporter(SETTINGS)));
    }

    /** The states that this function asks for when it is opened. */
    private static Set<String> states(RichFunction function) throws Exception {
        Set<String> asked = new TreeSet<>();
        function.setRuntimeContext((RuntimeContext) Proxy.newProxyInstance(
                RuntimeContext.class.getClassLoader(), new Class<?>[] {RuntimeContext.class}, (proxy, method, with) -> {
                    if (with != null && with.length == 1 && with[0] instanceof StateDescriptor<?, ?> state) {
                        state.initializeSerializerUnlessSet(new ExecutionConfig());
                        asked.add(state.getName() + " " + state.getType() + " " + serializer(state.getSerializer()));
                    }
                    return method.getName().equals("getTaskInfo") ? new TaskInfoImpl("task", 1, 0, 1, 1) : null;
                }));
        function.open(new OpenContext() {});
        return asked;
    }

    private static String serializer(TypeSerializer<?> serializer) {
        if (serializer instanceof MapSerializer<?, ?> map) {
            return "MapSerializer " + serializer(map.getKeySerializer()) + " " + serializer(map.getValueSerializer());
        }
        if (serializer instanceof ListSerializer<?> list) {
            return "ListSerializer " + serializer(list.getElementSerializer());
        }
        return serializer == null ? "none" : serializer.getClass().getSimpleName();
    }
}

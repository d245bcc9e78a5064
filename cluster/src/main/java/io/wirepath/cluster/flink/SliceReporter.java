package io.wirepath.cluster.flink;

import io.wirepath.causes.joint.NodeAnswer;
import io.wirepath.cluster.slice.MergedSlice;
import io.wirepath.cluster.slice.SliceAnalysis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Puts the messages of a slice and the answers of its nodes together, and tells what came of it. Keyed by slice.
 * Between two aligned checkpoints all of a slice comes, so its state is empty in every savepoint.
 */
final class SliceReporter extends KeyedProcessFunction<Long, byte[], Tuple3<String, String, byte[]>> {

    private final JobSettings settings;
    private transient ListState<byte[]> parts;
    private transient ListState<byte[]> answers;
    private transient ValueState<byte[]> head;
    /** What the head says less what came. */
    private transient ValueState<Integer> missing;

    @SuppressWarnings("NullAway.Init") // what is transient is there after open()
    SliceReporter(JobSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
        var bytes = PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
        parts = getRuntimeContext().getListState(new ListStateDescriptor<>("parts", bytes));
        answers = getRuntimeContext().getListState(new ListStateDescriptor<>("answers", bytes));
        head = getRuntimeContext().getState(new ValueStateDescriptor<>("head", bytes));
        missing = getRuntimeContext().getState(new ValueStateDescriptor<>("missing", Types.INT));
    }

    @Override
    public void processElement(byte[] work, Context context, Collector<Tuple3<String, String, byte[]>> out)
            throws Exception {
        Integer before = missing.value();
        int left = before == null ? 0 : before;
        byte[] rest = SliceWork.rest(work);
        if (SliceWork.kind(work) == SliceWork.HEAD) {
            head.update(rest);
            left += SliceWork.awaited(rest);
        } else {
            (SliceWork.kind(work) == SliceWork.PART ? parts : answers).add(rest);
            left--;
        }
        missing.update(left);
        byte[] known = head.value();
        if (left == 0 && known != null) {
            report(SliceWork.slice(work), known, out);
            head.clear();
            parts.clear();
            answers.clear();
            missing.clear();
        }
    }

    private void report(long slice, byte[] known, Collector<Tuple3<String, String, byte[]>> out)
            throws IOException, Exception {
        List<NodeAnswer> solved = new ArrayList<>();
        for (byte[] answer : answers.get()) {
            solved.add(NodeAnswer.of(answer));
        }
        try (MergedSlice merged = MergedSlice.ofParts(SliceWork.sniffers(known), parts.get())) {
            new SliceAnalysis(settings.slices(), settings.choice())
                    .report(slice, merged, solved, (kind, key, value) -> out.collect(Tuple3.of(kind, key, value)));
        }
    }
}

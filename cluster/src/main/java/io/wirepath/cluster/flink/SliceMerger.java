package io.wirepath.cluster.flink;

import io.wirepath.causes.joint.NodeProblem;
import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.cluster.slice.MergedSlice;
import io.wirepath.cluster.slice.SliceAnalysis;
import io.wirepath.cluster.slice.SliceSpools;
import io.wirepath.merge.spool.SpoolDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Collects the documents of a slice, and when all sniffers have passed its end, merges them. What its nodes have to
 * explain goes to {@link NodeSolver}s, and the messages to the {@link SliceReporter}. Keyed by slice. The state are the
 * documents as they were sniffed, so nothing in it is tied to the version of any stage.
 */
final class SliceMerger extends KeyedProcessFunction<Long, byte[], byte[]> {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final JobSettings settings;
    private transient ListState<byte[]> documents;
    private transient SharedOut sharedOut;

    @SuppressWarnings("NullAway.Init") // what is transient is there after open()
    SliceMerger(JobSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
        documents = getRuntimeContext()
                .getListState(
                        new ListStateDescriptor<>("documents", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        var task = getRuntimeContext().getTaskInfo();
        sharedOut = new SharedOut(task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
    }

    @Override
    public void processElement(byte[] bytes, Context context, Collector<byte[]> out) throws Exception {
        long slice = context.getCurrentKey();
        byte[] record = SliceRecord.record(bytes);
        long end = endMillis(slice);
        if (SliceRecord.isLate(bytes) || context.timerService().currentWatermark() >= end) {
            tellLate(slice, record, context);
            return;
        }
        documents.add(record);
        context.timerService().registerEventTimeTimer(end);
    }

    private long endMillis(long slice) {
        return settings.slices().isWhole()
                ? Long.MAX_VALUE
                : Math.floorDiv(settings.slices().endNanos(slice), NANOS_PER_MILLI);
    }

    /** Only what was seen can be late; what holds of a sniffer is told to each slice again. */
    private void tellLate(long slice, byte[] record, Context context) {
        int kind = SpoolDocument.kind(SightingRecord.document(record));
        if (kind == SpoolDocument.SIGHTING) {
            String sniffer = SightingRecord.sniffer(record);
            long number = SpoolDocument.number(SightingRecord.document(record));
            String key = "%s/%s/%s/%d"
                    .formatted(
                            new SliceAnalysis(settings.slices(), settings.choice()).name(slice),
                            sniffer,
                            SightingRecord.incarnation(record),
                            number);
            context.output(SliceJob.LATE, Tuple3.of("late", key, key.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<byte[]> out) throws IOException, Exception {
        long slice = context.getCurrentKey();
        SliceAnalysis analysis = new SliceAnalysis(settings.slices(), settings.choice());
        try (SliceSpools spools = new SliceSpools(!settings.slices().isWhole())) {
            for (byte[] record : documents.get()) {
                spools.add(record);
            }
            try (MergedSlice merged = analysis.merge(spools)) {
                List<NodeProblem> problems = analysis.problems(merged);
                sharedOut.share(
                        problems,
                        NodeProblem::effort,
                        (problem, slot) -> context.output(
                                SliceJob.NODES, SliceWork.of(slice, SliceWork.NODE, slot, problem.bytes())));
                int parts = merged.writeParts(part -> out.collect(SliceWork.of(slice, SliceWork.PART, 0, part)));
                out.collect(SliceWork.head(slice, merged.sniffers(), parts, problems.size()));
            }
        }
        documents.clear();
    }
}

package io.wirepath.cluster.flink;

import io.wirepath.cluster.slice.SnifferCut;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** {@link SnifferCut} on the documents of each sniffer. Keyed by sniffer, so those of each come in their order. */
final class SliceCutter extends KeyedProcessFunction<String, byte[], byte[]> {

    private final JobSettings settings;

    private transient SnifferCut cut;
    private transient KeyedMemory memory;

    @SuppressWarnings("NullAway.Init") // both are there after open()
    SliceCutter(JobSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
        cut = new SnifferCut(settings.slices(), settings.holdNanos());
        memory = new KeyedMemory(getRuntimeContext());
    }

    @Override
    public void processElement(byte[] record, Context context, Collector<byte[]> out) throws Exception {
        long ahead = settings.choice().aheadNanos(context.getCurrentKey());
        cut.take(record, ahead, memory, new SnifferCut.Sink() {
            @Override
            public void put(long slice, byte[] document) {
                out.collect(SliceRecord.of(slice, false, document));
            }

            @Override
            public void late(long slice, byte[] document) {
                out.collect(SliceRecord.of(slice, true, document));
            }
        });
    }
}

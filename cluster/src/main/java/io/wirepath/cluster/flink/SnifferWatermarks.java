package io.wirepath.cluster.flink;

import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * A watermark for each sniffer, and none for a reader itself.
 *
 * <p>Flink asks each reader first for a generator of its own, and then for one of each partition that it reads. A
 * reader whose partitions are none must be idle from the beginning: it would hold all others up for as long as a silent
 * sniffer does.
 */
final class SnifferWatermarks implements WatermarkStrategy<byte[]> {

    private static final long serialVersionUID = 1;

    private final JobSettings settings;
    private transient boolean readerIsServed;

    SnifferWatermarks(JobSettings settings) {
        this.settings = settings;
    }

    @Override
    public WatermarkGenerator<byte[]> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
        if (!readerIsServed && !settings.bounded()) {
            readerIsServed = true;
            return new OfReader();
        }
        return new SnifferWatermark(settings, context.getInputActivityClock());
    }

    /** Hears of no document: all come from partitions. */
    private static final class OfReader implements WatermarkGenerator<byte[]> {

        @Override
        public void onEvent(byte[] record, long timestamp, WatermarkOutput output) {
            // the partition's own generator was told
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.markIdle();
        }
    }
}

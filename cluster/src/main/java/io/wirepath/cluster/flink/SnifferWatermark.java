package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.cluster.slice.SnifferCut;
import io.wirepath.merge.spool.SpoolDocument;
import java.nio.ByteBuffer;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;

/**
 * How far one sniffer has come, by the reference's clock as far as the operator tied them: what its documents of
 * progress say, less the hold. One that has ended, or of which nothing is heard for half of what makes it silent, holds
 * nobody up here; {@link AwaitedCut} waits for the rest of it. Used by one thread.
 *
 * <p>Where the topics end, their end tells. It must not meet an idle source: Flink passes the last watermark of one
 * over, and the slices that wait for it would be lost without a word.
 */
final class SnifferWatermark implements WatermarkGenerator<byte[]> {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final JobSettings settings;
    private final RelativeClock clock;
    private long comeMillis = Long.MIN_VALUE;
    private long heardNanos;
    private boolean idle;

    /** @param clock stands still while the job itself is the one that is slow */
    SnifferWatermark(JobSettings settings, RelativeClock clock) {
        this.settings = settings;
        this.clock = clock;
        heardNanos = clock.relativeTimeNanos();
    }

    @Override
    public void onEvent(byte[] record, long timestamp, WatermarkOutput output) {
        heardNanos = clock.relativeTimeNanos();
        idle = false;
        ByteBuffer document = SightingRecord.document(record);
        int kind = SpoolDocument.kind(document);
        if (kind == SpoolDocument.PROGRESS) {
            comeMillis = Math.max(comeMillis, comeMillis(SightingRecord.sniffer(record), document, settings));
        } else if (kind == SpoolDocument.END) {
            tell(output);
            rest(output);
        }
    }

    /** Up to when all is there that a sniffer saw, as a document of its progress tells, by the reference's clock. */
    static long comeMillis(String sniffer, ByteBuffer progress, JobSettings settings) {
        long nanos = SnifferCut.progressNanos(progress) - settings.choice().aheadNanos(sniffer) - settings.holdNanos();
        return Math.floorDiv(nanos, NANOS_PER_MILLI) - 1;
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (idle) {
            return;
        }
        if (clock.relativeTimeNanos() - heardNanos > settings.idleNanos() / 2) {
            rest(output);
        } else {
            tell(output);
        }
    }

    private void tell(WatermarkOutput output) {
        if (comeMillis != Long.MIN_VALUE) {
            output.emitWatermark(new Watermark(comeMillis));
        }
    }

    private void rest(WatermarkOutput output) {
        if (!settings.bounded()) {
            idle = true;
            output.markIdle();
        }
    }
}

package io.wirepath.merge.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SplitMix64;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.order.TimedRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A site with one sniffer, which has nobody to compare its clock with. */
final class LoneSnifferTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_800_000_000L * SECOND;

    private long messages;
    private final LiveMerge merge =
            LiveMerge.resume(Checkpoint.empty(), LiveMergeSettings.defaults(), new MergedSink() {
                @Override
                public void onMessage(MessageRecord message, Consumed consumed) {
                    messages++;
                }
            });
    private final int source = merge.source("tap", new UUID(1, 2));
    private final ByteBuffer records = ByteBuffer.allocate(TimedRecord.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private long number = 1;
    private long nowNanos = START;

    LoneSnifferTest() {
        merge.start(source, number);
    }

    /** A message a second, by a clock that differs from the true one. */
    private void live(int seconds, long aheadNanos) {
        for (int i = 0; i < seconds; i++) {
            nowNanos += SECOND;
            sighting(nowNanos + aheadNanos);
            merge.progress(source, ++number, nowNanos + aheadNanos);
            merge.advance(nowNanos);
        }
    }

    private void sighting(long nanos) {
        assertTrue(merge.takes(source), "the merge takes no more at document " + number);
        records.putShort(SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        records.putLong(SightingCodec.CONNECTION_AT, number);
        records.putLong(SightingCodec.SOURCE_AT + 8, 0xffff0a000001L);
        records.putLong(SightingCodec.DESTINATION_AT + 8, 0xffff0a000002L);
        records.putShort(SightingCodec.SOURCE_PORT_AT, (short) number);
        records.putShort(SightingCodec.DESTINATION_PORT_AT, (short) 80);
        records.put(SightingCodec.TRANSPORT_AT, (byte) 6);
        records.put(SightingCodec.ROLE_AT, (byte) Role.ONE_WAY.ordinal());
        records.putLong(SightingCodec.FIRST_BYTE_AT, nanos);
        records.putLong(SightingCodec.LAST_BYTE_AT, nanos);
        records.putLong(SightingCodec.BYTES_AT, 100);
        records.putLong(SightingCodec.DIGEST_AT, number * SplitMix64.STEP);
        merge.offer(source, ++number, records, 0);
    }

    private MergeStatus.SnifferStatus tap() {
        return merge.status().sniffers().get(0);
    }

    @Test
    void goesOnWhenItsClockIsSetBack() {
        live(30, 0);
        live(30, -100 * SECOND);
        assertEquals(1, tap().clockSteps());
        long before = messages;
        live(120, -100 * SECOND);
        assertEquals(MergeStatus.State.ON_TIME, tap().state());
        assertTrue(messages - before > 100, () -> (messages - before) + " messages of 120 s");
    }

    /** Whoever sends a stream with holes makes its bytes wait: they are of long ago when they come. */
    @Test
    void aSightingOfLongAgoSetsNoClock() {
        live(30, 0);
        for (int i = 0; i < 100; i++) {
            sighting(nowNanos - 300 * SECOND + i);
        }
        live(30, 0);
        assertEquals(0, tap().clockSteps());
        assertEquals(MergeStatus.State.ON_TIME, tap().state());
        assertEquals(100, tap().late());
    }

    /** A sniffer that lies, or a clock that is set at once, before the merge knows any time. */
    @Test
    void aTimeFarAheadBeforeAnythingWasGivenOutHoldsUpNothing() {
        merge.progress(source, ++number, nowNanos);
        sighting(nowNanos + 1_000_000 * SECOND);
        merge.progress(source, ++number, nowNanos);
        live(60, 0);
        assertTrue(messages > 50, () -> messages + " messages of 60 s");
    }
}

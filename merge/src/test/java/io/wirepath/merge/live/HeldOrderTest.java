package io.wirepath.merge.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.match.Lane;
import io.wirepath.merge.order.TimedRecord;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldOrderTest {

    private static final int MAX = 1 << 12;

    private final HeldSightings held = new HeldSightings(MAX);
    private final HeldOrder order = new HeldOrder(held);
    private final Lane lane = new Lane(0, 0, Lane.IN_ORDER);
    private final ByteBuffer record = ByteBuffer.allocate(TimedRecord.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private long number;

    private int take(long nanos) {
        record.putLong(SightingCodec.FIRST_BYTE_AT, nanos);
        record.putLong(SightingCodec.LAST_BYTE_AT, nanos);
        int slot = held.take(lane, ++number, false, record, 0);
        order.add(slot);
        return slot;
    }

    /** Mostly in order, by up to some places off, now and then by very many; equal times go by their numbers. */
    private static long time(Random random, int step) {
        long stray = random.nextInt(50) == 0 ? random.nextInt(3000) : 0;
        return step - random.nextInt(6) - stray;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void givesTheFirstAsASortedSetWould(long seed) {
        Random random = new Random(seed);
        TreeSet<Integer> sorted = new TreeSet<>(Comparator.comparingLong((Integer slot) -> held.rawNanos[slot])
                .thenComparingLong(slot -> held.number[slot]));
        for (int step = 0; step < 50_000; step++) {
            boolean room = held.size() < MAX;
            // in phases it fills up, or runs empty
            if (room && (sorted.isEmpty() || random.nextInt(100) < (step / 5000 % 2 == 0 ? 70 : 35))) {
                sorted.add(take(time(random, step)));
            } else {
                assertEquals(sorted.first(), order.first());
                removeFirst();
                sorted.pollFirst();
            }
            assertEquals(sorted.size(), order.size());
            assertEquals(sorted.isEmpty(), order.isEmpty());
            if (step % 1000 == 0) {
                TreeSet<Integer> all = new TreeSet<>(sorted.comparator());
                for (int i = 0; i < order.size(); i++) {
                    all.add(order.slot(i));
                }
                assertEquals(sorted, all);
            }
        }
    }

    private void removeFirst() {
        int slot = order.first();
        order.removeFirst();
        held.release(slot);
    }

    @Test
    void nothingIsAllocatedForARecordOnceItHasGrown() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Random random = new Random(4);
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int step = 0; step < 20_000; step++) {
                take(time(random, step));
                if (held.size() == MAX) {
                    removeFirst();
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 1000, least + " bytes for 20,000 records");
    }
}

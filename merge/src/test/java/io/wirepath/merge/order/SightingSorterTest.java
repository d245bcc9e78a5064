package io.wirepath.merge.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SightingSorterTest {

    @TempDir
    private Path directory;

    private final ByteBuffer record = ByteBuffer.allocate(TimedRecord.LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private void add(SightingSorter sorter, long time, long number, int content) {
        record.putLong(SightingCodec.FIRST_BYTE_AT, time);
        record.putLong(SightingCodec.DIGEST_AT, number);
        record.putInt(SightingCodec.TYPE_WORDS_AT + 20, content);
        record.putInt(SightingCodec.PACKETS_AT, (int) number);
        sorter.add(record, 0);
    }

    @Test
    void givesEveryRecordBackInOrderOfTime() throws IOException {
        record Case(int records, long disorderNanos, boolean content, boolean onDisk) {}
        for (Case c : new Case[] {
            new Case(0, 0, false, false),
            new Case(5, 1000, true, false),
            new Case(SightingSorter.RUN, 50, false, false),
            new Case(SightingSorter.RUN + 1, 50, false, true),
            new Case(3 * SightingSorter.RUN + 17, 40_000_000, false, true),
            new Case(3 * SightingSorter.RUN + 17, 40_000_000, true, true),
            new Case(2 * SightingSorter.RUN, Long.MAX_VALUE / 8, true, true)
        }) {
            Random random = new Random(3);
            try (SightingSorter sorter = new SightingSorter(directory)) {
                long sum = 0;
                for (int i = 0; i < c.records; i++) {
                    long late = c.disorderNanos == 0 ? 0 : (random.nextLong() >>> 1) % c.disorderNanos;
                    add(sorter, 1_000L * i + late, i, c.content ? i | 1 : 0);
                    sum += i;
                }
                SortedSightings reader = sorter.read();
                assertEquals(sum, readInOrder(reader, c.records, c.content, c.disorderNanos), c.toString());
                assertFalse(reader.hasRecord());
            }
            try (Stream<Path> left = Files.list(directory)) {
                assertEquals(0, left.count(), "files left behind");
            }
        }
    }

    private static long readInOrder(SortedSightings reader, int records, boolean content, long disorderNanos) {
        long sum = 0;
        long before = Long.MIN_VALUE;
        for (int i = 0; i < records; i++) {
            long time = reader.timeNanos();
            // times a century apart are sorted to the microsecond only
            long grain = disorderNanos > 1L << 47 ? 1L << 16 : 0;
            assertTrue(time + grain >= before, "record " + i + " goes back in time");
            before = Math.max(before, time);
            long number = reader.records().getLong(reader.offset() + SightingCodec.DIGEST_AT);
            boolean isShort = TimedRecord.isShort(reader.records(), reader.offset());
            int left = isShort ? TimedRecord.CONTENT_END - TimedRecord.CONTENT_AT : 0;
            assertEquals((int) number, reader.records().getInt(reader.offset() + SightingCodec.PACKETS_AT - left));
            int word = isShort ? 0 : reader.records().getInt(reader.offset() + SightingCodec.TYPE_WORDS_AT + 20);
            assertEquals(content ? (int) number | 1 : 0, word);
            sum += number;
            reader.next();
        }
        return sum;
    }
}

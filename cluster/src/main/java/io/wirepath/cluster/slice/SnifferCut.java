package io.wirepath.cluster.slice;

import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.order.TimedRecord;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolGap;
import io.wirepath.merge.spool.SpoolVisitor.GapReason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Gives each document of a sniffer to the slices that it belongs to, and each slice first what holds of the sniffer:
 * its run, its counters, the names that it saw, what its numbers of operations mean, and what is missing. The documents
 * of a sniffer come in their order; those of a slice leave in it. Pure but for the memory that it is given. Used by one
 * thread.
 */
public final class SnifferCut {

    /** Names of addresses that are told to each slice; later ones are told to the slices in which they were seen. */
    private static final int MAX_NAMES = 20_000;

    private static final int REST_AT = SpoolDocument.MIN_LENGTH - Integer.BYTES;

    private final SliceSettings slices;
    private final long holdNanos;
    private final LogDocument told = new LogDocument(SpoolDocument.MAX_LENGTH);

    /** Takes documents for slices. */
    @FunctionalInterface
    public interface Sink {

        /**
         * A document of a slice.
         *
         * @param slice beginning of its core, or {@link SliceSettings#WHOLE}
         * @param record see {@link SightingRecord}
         */
        void put(long slice, byte[] record);

        /** A sighting that belongs to a slice and came when the sniffer had passed its end by the hold. */
        default void late(long slice, byte[] record) {}
    }

    /**
     * Cuts so.
     *
     * @param holdNanos how long after a sniffer's progress what it saw before may still come. What is late is so by
     *     this alone, and not by what an engine has done meanwhile
     */
    public SnifferCut(SliceSettings slices, long holdNanos) {
        this.slices = slices;
        this.holdNanos = holdNanos;
    }

    /**
     * Takes the next document of a sniffer; one that comes again is passed over.
     *
     * @param aheadNanos how far the sniffer's clock is ahead of the reference's
     */
    public void take(byte[] record, long aheadNanos, SnifferMemory memory, Sink to) throws Exception {
        if (slices.isWhole()) {
            to.put(SliceSettings.WHOLE, record);
            return;
        }
        ByteBuffer document = SightingRecord.document(record);
        UUID incarnation = SightingRecord.incarnation(record);
        long last = memory.lastNumber(incarnation);
        if (SpoolDocument.number(document) <= last) {
            return;
        }
        memory.setLastNumber(incarnation, SpoolDocument.number(document));
        SpoolGap gap = SpoolGap.between(last, document, GapReason.NOT_RECEIVED);
        if (gap != null) {
            tell(gap, record, memory, to);
        }
        int kind = SpoolDocument.kind(document);
        if (!hasTime(kind)) {
            remember(kind, document, record, memory);
            for (long slice : List.copyOf(memory.begun())) {
                to.put(slice, record);
                if (kind == SpoolDocument.END) {
                    memory.end(slice); // nobody waits for it now: what its next run counts is not for these
                }
            }
            return;
        }
        long nanos = nanos(document, kind);
        for (long slice : slices.slicesOf(nanos - aheadNanos)) {
            if (slices.endNanos(slice) > complete(memory, aheadNanos)) {
                begin(slice, memory, to);
                to.put(slice, record);
            } else if (kind == SpoolDocument.SIGHTING) {
                to.late(slice, record);
            }
        }
        if (kind == SpoolDocument.PROGRESS && nanos > memory.progressNanos()) {
            memory.setProgressNanos(nanos);
            memory.forgetMissing();
            forget(memory, aheadNanos);
        }
    }

    /**
     * Tells the slices that go on, and those that begin before the sniffer's next progress, what is missing. Its number
     * is free: it is missing.
     */
    private void tell(SpoolGap gap, byte[] before, SnifferMemory memory, Sink to) throws Exception {
        long progress = memory.progressNanos();
        ByteBuffer note = SpoolDocument.note(
                told, gap.last(), progress == Long.MIN_VALUE ? 0 : progress, "Of its spool, " + gap.text() + ".");
        byte[] record = SightingRecord.encode(SightingRecord.sniffer(before), SightingRecord.incarnation(before), note);
        memory.addMissing(record);
        for (long slice : List.copyOf(memory.begun())) {
            to.put(slice, record);
        }
    }

    /** Whether a document of this kind has a time of its own. */
    private static boolean hasTime(int kind) {
        return kind == SpoolDocument.SIGHTING || kind == SpoolDocument.CONNECTION_END || kind == SpoolDocument.PROGRESS;
    }

    private static long nanos(ByteBuffer document, int kind) {
        return kind == SpoolDocument.PROGRESS ? progressNanos(document) : timeNanos(document);
    }

    /** When a sighting or the end of a connection was, by the sniffer's clock. */
    static long timeNanos(ByteBuffer document) {
        return TimedRecord.timeNanos(document, REST_AT);
    }

    /** Up to when, by the sniffer's clock, its capture is complete; of a document of progress. */
    public static long progressNanos(ByteBuffer document) {
        return document.getLong(REST_AT);
    }

    private static void remember(int kind, ByteBuffer document, byte[] record, SnifferMemory memory) throws Exception {
        switch (kind) {
            case SpoolDocument.START -> {
                memory.setRun(record);
                memory.setCounters(null);
                memory.forgetOperations();
            }
            case SpoolDocument.OPERATION -> memory.setOperation(document.getShort(REST_AT) & 0xffff, record);
            case SpoolDocument.COUNTERS -> memory.setCounters(record);
            case SpoolDocument.NAME -> {
                if (memory.nameCount() < MAX_NAMES) {
                    memory.addName(key(document), record);
                }
            }
            default -> {
                // remarks, ends and gaps are told where they happen; layers are for lines of messages alone
            }
        }
    }

    /** Address, origin and name: what makes a document of this kind another one. */
    private static String key(ByteBuffer document) {
        byte[] rest = new byte[document.limit() - SpoolDocument.MIN_LENGTH];
        document.get(REST_AT, rest);
        return new String(rest, StandardCharsets.ISO_8859_1);
    }

    private static void begin(long slice, SnifferMemory memory, Sink to) throws Exception {
        if (memory.isBegun(slice)) {
            return;
        }
        memory.begin(slice);
        List<byte[]> first = new ArrayList<>();
        byte[] run = memory.run();
        byte[] counters = memory.counters();
        if (run != null) {
            first.add(run);
        }
        if (counters != null) {
            first.add(counters);
        }
        memory.operations().forEach(first::add);
        memory.names().forEach(first::add);
        memory.missing().forEach(first::add);
        first.sort(Comparator.comparingLong(known -> SpoolDocument.number(SightingRecord.document(known))));
        first.forEach(known -> to.put(slice, known));
    }

    /** Slices that end before this are closed for the sniffer. */
    private long complete(SnifferMemory memory, long aheadNanos) throws Exception {
        long progress = memory.progressNanos();
        return progress == Long.MIN_VALUE ? progress : progress - aheadNanos - holdNanos;
    }

    private void forget(SnifferMemory memory, long aheadNanos) throws Exception {
        for (long slice : List.copyOf(memory.begun())) {
            if (slices.endNanos(slice) <= complete(memory, aheadNanos)) {
                memory.end(slice);
            }
        }
    }
}

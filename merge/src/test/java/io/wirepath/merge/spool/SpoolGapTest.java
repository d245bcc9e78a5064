package io.wirepath.merge.spool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.spool.SpoolVisitor.GapReason;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SpoolGapTest {

    private final LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);

    @Test
    void nothingIsMissingBeforeTheNextOne() {
        assertNull(SpoolGap.between(6, note(7), GapReason.DELETED));
        assertNull(SpoolGap.between(0, note(1), GapReason.DELETED));
    }

    @Test
    void numbersTellHowManyAreMissing() {
        assertEquals(new SpoolGap(6, 6, false, GapReason.DELETED), SpoolGap.between(0, note(7), GapReason.DELETED));
        assertEquals("1 record is missing: deleted to keep the bounds of the spool", text(5, note(7)));
        assertEquals("2 records are missing: deleted to keep the bounds of the spool", text(4, note(7)));
        assertEquals("3 records are missing: the disk was full", text(6, gap(10, GapReason.DISK_FULL)));
    }

    @Test
    void numbersThatWereSkippedTellNothing() {
        ByteBuffer skipped = gap(SpoolDocument.skipFrom(11) + 1, GapReason.MACHINE_STOPPED);
        assertEquals(
                "an unknown number of records is missing: the machine stopped before the disk had all",
                text(11, skipped));
    }

    @Test
    void moreThanOneAreAdded() {
        SpoolGap full = new SpoolGap(9, 4, false, GapReason.DAMAGED);
        SpoolGap skipped = new SpoolGap(SpoolDocument.SKIP, 0, true, GapReason.DAMAGED);
        assertEquals(
                "8 records are missing: the files are damaged", full.plus(full).text());
        assertEquals(
                "4 records or more are missing: the files are damaged",
                full.plus(skipped).text());
    }

    private static String text(long before, ByteBuffer document) {
        return Objects.requireNonNull(SpoolGap.between(before, document, GapReason.DELETED))
                .text();
    }

    private ByteBuffer note(long number) {
        return SpoolDocument.note(document, number, 0, "x");
    }

    private ByteBuffer gap(long number, GapReason reason) {
        SpoolDocument.gap(document, number, reason);
        return document.bytes();
    }
}

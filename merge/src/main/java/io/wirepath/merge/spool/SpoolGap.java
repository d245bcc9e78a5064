package io.wirepath.merge.spool;

import io.wirepath.merge.spool.SpoolVisitor.GapReason;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Documents that are missing before another one.
 *
 * @param last number of the last that is missing
 * @param count how many are, as far as it is known
 * @param unknown whether more may be: numbers were skipped, and do not tell
 * @param reason why, as far as it is known
 */
public record SpoolGap(long last, long count, boolean unknown, GapReason reason) {

    /**
     * The gap between a document and the one before it; null where none is.
     *
     * @param document from its position, little-endian, sound
     * @param before number of the document before it; 0 where it should be the first
     * @param otherwise why documents are missing where this one does not say so
     */
    public static @Nullable SpoolGap between(long before, ByteBuffer document, GapReason otherwise) {
        long number = SpoolDocument.number(document);
        if (number <= before + 1) {
            return null;
        }
        if (SpoolDocument.kind(document) != SpoolDocument.GAP) {
            return new SpoolGap(number - 1, number - 1 - before, false, otherwise);
        }
        boolean skipped = SpoolDocument.isSkipped(number - 1);
        return new SpoolGap(number - 1, skipped ? 0 : number - 1 - before, skipped, SpoolDocument.gapReason(document));
    }

    /** Both, for a reason that they have in common. */
    public SpoolGap plus(SpoolGap later) {
        return new SpoolGap(later.last, count + later.count, unknown || later.unknown, reason);
    }

    /** How many records are missing, and why, without a full stop: records are what people call documents. */
    public String text() {
        String many = count == 1 ? "1 record" : count + " records";
        String missing = count == 0
                ? "an unknown number of records is missing"
                : many + (unknown ? " or more are missing" : count == 1 ? " is missing" : " are missing");
        return missing + ": " + reason.clause();
    }
}

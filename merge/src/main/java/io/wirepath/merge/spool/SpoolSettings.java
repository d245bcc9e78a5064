package io.wirepath.merge.spool;

import java.util.concurrent.TimeUnit;

/**
 * The bounds of a spool. A spool is a row of files, the rolls; only whole rolls are deleted, the oldest first.
 *
 * @param maxBytes most bytes that all rolls take on the disk; at least four times {@code rollBytes}
 * @param maxAgeNanos how long a roll is kept after its last document
 * @param rollBytes a new roll begins when the present one is so large
 * @param rollNanos a new roll begins when the present one is so old
 * @param syncNanos how often what was written is forced to the disk; 0 for never
 * @param syncRecords after how many documents what was written is forced to the disk; 0 for never
 */
public record SpoolSettings(
        long maxBytes, long maxAgeNanos, long rollBytes, long rollNanos, long syncNanos, long syncRecords) {

    private static final long MEBIBYTE = 1 << 20;
    private static final long MIN_ROLLS = 4;

    /** Refuses bounds that cannot be kept. */
    public SpoolSettings {
        if (rollBytes < MEBIBYTE) {
            throw new IllegalArgumentException("a roll of a spool needs at least 1 MiB, not " + rollBytes + " bytes");
        }
        if (maxBytes < MIN_ROLLS * rollBytes) {
            throw new IllegalArgumentException("a spool of " + maxBytes + " bytes has no room for " + MIN_ROLLS
                    + " rolls of " + rollBytes + " bytes");
        }
        if (maxAgeNanos <= 0 || rollNanos <= 0 || syncNanos < 0 || syncRecords < 0) {
            throw new IllegalArgumentException("the times of a spool must be positive, those of syncing not negative");
        }
    }

    /** 10 GiB, a week, rolls of 64 MiB or ten minutes, synced each second. */
    public static SpoolSettings defaults() {
        return new SpoolSettings(
                10L << 30,
                TimeUnit.DAYS.toNanos(7),
                64 * MEBIBYTE,
                TimeUnit.MINUTES.toNanos(10),
                TimeUnit.SECONDS.toNanos(1),
                0);
    }

    /** These settings with another bound of bytes; rolls become a sixteenth of it, within 1 and 64 MiB. */
    public SpoolSettings withMaxBytes(long bytes) {
        long roll = Math.max(MEBIBYTE, Math.min(64 * MEBIBYTE, bytes / 16));
        return new SpoolSettings(bytes, maxAgeNanos, roll, rollNanos, syncNanos, syncRecords);
    }

    /** These settings with another bound of age. */
    public SpoolSettings withMaxAgeNanos(long nanos) {
        return new SpoolSettings(maxBytes, nanos, rollBytes, rollNanos, syncNanos, syncRecords);
    }

    /** These settings with other rolls. */
    public SpoolSettings withRolls(long bytes, long nanos) {
        return new SpoolSettings(maxBytes, maxAgeNanos, bytes, nanos, syncNanos, syncRecords);
    }

    /** These settings with another policy of syncing. */
    public SpoolSettings withSync(long everyNanos, long everyRecords) {
        return new SpoolSettings(maxBytes, maxAgeNanos, rollBytes, rollNanos, everyNanos, everyRecords);
    }
}

package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * When what the rolls of a spool hold was captured, by the sniffer's clock, ns since the epoch. What each begins with
 * is their index, for the name of a roll tells when it was written, and a capture may be replayed later. Immutable.
 *
 * <pre>
 *  roll       | sighting 3.2, end 3.4, progress 3.5, … | sighting 9.1, progress 9.2, …
 *  earliest     3.2                                      9.1
 *  progress     3.5                                      9.2: before it stands all that was captured until then
 *  holds        3.2 to 9.2                               9.1 to …
 * </pre>
 */
final class RollTimes {

    /** Sightings come by turns from several shards: so much may one be older than that before it. */
    private static final long DISORDER_NANOS = 2_000_000_000L;

    /** What a roll begins with; its progress is {@link Long#MIN_VALUE} where it tells of none. */
    private record Begin(Roll roll, long earliest, long progress) {

        boolean isKnown() {
            return progress != Long.MIN_VALUE;
        }
    }

    private final List<Begin> begins = new ArrayList<>();

    /** Looks into these rolls, the oldest first. */
    RollTimes(List<Roll> rolls) {
        rolls.forEach(roll -> begins.add(begin(roll)));
    }

    private static Begin begin(Roll roll) {
        long earliest = Long.MAX_VALUE;
        LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);
        DocumentCheck check = new DocumentCheck();
        Sighting sighting = new Sighting();
        ConnectionEnd end = new ConnectionEnd();
        try (LogReader reader = new LogReader(roll.directory(), document)) {
            while (reader.next()) {
                ByteBuffer bytes = document.bytes();
                int kind = check.isSound(bytes) ? SpoolDocument.kind(bytes) : SpoolDocument.GAP;
                if (kind == SpoolDocument.PROGRESS) {
                    long progress = bytes.getLong(SpoolDocument.REST_AT);
                    return new Begin(roll, Math.min(earliest, progress), progress);
                } else if (kind == SpoolDocument.SIGHTING) {
                    long last = sighting.wrap(bytes, SpoolDocument.REST_AT).lastByteNanos();
                    earliest = Math.min(earliest, last);
                } else if (kind == SpoolDocument.CONNECTION_END) {
                    long last = end.wrap(bytes, SpoolDocument.REST_AT).lastPacketNanos();
                    earliest = Math.min(earliest, last);
                }
            }
        } catch (IOException e) {
            // who reads it tells of it
        }
        return new Begin(roll, earliest, Long.MIN_VALUE);
    }

    /**
     * The rolls that hold nothing of a time. A roll holds what was captured from its beginning to that of the next,
     * whichever is the later after a clock was set back.
     *
     * @param before how many rolls before the first that may hold something are not among them
     */
    Set<Roll> without(long fromNanos, long toNanos, int before) {
        Set<Roll> without = new HashSet<>();
        int first = begins.size();
        for (int i = begins.size() - 1; i >= 0; i--) {
            if (mayHold(i, fromNanos, toNanos)) {
                first = i;
            } else {
                without.add(begins.get(i).roll());
            }
        }
        for (int i = Math.max(0, first - before); i < first; i++) {
            without.remove(begins.get(i).roll());
        }
        return without;
    }

    private boolean mayHold(int number, long fromNanos, long toNanos) {
        Begin begin = begins.get(number);
        Begin next = number + 1 < begins.size() ? begins.get(number + 1) : null;
        if (!begin.isKnown() || next != null && !next.isKnown()) {
            return true;
        }
        long earliest = next == null ? begin.earliest : Math.min(begin.earliest, next.progress);
        boolean ends = next != null && Math.max(begin.progress, next.progress) + DISORDER_NANOS < fromNanos;
        return !ends && earliest - DISORDER_NANOS < toNanos;
    }
}

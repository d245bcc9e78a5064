package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When what the rolls of a spool hold was captured, by the sniffer's clock, ns since the epoch. What each begins with
 * is their index, for the name of a roll tells when it was written, and a capture may be replayed later. Used by one
 * thread.
 *
 * <pre>
 *  roll       | sighting 3.2, end 3.4, progress 3.5, … | sighting 9.1, progress 9.2, …
 *  earliest     3.2                                      9.1
 *  progress     3.5                                      9.2: before it stands all that was captured until then
 *  holds        3.2 to 9.2                               9.1 to …
 * </pre>
 *
 * A day of a fast mirror is tens of thousands of rolls. So of rolls of one run that captured live only the first and
 * the last are looked into where all between them are of other times: there names tell whether the clock was set back.
 */
final class RollTimes {

    /** Sightings come by turns from several shards: so much may one be older than that before it. */
    private static final long DISORDER_NANOS = 2_000_000_000L;

    /** A live capture tells a time that is no farther than this from that in the name of its roll. */
    private static final long LIVE_NANOS = 60_000_000_000L;

    /** So much time is in one roll at most. */
    private static final long LONGEST_NANOS = SpoolSettings.defaults().rollNanos();

    /** What a roll begins with; its progress is {@link Long#MIN_VALUE} where it tells of none. */
    private record Begin(Roll roll, @Nullable SnifferRun run, long earliest, long progress) {

        boolean isKnown() {
            return progress != Long.MIN_VALUE;
        }

        boolean isLive() {
            return isKnown() && Math.abs(progress - roll.beginNanos()) <= LIVE_NANOS;
        }

        boolean isOfRunOf(Begin other) {
            return run != null && run.equals(other.run);
        }
    }

    private final List<Roll> rolls;

    /** Those that were looked into. */
    private final @Nullable Begin[] begins;

    /** How often the clock was set back, by the names, before each roll was begun. */
    private final int[] setBack;

    private final LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);
    private final DocumentCheck check = new DocumentCheck();
    private final Sighting sighting = new Sighting();
    private final ConnectionEnd end = new ConnectionEnd();

    /** Of these rolls, the oldest first. */
    RollTimes(List<Roll> rolls) {
        this.rolls = rolls;
        begins = new Begin[rolls.size()];
        setBack = new int[rolls.size()];
        for (int i = 1; i < setBack.length; i++) {
            boolean back = rolls.get(i).beginNanos() < rolls.get(i - 1).beginNanos();
            setBack[i] = setBack[i - 1] + (back ? 1 : 0);
        }
    }

    /** How many rolls were looked into. */
    long looked() {
        return Arrays.stream(begins).filter(Objects::nonNull).count();
    }

    private Begin begin(int number) {
        Begin known = begins[number];
        if (known == null) {
            known = look(rolls.get(number));
            begins[number] = known;
        }
        return known;
    }

    private Begin look(Roll roll) {
        long earliest = Long.MAX_VALUE;
        @Nullable SnifferRun run = null;
        try (LogReader reader = new LogReader(roll.directory(), document)) {
            while (reader.next()) {
                ByteBuffer bytes = document.bytes();
                int kind = check.isSound(bytes) ? SpoolDocument.kind(bytes) : SpoolDocument.GAP;
                if (kind == SpoolDocument.ROLL) {
                    run = SpoolDocument.runOfRoll(bytes);
                } else if (kind == SpoolDocument.PROGRESS) {
                    long progress = bytes.getLong(SpoolDocument.REST_AT);
                    return new Begin(roll, run, Math.min(earliest, progress), progress);
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
        return new Begin(roll, run, earliest, Long.MIN_VALUE);
    }

    /**
     * The rolls that hold nothing of a time. A roll holds what was captured from its beginning to that of the next.
     * Where the next began at an earlier time, the clock was set back meanwhile: it holds as much as one may after the
     * one, and before the other. A clock that was set back by less than its roll has left is not noticed. The last roll
     * of a replay holds as much as there was: what another run begins with tells nothing of its end.
     *
     * @param before how many rolls before the first that may hold something are not among them
     */
    Set<Roll> without(long fromNanos, long toNanos, int before) {
        BitSet may = new BitSet();
        find(0, rolls.size(), fromNanos, toNanos, may);
        int first = may.isEmpty() ? rolls.size() : may.nextSetBit(0);
        may.set(Math.max(0, first - before), first);
        Set<Roll> without = new HashSet<>();
        for (int i = may.nextClearBit(0); i < rolls.size(); i = may.nextClearBit(i + 1)) {
            without.add(rolls.get(i));
        }
        return without;
    }

    /** Notes which of the rolls from one up to another may hold something. */
    private void find(int from, int to, long fromNanos, long toNanos, BitSet may) {
        if (to - from > 1) {
            if (!areOfOtherTimes(from, to, fromNanos, toNanos)) {
                int middle = from + to >>> 1;
                find(from, middle, fromNanos, toNanos, may);
                find(middle, to, fromNanos, toNanos, may);
            }
        } else if (from < to && mayHold(from, fromNanos, toNanos)) {
            may.set(from);
        }
    }

    private boolean areOfOtherTimes(int from, int to, long fromNanos, long toNanos) {
        if (to == rolls.size() || setBack[from] != setBack[to]) {
            return false;
        }
        Begin first = begin(from);
        Begin next = begin(to);
        return first.isLive()
                && next.isLive()
                && first.isOfRunOf(next)
                && first.progress <= next.progress
                && !overlaps(first.earliest, next.progress, fromNanos, toNanos);
    }

    private boolean mayHold(int number, long fromNanos, long toNanos) {
        Begin begin = begin(number);
        @Nullable Begin next = number + 1 < rolls.size() ? begin(number + 1) : null;
        if (!begin.isKnown() || next != null && !next.isKnown()) {
            return true;
        }
        boolean isLive = next != null && begin.isLive() && next.isLive();
        if (next == null || !isLive && !begin.isOfRunOf(next)) {
            return begin.earliest - DISORDER_NANOS < toNanos;
        }
        if (next.progress >= begin.progress) {
            return overlaps(begin.earliest, next.progress, fromNanos, toNanos);
        }
        return !isLive
                || overlaps(begin.earliest, begin.progress + LONGEST_NANOS, fromNanos, toNanos)
                || overlaps(next.progress - LONGEST_NANOS, next.progress, fromNanos, toNanos);
    }

    private static boolean overlaps(long earliest, long latest, long fromNanos, long toNanos) {
        return earliest - DISORDER_NANOS < toNanos && latest + DISORDER_NANOS >= fromNanos;
    }
}

package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.sample.ContentKey;
import io.wirepath.nat.TranslationDetector;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Notices a middlebox that re-bases sequence numbers, as some firewalls do to hide how a host chooses them: messages of
 * two views agree in digest and length, and their sequence numbers differ by one and the same amount, {@link
 * TranslationDetector#REBASED_REPEATS} times. Not thread-safe.
 */
final class RebaseWatch {

    /** Latest messages by content; a newer one takes the place. */
    private static final int PLACES = 1 << 14;

    /** Contents shorter than this repeat too often to tell. */
    private static final int MIN_BYTES = 16;

    /** Pairs of views that are remembered at most; then all are forgotten. */
    private static final int MAX_PAIRS = 1 << 16;

    private static final long COUNT_MASK = 0xffff;
    private static final int DIFFERENCE_SHIFT = 16;

    private final int[] recent = new int[PLACES];
    private final Long2LongHashMap evidence = new Long2LongHashMap(0);

    RebaseWatch() {
        Arrays.fill(recent, OpenSightings.NONE);
    }

    /**
     * Takes a message that is like no other in sequence number.
     *
     * @return a message that another view saw of it, when the evidence is enough; else NONE
     */
    int note(OpenSightings open, int slot) {
        ByteBuffer records = open.records;
        int at = OpenSightings.at(slot);
        SightedConnection mine = open.viewOf(slot);
        if (mine.transport != ContentMatch.TCP
                || records.getLong(at + SightingCodec.MISSING_AT) != 0
                || records.getLong(at + SightingCodec.BYTES_AT) < MIN_BYTES) {
            return OpenSightings.NONE;
        }
        int place = (int) ContentKey.mix(records.getLong(at + SightingCodec.DIGEST_AT)) & PLACES - 1;
        int other = recent[place];
        recent[place] = slot;
        if (other == OpenSightings.NONE || other == slot || !isLike(open, slot, other)) {
            return OpenSightings.NONE;
        }
        return count(open, slot, other) >= TranslationDetector.REBASED_REPEATS ? other : OpenSightings.NONE;
    }

    private static boolean isLike(OpenSightings open, int slot, int other) {
        SightedConnection view = open.view[other];
        SightedConnection mine = open.viewOf(slot);
        if (view == null || open.gone[other] || view.sniffer == mine.sniffer) {
            return false;
        }
        if (view.of != mine.of && (isSeenBy(view.sniffer, mine.of) || isSeenBy(mine.sniffer, view.of))) {
            return false;
        }
        ByteBuffer records = open.records;
        int a = OpenSightings.at(slot);
        int b = OpenSightings.at(other);
        return records.getLong(a + SightingCodec.DIGEST_AT) == records.getLong(b + SightingCodec.DIGEST_AT)
                && records.getLong(a + SightingCodec.BYTES_AT) == records.getLong(b + SightingCodec.BYTES_AT)
                && view.transport == ContentMatch.TCP
                && sequence(open, slot) != sequence(open, other)
                && Math.abs(open.first[slot] - open.first[other]) <= MergeWindow.WAIT_NANOS;
    }

    /**
     * A sniffer that sees a connection as it is does not see it re-based as well: what is like it there is another
     * connection that says the same, such as a heartbeat.
     */
    private static boolean isSeenBy(int sniffer, ConnectionClass connection) {
        for (SightedConnection view : connection.views) {
            if (view.sniffer == sniffer) {
                return true;
            }
        }
        return false;
    }

    private long count(OpenSightings open, int slot, int other) {
        boolean inOrder = open.viewOf(slot).sniffer < open.viewOf(other).sniffer;
        int first = inOrder ? slot : other;
        int second = inOrder ? other : slot;
        long pair = 31 * way(open, first) + way(open, second);
        long difference = sequence(open, second) - sequence(open, first) & 0xffffffffL;
        long known = evidence.get(pair);
        long count = known >>> DIFFERENCE_SHIFT == difference ? Math.min(COUNT_MASK, (known & COUNT_MASK) + 1) : 1;
        if (evidence.size() >= MAX_PAIRS) {
            evidence.clear();
        }
        evidence.put(pair, difference << DIFFERENCE_SHIFT | count);
        return count;
    }

    /** One direction of a view. */
    private static long way(OpenSightings open, int slot) {
        SightedConnection view = open.viewOf(slot);
        int end = view.isFromEnd0(open.records, OpenSightings.at(slot)) ? 0 : 1;
        return ContentKey.mix(view.key * 2 + end);
    }

    static int sequence(OpenSightings open, int slot) {
        return open.records.getInt(OpenSightings.at(slot) + SightingCodec.SEQUENCE_AT);
    }
}

package io.wirepath.merge.match;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.Role;
import io.wirepath.merge.sample.ContentKey;
import io.wirepath.nat.TranslationDetector;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Notices a middlebox that re-bases sequence numbers, as some firewalls do to hide how a host chooses them: messages of
 * two views agree in digest and length, and their sequence numbers differ by one and the same amount, {@link
 * TranslationDetector#REBASED_REPEATS} times, and messages of the other side agree too. Not thread-safe.
 */
final class RebaseWatch {

    /** Latest messages by content; a newer one takes the place. */
    private static final int PLACES = 1 << 14;

    /** Contents shorter than this repeat too often to tell. */
    private static final int MIN_BYTES = 16;

    /** Pairs of views that are remembered at most; then all are forgotten. */
    private static final int MAX_PAIRS = 1 << 16;

    private static final long NOBODY = -1;
    private static final long COUNT_MASK = 0xffff;
    private static final int DIFFERENCE_SHIFT = 16;

    private final OpenSightings open;
    private final SequenceBases bases;
    /** Half of the content's hash, and the slot. */
    private final long[] recent = new long[PLACES];

    private final Long2LongHashMap evidence = new Long2LongHashMap(0);

    RebaseWatch(OpenSightings open, SequenceBases bases) {
        this.open = open;
        this.bases = bases;
        Arrays.fill(recent, NOBODY);
    }

    /**
     * Takes a message that is like no other in sequence number.
     *
     * @return a message that another view saw of it, when the evidence is enough; else NONE
     */
    int note(int slot) {
        if (!open.isTcp(slot) || open.missingBytes(slot) != 0 || open.lengthBytes(slot) < MIN_BYTES) {
            return OpenSightings.NONE;
        }
        long hash = ContentKey.mix(open.digest(slot));
        int place = (int) hash & PLACES - 1;
        long before = recent[place];
        recent[place] = hash >>> Integer.SIZE << Integer.SIZE | slot;
        int other = (int) before;
        boolean sameHash = before >>> Integer.SIZE == hash >>> Integer.SIZE;
        if (!sameHash || other == OpenSightings.NONE || other == slot || !isLike(slot, other)) {
            return OpenSightings.NONE;
        }
        boolean enough = count(slot, other) >= TranslationDetector.REBASED_REPEATS && isAnswered(slot, other);
        return enough ? other : OpenSightings.NONE;
    }

    private boolean isLike(int slot, int other) {
        SightedConnection view = open.view[other];
        SightedConnection mine = open.viewOf(slot);
        if (view == null || open.isEmitted(other) || view.sniffer == mine.sniffer) {
            return false;
        }
        if (!isSameWay(slot, other) || view.of != mine.of && isSeenAsItIs(mine, view) || bases.areAlike(slot, other)) {
            return false;
        }
        return open.digest(slot) == open.digest(other)
                && open.lengthBytes(slot) == open.lengthBytes(other)
                && open.isTcp(other)
                && (open.sequence(slot) != open.sequence(other) || open.acknowledged(slot) != open.acknowledged(other))
                && Math.abs(open.firstNanos(slot) - open.firstNanos(other)) <= MergeWindow.WAIT_NANOS;
    }

    /** A request and a response that say the same are no views of each other. */
    private boolean isSameWay(int a, int b) {
        if (open.viewOf(a).of == open.viewOf(b).of) {
            return open.sideOf(a) == open.sideOf(b);
        }
        int role = open.role(a);
        int other = open.role(b);
        return role == other || role == Role.UNKNOWN.ordinal() || other == Role.UNKNOWN.ordinal();
    }

    /**
     * A sniffer that sees a connection as it is does not see it re-based as well: what is like it there is another
     * connection that says the same, such as a heartbeat.
     */
    private static boolean isSeenAsItIs(SightedConnection a, SightedConnection b) {
        return isSeenBy(b.sniffer, a.of) || isSeenBy(a.sniffer, b.of);
    }

    private static boolean isSeenBy(int sniffer, ConnectionClass connection) {
        for (SightedConnection view : connection.views) {
            if (view.sniffer == sniffer) {
                return true;
            }
        }
        return false;
    }

    private long count(int slot, int other) {
        boolean inOrder = open.viewOf(slot).sniffer < open.viewOf(other).sniffer;
        int first = inOrder ? slot : other;
        int second = inOrder ? other : slot;
        long pair = pair(first, second, false);
        long difference = open.sequence(second) - open.sequence(first) & 0xffffffffL;
        long known = evidence.get(pair);
        long count = known >>> DIFFERENCE_SHIFT == difference ? Math.min(COUNT_MASK, (known & COUNT_MASK) + 1) : 1;
        if (evidence.size() >= MAX_PAIRS) {
            evidence.clear();
        }
        evidence.put(pair, difference << DIFFERENCE_SHIFT | count);
        return count;
    }

    /** Whether the other side's messages agree too, or nothing was acknowledged: one side alone may be made up. */
    private boolean isAnswered(int slot, int other) {
        boolean inOrder = open.viewOf(slot).sniffer < open.viewOf(other).sniffer;
        return open.acknowledged(slot) == Acknowledged.UNKNOWN
                || open.viewOf(slot).of == open.viewOf(other).of
                || evidence.get(pair(inOrder ? slot : other, inOrder ? other : slot, true)) != 0;
    }

    /** Two views, and the way of two messages or the one back. */
    private long pair(int first, int second, boolean back) {
        return 31 * way(first, back) + way(second, back);
    }

    /** One direction of a view. */
    private long way(int slot, boolean back) {
        SightedConnection view = open.viewOf(slot);
        int end = open.end(slot);
        return ContentKey.mix(view.key * 2 + (back ? 1 - end : end));
    }
}

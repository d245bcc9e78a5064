package io.wirepath.merge.match;

import io.wirepath.nat.NatRules;
import io.wirepath.nat.TranslationDetector;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Decides whether two sightings are of one message, by content and corrected time.
 *
 * <p>TCP: same sequence number, length and digest. Where bytes are missing a digest is of those captured, so an equal one says
 * the same (of two captures with one snapshot length), a different one says nothing; then the two must be known to be
 * of one connection, or have the same addresses and ports, or {@link TranslationDetector#PARTIAL_REPEATS} messages of their
 * connections must agree in sequence number and length. UDP: same digest, length and IP identification, nearest in
 * time; two conversations with other addresses or ports become one only after repeated evidence, as
 * {@link TranslationDetector} explains.
 */
final class ContentMatch {

    static final int TCP = 6;

    /** How long a datagram may be under way between two sniffers; contents of datagrams repeat. */
    private static final long MAX_DATAGRAM_NANOS = 300_000_000;

    /** Pairs of conversations under suspicion that are remembered at most; then all are forgotten. */
    private static final int MAX_SUSPECTS = 1 << 16;

    /** Captured bytes of a message whose equality tells no less than that of a whole message. */
    private static final int LEAST_CAPTURED = 8;

    private final NatRules rules;
    private final Long2LongHashMap evidence = new Long2LongHashMap(0);
    private int[] candidates = new int[16];

    ContentMatch(NatRules rules) {
        this.rules = rules;
    }

    /** The message that the sighting with this hash belongs to, of equally near ones the latest; or NONE. */
    int find(OpenSightings open, HeadTable heads, int hash, int slot) {
        int best = OpenSightings.NONE;
        long bestAway = Long.MAX_VALUE;
        // the latest first, which is the nearest as a rule: comparing datagrams leaves evidence
        for (int i = alike(heads, hash) - 1; i >= 0; i--) {
            int head = candidates[i];
            long away = Math.abs(open.firstNanos(slot) - open.firstNanos(head));
            if (away < bestAway && isSame(open, head, slot, away)) {
                best = head;
                bestAway = away;
            }
        }
        return best;
    }

    /** Puts what has this hash among the candidates; returns how many there are. */
    private int alike(HeadTable heads, int hash) {
        int count = 0;
        int place = heads.find(heads.place(hash), hash);
        while (place != OpenSightings.NONE) {
            if (count == candidates.length) {
                candidates = Arrays.copyOf(candidates, 2 * count);
            }
            candidates[count++] = heads.head(place);
            place = heads.findAfter(place, hash);
        }
        return count;
    }

    private boolean isSame(OpenSightings open, int head, int slot, long awayNanos) {
        if (open.transport(head) != open.transport(slot)
                || open.lengthBytes(head) != open.lengthBytes(slot)
                || isSeenBy(open, head, open.viewOf(slot))) {
            return false;
        }
        return open.isTcp(head)
                ? isSameSegment(open, head, slot, awayNanos)
                : isSameDatagram(open, head, slot, awayNanos);
    }

    private static boolean isSeenBy(OpenSightings open, int head, SightedConnection view) {
        for (int at = head; at != OpenSightings.NONE; at = open.next[at]) {
            if (open.view[at] == view) {
                return true;
            }
        }
        return false;
    }

    private boolean isSameSegment(OpenSightings open, int head, int slot, long awayNanos) {
        if (awayNanos > MergeWindow.WAIT_NANOS || open.sequence(head) != open.sequence(slot)) {
            return false;
        }
        SightedConnection mine = open.viewOf(slot);
        SightedConnection other = open.viewOf(head);
        long missing = open.missingBytes(head);
        boolean alike = missing == open.missingBytes(slot) && open.digest(head) == open.digest(slot);
        if (!alike && missing == 0 && open.missingBytes(slot) == 0) {
            return false;
        }
        if (mine.of == other.of) {
            return open.sideOf(slot) == open.sideOf(head);
        }
        if (hasSameEnds(open, head, slot)) {
            return true;
        }
        boolean telling = alike && (missing == 0 || open.lengthBytes(head) - missing >= LEAST_CAPTURED);
        return !isDenied(open, head, slot)
                && (telling || addEvidence(mine, other) >= TranslationDetector.PARTIAL_REPEATS);
    }

    private boolean isSameDatagram(OpenSightings open, int head, int slot, long awayNanos) {
        if (awayNanos > MAX_DATAGRAM_NANOS
                || open.ipId(head) != open.ipId(slot)
                || open.digest(head) != open.digest(slot)) {
            return false;
        }
        SightedConnection mine = open.viewOf(slot);
        SightedConnection other = open.viewOf(head);
        if (mine.of == other.of) {
            return open.sideOf(slot) == open.sideOf(head);
        }
        if (hasSameEnds(open, head, slot)) {
            return mine.sniffer != other.sniffer;
        }
        int needed =
                open.ipId(slot) == 0 ? TranslationDetector.UDP_REPEATS_WITHOUT_ID : TranslationDetector.UDP_REPEATS;
        return !isDenied(open, head, slot) && addEvidence(mine, other) >= needed;
    }

    private long addEvidence(SightedConnection a, SightedConnection b) {
        boolean inOrder = a.sniffer < b.sniffer || a.sniffer == b.sniffer && a.id < b.id;
        SightedConnection first = inOrder ? a : b;
        SightedConnection second = inOrder ? b : a;
        long pair = 31 * first.key + second.key;
        if (evidence.size() >= MAX_SUSPECTS) {
            evidence.clear();
        }
        long count = evidence.get(pair) + 1;
        evidence.put(pair, count);
        return count;
    }

    private static boolean hasSameEnds(OpenSightings open, int a, int b) {
        SightedConnection viewA = open.viewOf(a);
        SightedConnection viewB = open.viewOf(b);
        int endA = open.end(a);
        int endB = open.end(b);
        return viewA.endpoint(endA).equals(viewB.endpoint(endB))
                && viewA.endpoint(1 - endA).equals(viewB.endpoint(1 - endB));
    }

    /** Whether the operator says that the ends of two sightings are no translation of each other. */
    boolean isDenied(OpenSightings open, int a, int b) {
        if (rules.isEmpty()) {
            return false;
        }
        SightedConnection viewA = open.viewOf(a);
        SightedConnection viewB = open.viewOf(b);
        int endA = open.end(a);
        int endB = open.end(b);
        return rules.denies(viewA.endpoint(endA), viewB.endpoint(endB))
                || rules.denies(viewA.endpoint(1 - endA), viewB.endpoint(1 - endB));
    }
}

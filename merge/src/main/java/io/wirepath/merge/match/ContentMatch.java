package io.wirepath.merge.match;

import io.wirepath.flows.Acknowledged;
import io.wirepath.nat.NatRules;
import io.wirepath.nat.TranslationDetector;

/**
 * Decides whether two sightings are of one message, by content and corrected time.
 *
 * <p>TCP: same sequence number, length and digest. Two connections with other addresses or ports become one only where
 * the senders had received the same of their peers too ({@link Acknowledged}): who chooses a sequence number and a
 * content does not choose what its peer began with. Two that one sniffer saw become one only by messages of both sides,
 * each of which passed the nearer one first ({@link MatchEvidence#isPassedOn}): others say the same at once. Where
 * bytes are missing a digest is of those captured, so an equal one says the same (of two captures with one snapshot
 * length), a different one says nothing; then the two must be known to be of one connection, or have the same addresses
 * and ports, or {@link TranslationDetector#PARTIAL_REPEATS} messages of their connections must agree in sequence number
 * and length. UDP: same digest, length and IP identification, nearest in time; two conversations with other addresses
 * or ports become one only after repeated evidence, as {@link TranslationDetector} explains.
 */
final class ContentMatch {

    /** How long a datagram may be under way between two sniffers; contents of datagrams repeat. */
    private static final long MAX_DATAGRAM_NANOS = 300_000_000;

    /** Messages alike that are looked at, the latest: copies follow each other closely. */
    static final int MAX_ALIKE = 64;

    /** Views of one connection at most: by sniffers of one path, before and after its translators. */
    private static final int MAX_VIEWS = 64;

    /** Captured bytes of a message whose equality tells no less than that of a whole message. */
    private static final int MIN_CAPTURED = 8;

    private final NatRules rules;
    private final MatchEvidence suspicion = new MatchEvidence();

    ContentMatch(NatRules rules) {
        this.rules = rules;
    }

    /**
     * The message that the sighting with this hash belongs to, or NONE: of those seen under the same addresses and
     * ports, or else of all, the nearest in time, of equally near ones the latest.
     */
    int find(OpenSightings open, HeadTable heads, int hash, int slot) {
        int best = OpenSightings.NONE;
        boolean bestIsKnown = false;
        long bestAway = Long.MAX_VALUE;
        int head = heads.latest(hash);
        for (int looked = 0; head != OpenSightings.NONE && looked < MAX_ALIKE; looked++) {
            long away = Math.abs(open.firstNanos(slot) - open.firstNanos(head));
            boolean known = isKnown(open, head, slot);
            boolean better = known == bestIsKnown ? away < bestAway : known;
            if (better && isSame(open, head, slot, away)) {
                best = head;
                bestIsKnown = known;
                bestAway = away;
            }
            head = open.alike[head];
        }
        return best;
    }

    private static boolean isKnown(OpenSightings open, int head, int slot) {
        return open.viewOf(head).of == open.viewOf(slot).of || hasSameEnds(open, head, slot);
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
        if (isContradicted(open, head, slot) || isDenied(open, head, slot) || isFull(mine.of, other.of)) {
            return false;
        }
        boolean telling = alike && (missing == 0 || open.lengthBytes(head) - missing >= MIN_CAPTURED);
        boolean together = shareSniffer(mine.of, other.of);
        if (together || open.acknowledged(slot) == Acknowledged.NOTHING) {
            MatchEvidence pair = suspicion.add(open, slot, head);
            return (together ? pair.isPassedOn() : pair.isBothWays())
                    && (telling || pair.count() >= TranslationDetector.PARTIAL_REPEATS);
        }
        return telling || suspicion.add(open, slot, head).count() >= TranslationDetector.PARTIAL_REPEATS;
    }

    /** Whether the senders had received other bytes: they talk to others. */
    private static boolean isContradicted(OpenSightings open, int a, int b) {
        int first = open.acknowledged(a);
        int second = open.acknowledged(b);
        return first != second && first != Acknowledged.UNKNOWN && second != Acknowledged.UNKNOWN;
    }

    /** Whether a sniffer saw both: it sees both sides of a translation, or strangers that say the same. */
    private static boolean shareSniffer(ConnectionClass a, ConnectionClass b) {
        for (SightedConnection view : a.views) {
            for (SightedConnection other : b.views) {
                if (view.sniffer == other.sniffer) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether no path has as many sniffers and translators as the two would need together. */
    private static boolean isFull(ConnectionClass a, ConnectionClass b) {
        return a.size + b.size > MAX_VIEWS;
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
        if (isDenied(open, head, slot) || isFull(mine.of, other.of)) {
            return false;
        }
        int needed =
                open.ipId(slot) == 0 ? TranslationDetector.UDP_REPEATS_WITHOUT_ID : TranslationDetector.UDP_REPEATS;
        MatchEvidence pair = suspicion.add(open, slot, head);
        return pair.count() >= needed && (pair.isPassedOn() || !shareSniffer(mine.of, other.of));
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

package io.wirepath.merge.match;

import io.wirepath.merge.sample.ContentKey;
import org.agrona.collections.Long2LongHashMap;

/**
 * What speaks for two connections with other addresses or ports being one, before it is enough: how many messages
 * agreed, which ways they went, and which connection was nearer to their sender.
 *
 * <pre>
 *  a translator between a and b:   request  a ► b      response  b ► a      passed on
 *  two that say the same at once:  request  a ► b      response  a ► b
 * </pre>
 *
 * Not thread-safe.
 */
final class MatchEvidence {

    /** Pairs of connections that are remembered at most; then all are forgotten. */
    private static final int MAX_PAIRS = 1 << 16;

    private static final int COUNT_SHIFT = 6;
    private static final long BOTH_WAYS = 3;
    private static final int PASSED_SHIFT = 2;
    private static final int PASSED_BACK_SHIFT = 4;

    private final Long2LongHashMap evidence = new Long2LongHashMap(0);

    /**
     * Messages that agreed; below, from the lowest bit on, a bit for each end of the first of the two that sent them,
     * the same where the first is the one nearer to end 0, and where it is the one nearer to end 1.
     */
    private long known;

    /** Takes a sighting and a message that agree; what follows is asked of the pair of their connections. */
    MatchEvidence add(OpenSightings open, int a, int head) {
        SightedConnection viewA = open.viewOf(a);
        int b = bySniffer(open, head, viewA.sniffer);
        SightedConnection viewB = open.viewOf(b);
        boolean inOrder = viewA.sniffer < viewB.sniffer || viewA.sniffer == viewB.sniffer && viewA.id < viewB.id;
        long first = inOrder ? viewA.key : viewB.key;
        long second = inOrder ? viewB.key : viewA.key;
        long pair = ContentKey.mix(first) + second;
        if (evidence.size() >= MAX_PAIRS) {
            evidence.clear();
        }
        int end = inOrder ? open.end(a) : open.end(b);
        long told = 1L << end;
        boolean isFirstNearer = open.isNearer(a, b) == inOrder;
        told |= told << (isFirstNearer == (end == 0) ? PASSED_SHIFT : PASSED_BACK_SHIFT);
        known = (evidence.get(pair) | told) + (1 << COUNT_SHIFT);
        evidence.put(pair, known);
        return this;
    }

    /** The sighting of a message by this sniffer, so that one clock tells the order; else its first. */
    private static int bySniffer(OpenSightings open, int head, int sniffer) {
        int at = head;
        while (at != OpenSightings.NONE && open.viewOf(at).sniffer != sniffer) {
            at = open.next[at];
        }
        return at == OpenSightings.NONE ? head : at;
    }

    /** How many messages agreed. */
    long count() {
        return known >>> COUNT_SHIFT;
    }

    /** Whether messages of both sides were among them: one side alone may be made up. */
    boolean isBothWays() {
        return isBothWays(0);
    }

    /**
     * Whether messages of both sides passed the two, first the one that is nearer to their sender: what several say to
     * one server at once comes in the same order both ways.
     */
    boolean isPassedOn() {
        return isBothWays(PASSED_SHIFT) || isBothWays(PASSED_BACK_SHIFT);
    }

    private boolean isBothWays(int shift) {
        return (known >>> shift & BOTH_WAYS) == BOTH_WAYS;
    }
}

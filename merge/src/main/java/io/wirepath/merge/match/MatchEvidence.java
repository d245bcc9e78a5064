package io.wirepath.merge.match;

import io.wirepath.merge.sample.ContentKey;
import org.agrona.collections.Long2LongHashMap;

/**
 * What speaks for two connections with other addresses or ports being one, before it is enough: how many messages
 * agreed, and which ways they went. Not thread-safe.
 */
final class MatchEvidence {

    /** Pairs of connections that are remembered at most; then all are forgotten. */
    private static final int MAX_PAIRS = 1 << 16;

    private static final int COUNT_SHIFT = 2;
    private static final long BOTH_WAYS = 3;

    private final Long2LongHashMap evidence = new Long2LongHashMap(0);

    /** Messages that agreed, and a bit for each end of one of the two that sent them. */
    private long known;

    /** Takes two sightings that agree; what follows is asked of this pair. */
    MatchEvidence add(OpenSightings open, int a, int b) {
        SightedConnection viewA = open.viewOf(a);
        SightedConnection viewB = open.viewOf(b);
        boolean inOrder = viewA.sniffer < viewB.sniffer || viewA.sniffer == viewB.sniffer && viewA.id < viewB.id;
        long first = inOrder ? viewA.key : viewB.key;
        long second = inOrder ? viewB.key : viewA.key;
        long pair = ContentKey.mix(first) + second;
        if (evidence.size() >= MAX_PAIRS) {
            evidence.clear();
        }
        long sender = 1L << (inOrder ? open.end(a) : open.end(b));
        known = (evidence.get(pair) | sender) + (1 << COUNT_SHIFT);
        evidence.put(pair, known);
        return this;
    }

    /** How many messages agreed. */
    long count() {
        return known >>> COUNT_SHIFT;
    }

    /** Whether messages of both sides were among them: one side alone may be made up. */
    boolean isBothWays() {
        return (known & BOTH_WAYS) == BOTH_WAYS;
    }
}

package io.wirepath.analyze.whatif;

import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.causes.MessageTable;

/**
 * What calls hold, so many at once, and others wait for: at the node that serves them, or, of a pool, at their caller.
 *
 * @param node who serves them; of a pool, who makes them
 * @param callee whom a pool's calls go to; {@link MessageTable#NONE} where it is no pool
 * @param kind what they ask for; empty where all requests count
 * @param atOnce how many hold it at once
 */
record Held(int node, int callee, String kind, int atOnce) {

    static Held of(Claim claim) {
        return new Held(
                claim.group().node(),
                claim.group().callee(),
                claim.group().kind(),
                claim.turn().atOnce());
    }

    boolean isPool() {
        return callee != MessageTable.NONE;
    }

    boolean isSamePlace(Held other) {
        return node == other.node && callee == other.callee;
    }
}

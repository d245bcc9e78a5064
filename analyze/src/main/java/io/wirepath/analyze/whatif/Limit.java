package io.wirepath.analyze.whatif;

import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.analyze.finding.TurnClaims.Held;

/**
 * How many hold something at once.
 *
 * @param held what they hold
 * @param atOnce how many
 */
record Limit(Held held, int atOnce) {

    static Limit of(Claim claim) {
        return new Limit(claim.held(), claim.turn().atOnce());
    }

    boolean isSamePlace(Limit other) {
        return held.node() == other.held.node() && held.callee() == other.held.callee();
    }
}

package io.wirepath.analyze.whatif;

import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.analyze.finding.TurnClaims.Held;
import io.wirepath.causes.MessageTable;

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
        return held.node() == other.held.node()
                && held.callee() == other.held.callee()
                && (isOfAllPorts() || other.isOfAllPorts() || held.port() == other.held.port());
    }

    private boolean isOfAllPorts() {
        return held.port() == MessageTable.NONE;
    }

    /** Whether a request is of those that hold it, whatever it asks for. */
    boolean isOf(MessageTable messages, int request) {
        int there = held.isPool() ? held.callee() : held.node();
        return messages.destination(request) == there
                && (!held.isPool() || messages.source(request) == held.node())
                && (isOfAllPorts() || messages.destinationPort(request) == held.port());
    }
}

package io.wirepath.merge.match;

import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.nat.Endpoint;
import io.wirepath.nat.NatRules;
import org.jspecify.annotations.Nullable;

/**
 * Teaches a connection class what each message shows: which end opened it, how its ends look near to themselves and
 * from afar, and where addresses were translated. Not thread-safe.
 */
final class EndpointTeacher {

    private final NatRules rules;

    EndpointTeacher(NatRules rules) {
        this.rules = rules;
    }

    /**
     * Takes a message.
     *
     * @param slots its sightings, the nearest to the sender first
     * @param side side of the class that sent it
     */
    void learn(OpenSightings open, int[] slots, int size, int side) {
        SightedConnection near = open.viewOf(slots[0]);
        SightedConnection far = open.viewOf(slots[size - 1]);
        ConnectionClass c = near.of;
        if (c.opener == ConnectionClass.UNKNOWN_SIDE) {
            learnOpener(open, slots, size, side);
        }
        SightedConnection nearTo0 = side == 0 ? near : far;
        SightedConnection nearTo1 = side == 0 ? far : near;
        boolean known = rules.isEmpty() && c.isTaughtBy(nearTo0, nearTo1);
        if (size >= c.tellers && (size != c.tellers || !known)) {
            c.tellers = size;
            c.learn(nearTo0, nearTo1);
            if (!rules.isEmpty() && !c.isTranslated()) {
                applyRules(c, open.firstNanos(slots[0]));
            }
        }
        if (size == 2 && known && !c.isTranslated()) {
            return;
        }
        for (int i = 1; i < size; i++) {
            SightedConnection before = open.viewOf(slots[i - 1]);
            SightedConnection after = open.viewOf(slots[i]);
            if (!before.hasEndsOf(after)) {
                c.noteTranslation(side == 0 ? before : after, side == 0 ? after : before, open.firstNanos(slots[i]));
            }
        }
    }

    private static void learnOpener(OpenSightings open, int[] slots, int size, int side) {
        ConnectionClass c = open.viewOf(slots[0]).of;
        for (int i = 0; i < size; i++) {
            int role = open.role(slots[i]);
            boolean opened = (open.flags(slots[i]) & SightingCodec.FLAG_FROM_OPENER) != 0;
            if (opened || role == Role.REQUEST.ordinal()) {
                c.opener = side;
            } else if (role == Role.RESPONSE.ordinal()) {
                c.opener = 1 - side;
            }
        }
    }

    /** The operator knows what no sniffer saw: the real server behind a virtual address, the real caller. */
    private void applyRules(ConnectionClass c, long nanos) {
        int opener = c.openerOrGuess();
        Endpoint caller = c.canonicalOf(opener);
        Endpoint server = c.canonicalOf(1 - opener);
        @Nullable Endpoint realServer = rules.real(server, true);
        if (realServer != null) {
            c.setRule(1 - opener, rules.find(server, true));
            c.ruledNanos = Math.min(c.ruledNanos, nanos);
            c.learn(1 - opener, realServer, server);
        }
        @Nullable Endpoint realCaller = rules.real(caller, false);
        if (realCaller != null) {
            c.setRule(opener, rules.find(caller, false));
            c.ruledNanos = Math.min(c.ruledNanos, nanos);
            c.learn(opener, realCaller, caller);
        }
    }
}

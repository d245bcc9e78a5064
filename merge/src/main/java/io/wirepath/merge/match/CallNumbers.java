package io.wirepath.merge.match;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.SightingCodec;

/**
 * Numbers the calls of a connection class. Each sniffer counts the calls of its view; one view leads, and the shift of
 * each other is learnt from the messages that both saw: it is constant unless a sniffer misses a request. Where a shift
 * is not known yet, the view's numbers are kept apart from the leader's. The end of a connection teaches none: which
 * call is open for longest is another where a sniffer misses a response. Not thread-safe.
 */
final class CallNumbers {

    /** Calls of a view whose shift is unknown: far from those of the others. */
    private static final int APART_SHIFT = 40;

    private SightedConnection leader;

    @SuppressWarnings("NullAway.Init") // the first view that numbers a call leads
    CallNumbers() {}

    /** The number of the call that the sightings belong to, or {@link SightingCodec#NO_CALL_ID}. */
    long number(OpenSightings open, int[] slots, int size) {
        long number = SightingCodec.NO_CALL_ID;
        int from = -1;
        for (int i = 0; i < size; i++) {
            long own = open.callId(slots[i]);
            if (own == SightingCodec.NO_CALL_ID) {
                continue;
            }
            SightedConnection view = open.viewOf(slots[i]);
            if (leader == null) {
                leader = view;
            }
            boolean better = from < 0 || view == leader || isSurer(view, open.viewOf(slots[from]));
            if (better && (from < 0 || open.viewOf(slots[from]) != leader)) {
                from = i;
                number = own + shift(view);
            }
        }
        if (from >= 0 && size > 1 && !Outcome.isEnd(open.outcome(slots[from]))) {
            learn(open, slots, size, number, open.viewOf(slots[from]));
        }
        return number;
    }

    private static boolean isSurer(SightedConnection view, SightedConnection than) {
        return view.callShiftKnown && !than.callShiftKnown;
    }

    private long shift(SightedConnection view) {
        if (view == leader) {
            return 0;
        }
        return view.callShiftKnown ? view.callShift : (long) (1 + view.of.views.indexOf(view)) << APART_SHIFT;
    }

    private void learn(OpenSightings open, int[] slots, int size, long number, SightedConnection from) {
        if (from != leader && !from.callShiftKnown) {
            return;
        }
        for (int i = 0; i < size; i++) {
            SightedConnection view = open.viewOf(slots[i]);
            long own = open.callId(slots[i]);
            if (view != leader && own != SightingCodec.NO_CALL_ID) {
                view.callShift = number - own;
                view.callShiftKnown = true;
            }
        }
    }
}

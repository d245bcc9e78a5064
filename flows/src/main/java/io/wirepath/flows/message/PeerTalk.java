package io.wirepath.flows.message;

import io.wirepath.flows.message.framer.DatagramEnds;
import io.wirepath.flows.message.framer.EchoField;
import io.wirepath.flows.message.framer.EchoLearner;
import io.wirepath.flows.message.framer.Piece;

/** What two peers said to each other last. Reused; not thread-safe. */
final class PeerTalk {

    private static final int KEPT = EchoLearner.BEFORE;

    private final DatagramEnds[][] recent = new DatagramEnds[2][KEPT];
    private final int[] said = new int[2];

    /** Datagrams before the field was known, and so without a call, of those that are kept. */
    private final int[] beforeField = new int[2];

    PeerTalk() {
        for (DatagramEnds[] side : recent) {
            for (int i = 0; i < KEPT; i++) {
                side[i] = new DatagramEnds();
            }
        }
    }

    /** Forgets all. */
    void reset() {
        for (int side = 0; side < 2; side++) {
            said[side] = 0;
            beforeField[side] = 0;
            for (DatagramEnds each : recent[side]) {
                each.clear();
            }
        }
    }

    /** The next datagram of a side, to be filled. */
    DatagramEnds next(int side) {
        return recent[side][said[side]++ % KEPT];
    }

    /** The one that {@link #next} gave last. */
    DatagramEnds last(int side) {
        return recent[side][(said[side] - 1) % KEPT];
    }

    /** The last datagrams of a side, in any order. */
    DatagramEnds[] recent(int side) {
        return recent[side];
    }

    /** Notes that the field was not known when this side spoke last. */
    void spokeBeforeField(int side) {
        beforeField[side] = said[side];
    }

    /** Whether this answers what the other side said before the field was known. */
    boolean answersBeforeField(EchoField field, int side) {
        int other = 1 - side;
        long brought = field.ofResponse(last(side));
        int oldest = Math.max(0, said[other] - KEPT);
        for (int number = oldest; number < beforeField[other] && brought != Piece.IN_ORDER; number++) {
            if (field.ofRequest(recent[other][number % KEPT]) == brought) {
                return true;
            }
        }
        return false;
    }
}

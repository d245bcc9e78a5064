package io.wirepath.flows.message;

import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Piece;
import io.wirepath.flows.message.framer.StreamTable;

/**
 * Numbers the calls of a connection and finds the call that a response belongs to: in order, or by the protocol's id. A
 * delivery that may be acknowledged has a number too, and its acknowledgement finds it.
 *
 * <p>At most {@value #MAX_OPEN} calls with an id are open, and as many deliveries; a further one forgets them. Not
 * thread-safe.
 */
final class CallMatcher {

    static final int MAX_OPEN = 4096;

    private static final long NONE = SightingCodec.NO_CALL_ID;

    private long next;
    private long oldestInOrder;

    /** The first call of the present turn of the side that asks. */
    private long turnStart;

    /** Whether something is missing, so that turns tell which calls are over. */
    private boolean doubtful;

    /** Whether the request that a framer told last had no id. */
    private boolean unnumbered;

    /** Whether calls in order were made while the side that asks was still being answered. */
    private boolean overlap;

    /** Whether a call in order was made while another one was open. */
    private boolean pipelined;

    /** The call that was made last, while it is open. */
    private long latest;

    /** Calls that are open whose id was cut off, the latest of them, and whether there was more than one at once. */
    private int cutOff;

    private long latestCutOff;
    private boolean cutOffMixed;

    private final StreamTable open = new StreamTable();

    /** Numbers above the oldest call in order that are of calls with an id, and of deliveries. */
    private final StreamTable notInOrder = new StreamTable();

    private final StreamTable deliveries = new StreamTable();
    private long forgotten;

    /** Starts on a new connection. */
    void reset() {
        next = 0;
        turnStart = 0;
        doubtful = false;
        overlap = false;
        pipelined = false;
        unnumbered = false;
        open.reset();
        notInOrder.reset();
        deliveries.reset();
        forget();
    }

    /** Forgets all open calls; the numbers go on. */
    void forget() {
        oldestInOrder = next;
        latest = NONE;
        cutOff = 0;
        cutOffMixed = false;
        open.clear();
        notInOrder.clear();
    }

    /** This call was not answered after all, if it is one in order; answers are taken back from the last on. */
    void reopen(long call) {
        if (call != NONE) {
            oldestInOrder = Math.min(oldestInOrder, call);
            latest = call == next - 1 ? call : latest;
        }
    }

    /** This call was not made after all: its number stays unused. */
    void unmake(long call) {
        if (call != NONE && call >= oldestInOrder && notInOrder.size() < MAX_OPEN) {
            notInOrder.put(call, 0);
            passOver();
            latest = call == latest ? NONE : latest;
        }
    }

    /** Something is missing: calls in order that were made before the present turn are over. */
    void lose() {
        doubtful = true;
        oldestInOrder = Math.max(oldestInOrder, turnStart);
        passOver();
    }

    /** The side that asks goes on after the other one spoke: after a loss, all calls in order before are over. */
    void turn() {
        doubtful &= oldestInOrder != next;
        if (doubtful) {
            oldestInOrder = next;
            notInOrder.clear();
        }
        turnStart = next;
    }

    /** Whether something was missing, and no turn began since with all calls answered. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** A framer told a request by this id, or that it has none. */
    void asks(long key) {
        unnumbered = key == Piece.IN_ORDER || key == Piece.LATEST;
    }

    /** Whether calls have no ids here, so that one that is lost has its place among them. */
    boolean areUnnumbered() {
        return unnumbered;
    }

    /** The side that asks goes on after it received something: what is still open in order overlaps what it says. */
    void noteOverlap() {
        overlap |= oldestInOrder < next;
    }

    /** Whether calls of this connection overlap: then to ask on is no sign of an answer. */
    boolean overlap() {
        return overlap;
    }

    /** Whether several calls in order were open at once, where nothing was missing. */
    boolean isPipelined() {
        return pipelined;
    }

    /** Forgets all open calls but the one made last, which is answered next if the sides take turns. */
    void forgetAllButLatest() {
        long kept = latest;
        forget();
        if (kept != NONE) {
            oldestInOrder = kept;
            latest = kept;
        }
    }

    /** A request: the number of its call. */
    long request(long key) {
        boolean ordered = key == Piece.IN_ORDER || key == Piece.LATEST;
        if (!ordered && open.size() + cutOff >= MAX_OPEN) {
            forgotten += open.size();
            forget();
        }
        if (key == Piece.LATEST) {
            oldestInOrder = next;
            notInOrder.clear();
        }
        pipelined |= ordered && !doubtful && oldestInOrder < next;
        long call = ordered ? next++ : numberApart();
        latest = call;
        if (key == Piece.CUT_OFF) {
            cutOffMixed |= cutOff++ > 0;
            latestCutOff = call;
        } else if (!ordered) {
            open.put(key, call);
        }
        return call;
    }

    /** A number that calls in order do not have. */
    private long numberApart() {
        if (oldestInOrder == next) {
            oldestInOrder++;
        } else if (notInOrder.size() < MAX_OPEN) {
            notInOrder.put(next, 0);
        }
        return next++;
    }

    /** The oldest call in order is none of the calls with an id; without one, no number is above it. */
    private void passOver() {
        while (notInOrder.remove(oldestInOrder) != NONE) {
            oldestInOrder++;
        }
        if (oldestInOrder == next) {
            notInOrder.clear();
        }
    }

    private long answeredInOrder() {
        if (oldestInOrder == next) {
            return NONE;
        }
        long call = oldestInOrder++;
        passOver();
        return call;
    }

    /** A response: the number of the call that it answers, or NO_CALL_ID. */
    long response(long key) {
        long call = answered(key);
        if (call == latest) {
            latest = NONE;
        }
        return call;
    }

    private long answered(long key) {
        if (key == Piece.IN_ORDER) {
            return answeredInOrder();
        }
        long call = key == Piece.CUT_OFF ? NONE : open.remove(key);
        return call == NONE && cutOff > 0 ? answeredCutOff() : call;
    }

    private long answeredCutOff() {
        long call = cutOffMixed ? NONE : latestCutOff;
        cutOffMixed &= --cutOff > 0;
        return call;
    }

    /** A delivery that may be acknowledged: its number. Many never are, where the consumer need not. */
    long delivery(long key) {
        if (deliveries.size() >= MAX_OPEN) {
            deliveries.clear();
        }
        long number = numberApart();
        deliveries.put(key, number);
        return number;
    }

    /** An acknowledgement: the number of its delivery, or NO_CALL_ID. */
    long acknowledgement(long key) {
        return deliveries.remove(key);
    }

    /** The number of the open call with this id, or NO_CALL_ID; it stays open. */
    long peek(long key) {
        return open.get(key);
    }

    /** The call that is open for longest, or NO_CALL_ID. */
    long oldestOpen() {
        long ordered = oldestInOrder < next ? oldestInOrder : Long.MAX_VALUE;
        long apart = cutOff > 0 ? Math.min(latestCutOff, open.least()) : open.least();
        long oldest = Math.min(ordered, apart);
        return oldest == Long.MAX_VALUE ? NONE : oldest;
    }

    /** Calls forgotten for want of room since the last time this was asked. */
    long takeForgotten() {
        long taken = forgotten;
        forgotten = 0;
        return taken;
    }
}

package io.wirepath.flows.message.framer;

import org.jspecify.annotations.Nullable;

/**
 * Learns which field the datagrams of peers bring back, where either side may ask and some messages are no calls.
 *
 * <p>A trial is a datagram with those that the other side sent last. In a system of calls half of the datagrams are
 * responses, and bring back what one of those had; where messages are handed on, and the last of a row answers the
 * first, few do. So a field is one that comes back in a third of the trials at least, and is different nearly every
 * time.
 *
 * <p>Not thread-safe.
 */
public final class EchoLearner {

    /** Datagrams of the other side that one may answer. */
    public static final int BEFORE = 3;

    private static final int TRIALS = 24;
    private static final int ENOUGH = 12;
    private static final int STEP = 6;
    private static final int LEAST = 4;
    private static final int MOST_ROUNDS = 64;
    private static final int[] WIDTHS = {8, 4, 2};
    private static final int REACH = DatagramEnds.REACH;

    private final DatagramEnds[] responses = new DatagramEnds[TRIALS];
    private final DatagramEnds[][] requests = new DatagramEnds[TRIALS][BEFORE];
    private final long[] values = new long[TRIALS];
    private int count;
    private int rounds;

    /** With nothing learnt. */
    public EchoLearner() {
        for (int i = 0; i < TRIALS; i++) {
            responses[i] = new DatagramEnds();
            for (int j = 0; j < BEFORE; j++) {
                requests[i][j] = new DatagramEnds();
            }
        }
    }

    /** Whether so much was looked at in vain that nothing will be found. */
    public boolean isHopeless() {
        return rounds >= MOST_ROUNDS;
    }

    /**
     * Takes a datagram.
     *
     * @param datagram the datagram
     * @param before what the other side sent last, {@value #BEFORE} datagrams; those of no length are passed over
     * @return the field, once it is known; null before
     */
    public @Nullable EchoField take(DatagramEnds datagram, DatagramEnds[] before) {
        responses[count].set(datagram);
        for (int j = 0; j < BEFORE; j++) {
            requests[count][j].set(before[j]);
        }
        count++;
        EchoField found = count >= ENOUGH && count % STEP == 0 ? learn() : null;
        if (count == TRIALS) {
            count = 0;
            rounds++;
        }
        return found;
    }

    private @Nullable EchoField learn() {
        for (int width : WIDTHS) {
            for (int request = 0; request <= 2 * (REACH - width) + 1; request++) {
                for (int response = 0; response <= 2 * (REACH - width) + 1; response++) {
                    EchoField field = new EchoField(width, place(request, width), place(response, width));
                    if (comesBack(field)) {
                        return field;
                    }
                }
            }
        }
        return null;
    }

    /** Places from the begin first, then from the end. */
    private static int place(int number, int width) {
        int fromBegin = REACH - width;
        return number <= fromBegin ? number : number - fromBegin - 1 - REACH;
    }

    private boolean comesBack(EchoField field) {
        int equal = 0;
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            long value = field.ofResponse(responses[i]);
            if (value != Piece.IN_ORDER && isAmong(value, requests[i], field)) {
                distinct += isNew(value, equal) ? 1 : 0;
                values[equal++] = value;
            }
        }
        return equal > LEAST && 3 * equal >= count && 4 * distinct >= 3 * equal;
    }

    private static boolean isAmong(long value, DatagramEnds[] requests, EchoField field) {
        for (DatagramEnds request : requests) {
            if (field.ofRequest(request) == value) {
                return true;
            }
        }
        return false;
    }

    private boolean isNew(long value, int known) {
        for (int i = 0; i < known; i++) {
            if (values[i] == value) {
                return false;
            }
        }
        return true;
    }
}

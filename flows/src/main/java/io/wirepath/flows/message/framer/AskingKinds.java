package io.wirepath.flows.message.framer;

import java.util.Arrays;

/**
 * Which datagrams of peers want an answer, by their first byte, where most protocols say what a datagram is: those of
 * which some are answered. Others tell something. Not thread-safe.
 */
final class AskingKinds {

    private static final int KINDS = 1 << Byte.SIZE;

    /** Where there are more, the first byte says something else. */
    private static final int MAX_KINDS = 32;

    /** Of so many one is answered, or they want no answer. */
    private static final int FEWEST = 16;

    /** Then a kind is judged by the later half. */
    private static final int MOST = 256;

    private final int[] asked = new int[KINDS];
    private final int[] answered = new int[KINDS];
    private int kinds;

    /** Forgets all. */
    void clear() {
        Arrays.fill(asked, 0);
        Arrays.fill(answered, 0);
        kinds = 0;
    }

    /** Counts a datagram, which answers one of those before it that the other side sent, or may ask. */
    void count(DatagramEnds datagram, DatagramEnds[] before, EchoField field) {
        long value = field.ofResponse(datagram);
        for (DatagramEnds each : before) {
            if (value != Piece.IN_ORDER && field.ofRequest(each) == value) {
                answered[each.first()]++;
                return;
            }
        }
        int kind = datagram.first();
        kinds += asked[kind] == 0 ? 1 : 0;
        if (++asked[kind] == MOST) {
            asked[kind] /= 2;
            answered[kind] /= 2;
        }
    }

    /** Whether such datagrams are answered. */
    boolean asks(DatagramEnds datagram) {
        int kind = datagram.first();
        return kinds > MAX_KINDS || answered[kind] > 0 && FEWEST * answered[kind] >= asked[kind];
    }
}

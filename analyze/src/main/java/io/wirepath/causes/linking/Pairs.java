package io.wirepath.causes.linking;

import io.wirepath.causes.MessageTable;
import org.agrona.collections.Long2LongHashMap;

/** Numbers the ordered pairs of nodes between which messages went, dense from 0. */
final class Pairs {

    private static final long NO_PAIR = -1;

    private final MessageTable messages;
    private final Long2LongHashMap numbers = new Long2LongHashMap(NO_PAIR);
    private final int[] of;

    /** Numbers the pairs of these messages in order of their first message. */
    Pairs(MessageTable messages) {
        this.messages = messages;
        of = new int[messages.size()];
        for (int row = 0; row < of.length; row++) {
            long key = key(messages.source(row), messages.destination(row));
            long number = numbers.get(key);
            if (number == NO_PAIR) {
                number = numbers.size();
                numbers.put(key, number);
            }
            of[row] = (int) number;
        }
    }

    /** Number of pairs. */
    int count() {
        return numbers.size();
    }

    /** Pair of sender and receiver of this message. */
    int of(int row) {
        return of[row];
    }

    /** Pair of receiver and sender of this message, or -1 where nothing went that way. */
    int reverseOf(int row) {
        return (int) numbers.get(key(messages.destination(row), messages.source(row)));
    }

    private static long key(int from, int to) {
        return (long) from << Integer.SIZE | to;
    }
}

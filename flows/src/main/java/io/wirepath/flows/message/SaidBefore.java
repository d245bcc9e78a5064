package io.wirepath.flows.message;

import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.Arrays;

/**
 * What messages of these lengths were that a side sent before, in a protocol that answers in order: a message of which
 * nothing but the length is known is most likely the same again. Remembers {@value #MANY} lengths. Not thread-safe.
 *
 * <pre>
 *   entry   63            2        1          0
 *          | length       | set-up | one-way  |
 * </pre>
 */
final class SaidBefore {

    private static final int MANY = 32;
    private static final int ONE_WAY = 1;
    private static final int SET_UP = 2;
    private static final int LENGTH = 2;

    private final long[] entries = new long[MANY];

    void reset() {
        Arrays.fill(entries, 0);
    }

    /** A whole message was said. */
    void note(long length, Role role, int flags) {
        int what = (role == Role.ONE_WAY ? ONE_WAY : 0) | ((flags & SightingCodec.FLAG_SETUP) != 0 ? SET_UP : 0);
        entries[(int) length & MANY - 1] = length << LENGTH | what;
    }

    /** Whether the latest message of this length wanted no answer. */
    boolean isOneWay(long length) {
        return isKnown(length) && (entry(length) & ONE_WAY) != 0;
    }

    /** The flags of the latest message of this length. */
    int flags(long length) {
        return isKnown(length) && (entry(length) & SET_UP) != 0 ? SightingCodec.FLAG_SETUP : 0;
    }

    /** Whether a whole message of this length was said. */
    boolean isKnown(long length) {
        return entry(length) >>> LENGTH == length;
    }

    private long entry(long length) {
        return entries[(int) length & MANY - 1];
    }
}

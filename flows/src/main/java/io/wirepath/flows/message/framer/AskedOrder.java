package io.wirepath.flows.message.framer;

import java.util.Arrays;

/**
 * What kinds of requests wait for their answers, in a protocol that answers in order: for answers that do not say
 * themselves what they answer. Remembers {@value #MOST}; with more than these, an answer's kind is unknown. Not
 * thread-safe.
 */
final class AskedOrder {

    static final int MOST = 64;

    /** Kind of an answer to what is not remembered. */
    static final byte NOTHING = 0;

    private final byte[] kinds = new byte[MOST];
    private long asked;
    private long answered;

    void reset() {
        Arrays.fill(kinds, NOTHING);
        asked = 0;
        answered = 0;
    }

    /** A request of this kind has begun. */
    void asks(byte kind) {
        kinds[(int) (asked++ % MOST)] = kind;
    }

    /** The request that was noted last turns out to be of this kind. */
    void turnsOut(byte kind) {
        if (asked > answered) {
            kinds[(int) ((asked - 1) % MOST)] = kind;
        }
    }

    /** Kind of the request that is answered next. */
    byte next() {
        return asked == answered || asked - answered > MOST ? NOTHING : kinds[(int) (answered % MOST)];
    }

    /** The next request is answered. */
    byte answers() {
        byte kind = next();
        answered += asked > answered ? 1 : 0;
        return kind;
    }
}

package io.wirepath.flows.message.framer;

/**
 * What kinds of requests wait for their answers, in a protocol that answers in order: for answers that do not say
 * themselves what they answer. Remembers {@value #MOST}; with more than these, an answer's kind is unknown. Where
 * something is missing, turns tell what has its answer, until one begins with nothing open. Not thread-safe.
 */
final class AskedOrder {

    static final int MOST = 1024;

    private static final int FEW = 16;

    /** Kind of an answer to what is not remembered. */
    static final byte NOTHING = 0;

    private byte[] kinds = new byte[FEW];
    private long asked;
    private long answered;
    private long turnStart;
    private boolean doubtful;

    void reset() {
        asked = 0;
        answered = 0;
        turnStart = 0;
        doubtful = false;
    }

    /** Something is missing: what was asked before the present turn has its answer, or gets none. */
    void lose() {
        doubtful = true;
        answered = Math.max(answered, turnStart);
    }

    /** The side that asks goes on after the other one spoke. */
    void turn() {
        doubtful &= asked != answered;
        if (doubtful) {
            answered = asked;
        }
        turnStart = asked;
    }

    /** Whether something is missing. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** Kind of the latest request. */
    byte latest() {
        return asked == 0 ? NOTHING : kinds[(int) ((asked - 1) % kinds.length)];
    }

    /** A request of this kind has begun. */
    void asks(byte kind) {
        if (asked - answered == kinds.length && kinds.length < MOST) {
            grow();
        }
        kinds[(int) (asked++ % kinds.length)] = kind;
    }

    private void grow() {
        byte[] larger = new byte[2 * kinds.length];
        for (long i = answered; i < asked; i++) {
            larger[(int) (i % larger.length)] = kinds[(int) (i % kinds.length)];
        }
        kinds = larger;
    }

    /** The request that was noted last turns out to be of this kind. */
    void turnsOut(byte kind) {
        if (asked > answered) {
            kinds[(int) ((asked - 1) % kinds.length)] = kind;
        }
    }

    /** Kind of the request that is answered next. */
    byte next() {
        return asked == answered || asked - answered > MOST ? NOTHING : kinds[(int) (answered % kinds.length)];
    }

    /** The next request is answered. */
    byte answers() {
        byte kind = next();
        answered += asked > answered ? 1 : 0;
        return kind;
    }
}

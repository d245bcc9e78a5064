package io.wirepath.flows;

/** What a message is in its conversation. */
public enum Role {
    /** Nothing tells. */
    UNKNOWN,
    /** Asks; a response is expected on the same connection. */
    REQUEST,
    /** Answers a request. */
    RESPONSE,
    /** Wants no answer. */
    ONE_WAY;

    private static final Role[] VALUES = values();

    /** The role with this ordinal; UNKNOWN for a number that a newer version may have written. */
    public static Role of(int ordinal) {
        return ordinal >= 0 && ordinal < VALUES.length ? VALUES[ordinal] : UNKNOWN;
    }
}

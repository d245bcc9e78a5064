package io.wirepath.analyze.field;

/** What a value of a query is. */
public enum ValueType {
    /** A name or a word. */
    TEXT,
    /** Yes or no. */
    BOOLEAN,
    /** A count, a ratio. */
    NUMBER,
    /** A stretch of time, nanoseconds. */
    DURATION,
    /** A size. */
    BYTES,
    /** A moment, nanoseconds since the epoch. */
    TIME;

    /** Whether it is a number that can be added: all but texts, moments, yes and no. */
    public boolean isQuantity() {
        return this == NUMBER || this == DURATION || this == BYTES;
    }
}

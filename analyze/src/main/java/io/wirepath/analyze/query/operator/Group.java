package io.wirepath.analyze.query.operator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A group with what its aggregates have seen. Not thread-safe. */
final class Group {

    /** What groups are told apart by. */
    static final class Key {
        final @Nullable Object[] values;

        Key(@Nullable Object[] values) {
            this.values = values;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && Arrays.equals(values, key.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }

    final Key key;
    final Accumulator[] sums;
    /** The worlds in which there is anything in it. */
    long worlds;

    Group(Key key, Accumulator[] sums) {
        this.key = key;
        this.sums = sums;
    }

    void addAll(Group other) {
        worlds |= other.worlds;
        for (int at = 0; at < sums.length; at++) {
            sums[at].addAll(other.sums[at]);
        }
    }
}

package io.wirepath.merge.store.violation;

import io.wirepath.merge.match.violation.NosyMatching;

/** Breaks the rules of the house on purpose, to show that they can fail; see {@code HouseRulesCanFailTest}. */
public final class NosyStore {

    private NosyStore() {}

    /** Knows the other side of the merge. */
    public static Class<?> knows() {
        return NosyMatching.class;
    }
}

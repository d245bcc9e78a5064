package io.wirepath.merge.match.violation;

import io.wirepath.merge.store.violation.NosyStore;

/** Breaks the rules of the house on purpose, to show that they can fail; see {@code HouseRulesCanFailTest}. */
public final class NosyMatching {

    private NosyMatching() {}

    /** Knows the other side of the merge. */
    public static Class<?> knows() {
        return NosyStore.class;
    }
}

package io.wirepath.analyze.incident;

import java.util.List;

/** One sort of changes that are looked for. */
interface Changes {

    /** Number of series that can show one. */
    int series();

    /** Whether what it finds is no problem by itself, and waits for nobody's help. */
    default boolean isNotice() {
        return false;
    }

    /** What changed, each with at most this chance where nothing did. */
    List<Incident> find(double mostChance);
}

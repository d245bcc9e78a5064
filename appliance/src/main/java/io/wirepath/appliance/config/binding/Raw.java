package io.wirepath.appliance.config.binding;

import java.util.List;
import java.util.Map;

/** A value as it was written, before its key says what it means. */
sealed interface Raw {

    /** Nothing: a key of a file without a value. */
    record Nothing() implements Raw {}

    /**
     * One text; of a list or a map it is the short form with commas.
     *
     * @param text as written
     */
    record Text(String text) implements Raw {}

    /**
     * A list.
     *
     * @param items in their order
     */
    record Items(List<Located> items) implements Raw {}

    /**
     * A map.
     *
     * @param entries by name, in their order
     */
    record Entries(Map<String, Located> entries) implements Raw {}

    /**
     * A text within a list or a map.
     *
     * @param text as written
     * @param origin where it is written
     */
    record Located(String text, Origin origin) {}
}

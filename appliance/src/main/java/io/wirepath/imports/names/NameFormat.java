package io.wirepath.imports.names;

import java.util.List;

/** A way to write down names of addresses. */
interface NameFormat {

    /**
     * Whether these lines are written in it.
     *
     * @param lines all lines of a file, with at least one that is not empty
     */
    boolean isOf(List<String> lines);

    /**
     * Shows their names.
     *
     * @throws IllegalArgumentException where a line makes no sense, with what is wrong and what to do
     */
    void read(List<String> lines, AddressNameSink to);
}

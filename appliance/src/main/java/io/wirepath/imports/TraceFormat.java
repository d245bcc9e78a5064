package io.wirepath.imports;

import java.io.IOException;

/** A format of traces that are no captures. Stateless. */
interface TraceFormat {

    /** What it is, for people. */
    String name();

    /** What a file of the format without messages lacks. */
    default String empty() {
        return name();
    }

    /**
     * Whether a file is of the format.
     *
     * @param firstLine its first line with anything in it
     * @param head its first thousands of characters
     */
    boolean recognises(String firstLine, String head);

    /**
     * Looks at a file before any is read: what its messages say of the clocks of their hosts.
     */
    default void prepare(TraceLines text, TraceSet set) throws IOException {
        try {
            read(text, ImportedRows.looking(message -> set.tables().add(text.file(), message)), new TraceSet(null));
        } catch (ImportException e) {
            // told when it is read
            return;
        }
    }

    /**
     * Reads a file to its end.
     *
     * @param set what it has in common with others of the run
     * @throws ImportException naming the line that makes no sense
     */
    void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException;
}

package io.wirepath.appliance.imports;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

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
     * Reads a file to its end.
     *
     * @param truth takes who caused what, where the trace says so; null where nobody asks
     * @throws ImportException naming the line that makes no sense
     */
    void read(TraceLines text, ImportedRows rows, @Nullable TrueParents truth) throws IOException;
}

package io.wirepath.appliance.imports;

import java.io.IOException;

/** A file that looked like a trace makes no sense at a line. */
public final class ImportException extends IOException {

    private static final long serialVersionUID = 1;

    /** A file of a known format that holds nothing to use. */
    ImportException(String file, String problem) {
        super(file + ": " + problem);
    }

    /**
     * Makes the message that a person sees.
     *
     * @param line number of the line, from 1
     */
    ImportException(String file, long line, String problem) {
        super(file + ":" + line + ": " + problem);
    }
}

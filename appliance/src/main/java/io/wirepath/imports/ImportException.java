package io.wirepath.imports;

import java.io.IOException;

/** A file that looked like a trace makes no sense at a line. */
public final class ImportException extends IOException {

    private static final long serialVersionUID = 1;

    /** A file of a known format that holds nothing to use. */
    ImportException(String file, String problem) {
        super(file + ": " + problem);
    }

    private ImportException(String message) {
        super(message);
    }

    /** The same, with a number of other lines that make no sense either. */
    ImportException withMore(long lines) {
        return new ImportException(
                getMessage() + " (and in " + lines + (lines == 1 ? " more place)" : " more places)"));
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

package io.wirepath.sniffer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A capture cannot be used at all: it is missing, empty, not readable or not a capture. The message is one line for a
 * person that says where, what is wrong, and what to do. Damage inside a capture is no exception but a
 * {@link CaptureDamage}.
 */
public final class CaptureException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String remedy;

    /**
     * Describes why a capture cannot be used.
     *
     * @param source file name as the user gave it, or {@code -}
     * @param problem what is wrong, such as "is empty"
     * @param remedy what the user can do about it, as a clause
     */
    public CaptureException(String source, String problem, String remedy) {
        this(source, problem, remedy, null);
    }

    /** As above, with the failure that showed it. */
    public CaptureException(String source, String problem, String remedy, @Nullable Throwable cause) {
        super(
                (source.equals(SnifferName.STANDARD_INPUT) ? "standard input" : source) + ": " + problem + "; "
                        + remedy,
                cause);
        this.problem = problem;
        this.remedy = remedy;
    }

    /** What is wrong. */
    public String problem() {
        return problem;
    }

    /** What the user can do. */
    public String remedy() {
        return remedy;
    }
}

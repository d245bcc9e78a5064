package io.wirepath.analyze.query.language;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A query that cannot be answered: what is wrong, where in its text, and what to do. */
public final class QueryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient @Nullable Position position;

    /** A mistake at this place. */
    public QueryException(Position position, String what) {
        super("query, " + position + ": " + what);
        this.position = position;
    }

    /** A query that is right, but asks for more than the bounds allow. */
    public QueryException(String what) {
        super("query: " + what);
        position = null;
    }

    /** A name that is not there, with the nearest that is, or all. */
    public static QueryException unknown(Position position, String what, String wrong, Collection<String> names) {
        String hint = NearestName.of(wrong, names)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("; there are " + String.join(", ", names));
        return new QueryException(position, what + (names.isEmpty() ? "" : hint));
    }

    /** Where the mistake is; null where it is in no one place. */
    public @Nullable Position position() {
        return position;
    }
}

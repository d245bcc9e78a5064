package io.wirepath.analyze.query.language;

import io.wirepath.causes.NearestName;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A query that cannot be answered: what is wrong, where in its text, and what to do. */
public final class QueryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int LONGEST = 800;

    private final transient @Nullable Position position;

    /** A mistake at this place. */
    public QueryException(Position position, String what) {
        super("query, " + position + ": " + cut(what));
        this.position = position;
    }

    /** Names of a text may be as long as the text. */
    private static String cut(String what) {
        return what.length() <= LONGEST
                ? what
                : what.substring(0, LONGEST / 2) + " … " + what.substring(what.length() - LONGEST / 2);
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

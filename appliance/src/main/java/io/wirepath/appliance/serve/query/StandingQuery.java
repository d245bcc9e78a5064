package io.wirepath.appliance.serve.query;

import io.wirepath.analyze.query.language.QueryException;

/**
 * A query that stands.
 *
 * @param name its name: lower-case letters, digits and underscores, at most {@value #LONGEST_NAME}
 * @param text what it asks
 * @param everyNanos how long an interval is that it is answered of; 0 for each window
 */
public record StandingQuery(String name, String text, long everyNanos) {

    private static final int LONGEST_NAME = 40;
    private static final long LONGEST_NANOS = 86_400_000_000_000L;

    /**
     * Refuses what makes no sense.
     *
     * @throws QueryException with what may be written instead
     */
    public StandingQuery {
        if (!name.matches("[a-z][a-z0-9_]{0," + (LONGEST_NAME - 1) + "}")) {
            throw new QueryException("the name \"" + name
                    + "\" must begin with a lower-case letter and go on with lower-case letters, digits or _, at most "
                    + LONGEST_NAME + " in all");
        }
        if (everyNanos < 0 || everyNanos > LONGEST_NANOS) {
            throw new QueryException("an interval is from 0 (each window) to a day long");
        }
    }
}

package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.language.QueryException;

/**
 * What a query may take; one that wants more ends with a {@link QueryException} that says so.
 *
 * @param groups groups of an answer
 * @param rows rows of an answer without aggregates, and of all nested queries together
 * @param bytes memory for what aggregates keep, over all groups: different values, buckets of quantiles, sums by world
 * @param steps events looked at, over all scans and joins, each as often as {@link StepCount} weighs its expressions
 */
public record QueryBounds(int groups, int rows, long bytes, long steps) {

    /** For a query that somebody waits for. */
    public static QueryBounds defaults() {
        return new QueryBounds(200_000, 2_000_000, 500_000_000, 4_000_000_000L);
    }

    /** For one window of a query that stands in a service. */
    public static QueryBounds standing() {
        return new QueryBounds(1_000, 1_000, 20_000_000, 50_000_000L);
    }

    /** What is said of one more than a bound. */
    static QueryException refusal(String what, long bound, String advice) {
        return new QueryException("it asks for more than " + bound + " " + what + "; " + advice);
    }
}

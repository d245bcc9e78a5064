package io.wirepath.appliance.serve.query;

import io.wirepath.analyze.query.plan.QueryAnswer;

/**
 * The answer of a standing query for one interval.
 *
 * @param query name of the query
 * @param fromNanos beginning of the first window in it, ns since the epoch
 * @param toNanos end of its last window
 * @param answer the answer
 */
public record IntervalResult(String query, long fromNanos, long toNanos, QueryAnswer answer) {}
